import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";

/** Lazy component: most users never unfold it. */
export const LegendBody = lazyComponent(
  () => import("./legend-body.tsx"),
  ({ open }) => open,
  "statistics",
);

/** The meaning of the marks, and the keys. Folded, because regular users know them. */
export function Legend() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/legend border-t border-line px-4 text-sm text-ink-muted"
    >
      <summary className="flex min-h-11 w-fit items-center gap-2 rounded-lg font-[530] hover:text-ink">
        <span aria-hidden="true" className="transition-transform group-open/legend:rotate-90">
          ›
        </span>
        {t`Marks and keys`}
      </summary>
      <LegendBody open={isOpen} onClose={() => setOpen(false)} />
    </details>
  );
}
