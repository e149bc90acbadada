import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { hueStyle } from "../habit/hues.ts";
import { useFilterParts } from "./filter-words.ts";

interface ActiveFiltersProps {
  filter: HabitFilter;
  count: number;
  onFilterChange: (filter: HabitFilter) => void;
}

/** The active filters, each with a button that removes it, and the number of habits left. Empty if all are shown. */
export function ActiveFilters({ filter, count, onFilterChange }: ActiveFiltersProps) {
  const { t } = useLingui();
  const parts = useFilterParts(filter);
  const box = useRef<HTMLDivElement>(null);
  /**
   * The pressed button disappears: the focus moves to the next one, and from the last one to the button that opens the
   * filter.
   */
  const lift = (next: HabitFilter) => {
    const card = box.current?.parentElement;
    onFilterChange(next);
    requestAnimationFrame(() => {
      const targets = [...(card?.querySelectorAll<HTMLElement>("[data-filter-part], [data-filters]") ?? [])];
      const isShown = (target: HTMLElement) => target.offsetParent !== null;
      (targets.find((target) => "filterPart" in target.dataset) ?? targets.find(isShown))?.focus();
    });
  };
  if (parts.length === 0) return null;
  return (
    <div ref={box} className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 sm:px-4">
      <ul aria-label={t`Active filters`} className="contents">
        {parts.map(({ member, label, hue }) => (
          <li key={member}>
            <button
              type="button"
              data-filter-part={member}
              aria-label={t`Remove the filter ${label}`}
              title={t`Remove the filter ${label}`}
              onClick={() => {
                const { [member]: _, ...rest } = filter;
                lift(rest);
              }}
              style={hue === undefined ? undefined : hueStyle(hue)}
              className={
                "inline-flex min-h-8 max-w-60 items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm font-[530] " +
                "text-accent-text hover:[filter:brightness(1.1)] pointer-coarse:min-h-11 pointer-coarse:pl-4 forced-colors:border"
              }
            >
              {hue === undefined ? null : <span aria-hidden="true" className="size-3 shrink-0 rounded-full bg-habit" />}
              <span className="truncate">{label}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-muted">
        <Plural value={count} _0="No habits shown" one="# habit shown" other="# habits shown" />
      </p>
      <button
        type="button"
        onClick={() => lift({})}
        className={classes(buttonClass({ kind: "quiet", size: "small" }), "ml-auto")}
      >
        <Trans>Show all habits</Trans>
      </button>
    </div>
  );
}
