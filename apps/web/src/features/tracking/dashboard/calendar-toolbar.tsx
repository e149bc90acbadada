import type { Layout } from "@daymark/domain/tracking/dashboard";
import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { useLingui } from "@lingui/react/macro";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import Ellipsis from "lucide-react/icons/ellipsis";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import type { HabitOverlaysState } from "../calendar/use-habit-overlays.ts";
import { type Month, monthOf } from "../clock/month.ts";
import { useLayoutOptions } from "./layout-options.tsx";
import { MonthSwitch } from "./month-switch.tsx";
import { NewHabitButton } from "./new-habit-button.tsx";

interface CalendarToolbarProps {
  board: ReturnType<typeof useDashboard>;
  overlays: HabitOverlaysState;
  onMonthChange: (month: Month) => void;
}

/** Month or year, layout, order and settings of the calendar, and the menu with less frequent actions. */
export function CalendarToolbar({ board, overlays, onMonthChange }: CalendarToolbarProps) {
  const { t } = useLingui();
  const { chosenMonth: month, today, chosenLayout: layout } = board;
  return (
    <div className="flex items-center justify-between gap-x-1 border-b border-line px-1 sm:px-3 sm:py-2">
      <MonthSwitch
        month={month}
        thisMonth={monthOf(today)}
        onMonthChange={onMonthChange}
        onToday={() => {
          // The pressed button disappears: the focus moves to the cell of today.
          const habitId = board.cursor.cell?.habitId ?? board.habits?.[0]?.id;
          if (habitId !== undefined) board.cursor.request({ habitId, day: today });
          onMonthChange(monthOf(today));
        }}
        by={layout === "year" ? "year" : "month"}
      />
      <div className="flex items-center sm:gap-1">
        <span className="flex sm:hidden">
          <NewHabitButton board={board} isIconOnly onCreate={overlays.create} />
        </span>
        {/* On a phone both are in the settings and in the menu. */}
        <div className="flex items-center gap-1 max-sm:hidden">
          <LayoutSwitch layout={layout} hasYear={board.plan === "paid"} />
          <IconButton label={t`Arrange habits`} disabled={!board.canArrange} onClick={overlays.arrange}>
            <ArrowDownUp aria-hidden="true" />
          </IconButton>
        </div>
        {/* The smallest phones have it in the menu. */}
        <IconButton
          label={t`Dashboard settings`}
          data-filters
          aria-haspopup="dialog"
          onClick={overlays.setUp}
          className="max-[22.49rem]:hidden"
        >
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t`More dashboard options`}
          data-filters
          aria-haspopup="menu"
          onClick={(event) => overlays.openBoardMenu(event.currentTarget)}
        >
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** The settings explain a layout that the plan does not include; there is no space for that here. */
function LayoutSwitch({ layout, hasYear }: { layout: Layout; hasYear: boolean }) {
  const { t } = useLingui();
  const options = useLayoutOptions({ hasYear });
  const names: Record<Layout, string> = {
    horizontal: t`Horizontal layout`,
    vertical: t`Vertical layout`,
    year: t`Year at a glance`,
  };
  return (
    // A press here keeps the focus on the current day: the same day exists in the other layout.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the browser from moving the focus, adds nothing to press.
    <div onMouseDown={(event) => event.preventDefault()}>
      <Segmented
        label={t`Layout`}
        options={options
          .filter(({ value }) => hasYear || value !== "year")
          .map(({ value, icon }) => ({ value, icon, label: names[value], isIconOnly: true }))}
        value={layout}
        onValueChange={(next) => browserPreferences().setLayout(next)}
      />
    </div>
  );
}
