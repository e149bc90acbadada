import { Button } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import CalendarCheck from "lucide-react/icons/calendar-check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { type Month, monthMax, monthMin, shiftMonth } from "../clock/month.ts";

export const MonthPicker = lazyComponent(
  () => import("./month-picker.tsx"),
  ({ open }) => open,
);

interface MonthSwitchProps {
  month: Month;
  /** The current month. */
  thisMonth: Month;
  onMonthChange: (month: Month) => void;
  /** Goes to the current month. */
  onToday: () => void;
  /** The step of the buttons. If years are shown, the selected month is kept. */
  by?: "month" | "year";
}

/** Changes the month of the calendar: previous, next, current, or any. */
export function MonthSwitch({ by = "month", ...turn }: MonthSwitchProps) {
  return by === "year" ? <YearSwitch {...turn} /> : <MonthTurn {...turn} />;
}

function YearSwitch({ month, thisMonth, onMonthChange, onToday }: MonthSwitchProps) {
  const { t } = useLingui();
  const [year, thisYear] = [month.slice(0, 4), thisMonth.slice(0, 4)];
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <IconButton
        label={t`Previous year`}
        disabled={year === monthMin.slice(0, 4)}
        onClick={() => onMonthChange(shiftMonth(month, -12))}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span aria-live="polite" className="px-2 text-lg font-[620] tabular-nums max-sm:text-base">
        {year}
      </span>
      <IconButton
        label={t`Next year`}
        disabled={year === monthMax.slice(0, 4)}
        onClick={() => onMonthChange(shiftMonth(month, 12))}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {year === thisYear ? null : (
        <Button size="small" onClick={onToday} className="ml-1">
          {t`Today`}
        </Button>
      )}
    </div>
  );
}

function MonthTurn({ month, thisMonth, onMonthChange, onToday }: MonthSwitchProps) {
  const { t } = useLingui();
  const format = useFormat();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <IconButton
        label={t`Previous month`}
        disabled={month === monthMin}
        onClick={() => onMonthChange(shiftMonth(month, -1))}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <Button
        ref={anchor}
        kind="quiet"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpened(true);
          setOpen(!isOpen);
        }}
        className="min-w-0 px-2! text-lg! font-[620]! whitespace-nowrap max-sm:px-1! max-sm:text-base!"
      >
        <span aria-live="polite" className="truncate first-letter:uppercase max-sm:sr-only">
          {format.month(month)}
        </span>
        <span aria-hidden="true" className="inline-block first-letter:uppercase sm:hidden">
          {format.month(month, "short")}
        </span>
        {/* On a phone it is hidden to make space for the button that returns to today. */}
        <ChevronDown aria-hidden="true" className={classes("text-ink-muted", month !== thisMonth && "max-sm:hidden")} />
      </Button>
      <IconButton
        label={t`Next month`}
        disabled={month === monthMax}
        onClick={() => onMonthChange(shiftMonth(month, 1))}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {month === thisMonth ? null : (
        <Button
          size="small"
          aria-label={t`Today`}
          onClick={onToday}
          className="ml-1 max-sm:ml-0 max-sm:w-11 max-sm:px-0!"
        >
          <span className="max-sm:hidden">{t`Today`}</span>
          <CalendarCheck aria-hidden="true" className="sm:hidden" />
        </Button>
      )}
      {wasOpened ? (
        <MonthPicker
          open={isOpen}
          anchor={anchor}
          month={month}
          thisMonth={thisMonth}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            onMonthChange(picked);
          }}
        />
      ) : null}
    </div>
  );
}
