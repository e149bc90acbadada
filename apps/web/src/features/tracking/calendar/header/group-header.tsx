import type { HabitType } from "@daymark/domain/tracking/habit";
import type { TimeOfDay } from "@daymark/domain/tracking/habit-type";
import { classes } from "@daymark/ui/classes";
import { iconButtonClass } from "@daymark/ui/icon-button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import ChevronDown from "lucide-react/icons/chevron-down";
import Ellipsis from "lucide-react/icons/ellipsis";
import { memo } from "react";
import type { GroupMenuTarget } from "../../habit/menu-targets.ts";
import type { Layout } from "../grid/grid.ts";
import type { GroupProgress } from "./group-progress.ts";

interface GroupHeaderProps {
  name: string;
  type: HabitType;
  time: TimeOfDay | null;
  count: number;
  isFolded: boolean;
  layout: Layout;
  /** For today; undefined if today is not shown. */
  done: GroupProgress["done"] | undefined;
  total: GroupProgress["total"] | undefined;
  onFold: (name: string) => void;
  onMenu: (target: GroupMenuTarget) => void;
}

/** The header of a group: it folds its habits, shows the progress of today, and opens the group menu. */
export const GroupHeader = memo(function GroupHeader(props: GroupHeaderProps) {
  const { name, type, time, count, isFolded, layout, done, total, onFold, onMenu } = props;
  const { t } = useLingui();
  const isRow = layout === "horizontal";
  return (
    <span
      className={classes(
        "flex items-center",
        // Wider than the names on a phone: only day stripes are beside it.
        isRow ? "w-max min-w-full max-w-[min(22rem,80vw)]" : "@container min-w-0",
        !isRow && isFolded && "h-full flex-col",
      )}
    >
      <button
        type="button"
        aria-expanded={!isFolded}
        data-group={name}
        title={name}
        onClick={() => onFold(name)}
        className={classes(
          "group/fold flex min-h-8 min-w-0 flex-1 items-center gap-1.5 rounded-lg text-left outline-none hover:bg-raised",
          "focus-visible:ring-2 focus-visible:ring-accent-text focus-visible:ring-inset pointer-coarse:min-h-11",
          isRow
            ? "px-1.5 md:px-2"
            : isFolded
              ? "w-full flex-col justify-end px-0.5 py-2"
              : // Above the columns of a phone every line counts; 32 px are still more than the smallest target. Above a
                // few narrow columns the name has a separate line.
                "border-b border-line-strong/50 rounded-b-none px-1 max-sm:min-h-8! @max-3xs:flex-wrap @max-3xs:px-0 @max-3xs:content-center @max-3xs:justify-center @max-3xs:gap-x-0.5 @max-3xs:gap-y-0",
        )}
      >
        <ChevronDown
          aria-hidden="true"
          className={classes("size-4 shrink-0 text-ink-muted transition-transform", isFolded && "-rotate-90")}
        />
        <span
          className={classes(
            "min-w-0 text-[0.8125rem] leading-tight font-[600]",
            !isRow && isFolded
              ? "max-h-28 truncate [writing-mode:vertical-rl]"
              : isRow
                ? "truncate"
                : "truncate @max-3xs:order-first @max-3xs:basis-full @max-3xs:text-center @max-3xs:text-[0.6875rem]",
          )}
        >
          {name}
        </span>
        <span className={classes("shrink-0 text-xs font-normal text-ink-muted tabular-nums", isRow && "ml-auto pl-1")}>
          {total === undefined || total === 0 || done === undefined ? (
            <>
              <span aria-hidden="true">{count}</span>
              <span className="sr-only">
                <Plural value={count} one="# habit" other="# habits" />
              </span>
            </>
          ) : (
            <>
              <span aria-hidden="true">
                {done}/{total}
              </span>
              <span className="sr-only">
                <Plural value={count} one="# habit" other="# habits" />,{" "}
                <Trans>
                  {{ done }} of {{ total }} done today
                </Trans>
              </span>
            </>
          )}
        </span>
      </button>
      <button
        type="button"
        aria-haspopup="menu"
        aria-label={t`Actions for group ${name}`}
        title={t`Actions for group ${name}`}
        onClick={(event) => onMenu({ name, type, time, anchor: event.currentTarget })}
        className={classes(
          iconButtonClass("small"),
          "pointer-coarse:h-11",
          isRow ? "mr-1" : "max-sm:hidden @max-[6rem]:hidden",
        )}
      >
        <Ellipsis aria-hidden="true" />
      </button>
    </span>
  );
});

/** The heading of habits without a group, quieter than the heading of a group. */
export function UngroupedHeader({ layout }: { layout: Layout }) {
  return (
    <span
      className={classes(
        "block text-ink-muted",
        // As far from the edge as the name of the section, or as a column of the width of a finger allows.
        layout === "horizontal"
          ? "px-3 pb-1 text-xs md:px-4"
          : "px-1 pb-1 text-xs leading-tight max-sm:text-[0.6875rem]",
      )}
    >
      {/* A column may be as narrow as a finger. */}
      {layout === "horizontal" ? <Trans>Ungrouped</Trans> : <Trans>Others</Trans>}
    </span>
  );
}
