import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { late, useWarmParts } from "../../lib/late.tsx";

const LegendBody = late(
  () => import("./legend-body.tsx"),
  ({ isOpen }) => isOpen,
);

const lateParts = [LegendBody.fetchPart];

/** The meaning of the marks, and the keys, folded away: who knows them needs no reminder. */
export function Legend() {
  const { t } = useLingui();
  useWarmParts(lateParts);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/legend border-t border-line px-4 text-sm text-ink-muted"
    >
      <summary className="flex min-h-11 w-fit items-center gap-2 rounded-lg font-[530] hover:text-ink">
        <span aria-hidden="true" className="transition-transform group-open/legend:rotate-90">
          ›
        </span>
        {t`Marks and keys`}
      </summary>
      <LegendBody isOpen={isOpen} />
    </details>
  );
}
