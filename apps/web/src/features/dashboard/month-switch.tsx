import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { type Month, monthMax, monthMin, shiftMonth } from "./month.ts";

const MonthPicker = lazy(() => import("./month-picker.tsx"));

interface MonthSwitchProps {
  month: Month;
  /** The month of today. */
  thisMonth: Month;
  onMonthChange: (month: Month) => void;
}

/** Turns the calendar to another month: one back, one on, today's, or any. */
export function MonthSwitch({ month, thisMonth, onMonthChange }: MonthSwitchProps) {
  const { t } = useLingui();
  const format = useFormat();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const name = format.day(`${month}-01`, { month: "long", year: "numeric" });
  const shortName = format.day(`${month}-01`, { month: "short", year: "numeric" });
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
        className="min-w-0 px-2! text-lg! font-[620]! capitalize"
      >
        <span aria-live="polite" className="truncate max-sm:sr-only">
          {name}
        </span>
        <span aria-hidden="true" className="sm:hidden">
          {shortName}
        </span>
        <ChevronDown aria-hidden="true" className="text-ink-muted" />
      </Button>
      <IconButton
        label={t`Next month`}
        disabled={month === monthMax}
        onClick={() => onMonthChange(shiftMonth(month, 1))}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
      {month === thisMonth ? null : (
        <Button size="small" onClick={() => onMonthChange(thisMonth)} className="ml-1">
          {t`Today`}
        </Button>
      )}
      <Suspense>
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
      </Suspense>
    </div>
  );
}
