import type { Habit } from "@daymark/domain/tracking/habit";
import { classes } from "@daymark/ui/classes";
import { Plural, useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import type { Layout } from "../grid/grid.ts";
import { compactAmount } from "./compact-amount.ts";
import type { MonthTotal } from "./month-total.ts";

interface TotalCellProps {
  habit: Habit;
  /** Undefined while the days load. */
  total: MonthTotal | undefined;
  layout: Layout;
}

/** The total of a habit in the month. Arrow keys skip it, because there is nothing to record. */
export function TotalCell({ habit, total, layout }: TotalCellProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  // Rounded, so that the short number has no more digits than the name.
  const exact = total?.of === "amount" ? amountText(i18n, habit, Math.round(total.count * 100) / 100) : undefined;
  return (
    <td
      title={exact}
      className={classes(
        // Stays in view: at the right edge, or at the lower one.
        "sticky bg-surface text-center text-xs font-[560] tabular-nums",
        layout === "horizontal" ? "right-0" : "bottom-0 border-t border-line-strong",
      )}
    >
      {total ? (
        <>
          <span aria-hidden="true">
            {exact ? compactAmount(habit.unit, total.count, format).join(" ") : format.number(total.count)}
          </span>
          <span className="sr-only">
            {exact ?? <Plural value={total.count} one="# successful day" other="# successful days" />}
          </span>
        </>
      ) : null}
    </td>
  );
}
