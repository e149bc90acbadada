import { classes } from "@daymark/ui/classes";
import { IconButton } from "@daymark/ui/icon-button";
import { Popover } from "@daymark/ui/popover";
import { useLingui } from "@lingui/react/macro";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormat } from "../../../lib/language/format.ts";
import { type Month, monthMax, monthMin, shiftMonth } from "../clock/month.ts";

interface MonthPickerProps {
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  month: Month;
  thisMonth: Month;
  onClose: () => void;
  onPick: (month: Month) => void;
}

const columns = 3;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };

/** The twelve months of a year, and buttons for other years. Arrow keys also move across years. */
export default function MonthPicker({ open, anchor, month, thisMonth, onClose, onPick }: MonthPickerProps) {
  const { t } = useLingui();
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const [wasOpen, setWasOpen] = useState(open);
  /** The month with the keyboard focus; its year is the one shown. */
  const [current, setCurrent] = useState(month);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setCurrent(month);
  }
  const year = current.slice(0, 4);
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "PageUp" ? -12 : event.key === "PageDown" ? 12 : steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = shiftMonth(current, step);
    // Synchronously: the next key is meant for that month.
    flushSync(() => setCurrent(next));
    list.current?.querySelector<HTMLElement>(`[data-month="${next}"]`)?.focus();
  };

  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      anchor={anchor}
      align="start"
      label={t`Choose a month`}
      initialFocus={() => list.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? true}
      finalFocus={anchor}
      className="w-72"
    >
      <div className="mb-3 flex items-center justify-between">
        <IconButton
          label={t`Previous year`}
          disabled={year === monthMin.slice(0, 4)}
          onClick={() => setCurrent(shiftMonth(current, -12))}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="text-base font-[620] tabular-nums">
          {year}
        </span>
        <IconButton
          label={t`Next year`}
          disabled={year === monthMax.slice(0, 4)}
          onClick={() => setCurrent(shiftMonth(current, 12))}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the arrow keys of the buttons inside. */}
      <div ref={list} onKeyDown={onKeyDown} className="grid grid-cols-3 gap-1">
        {months.map((option) => (
          <button
            // The same twelve buttons for every year: a removed button would lose the focus.
            key={option.slice(5)}
            type="button"
            data-month={option}
            tabIndex={option === current ? 0 : -1}
            aria-pressed={option === month}
            aria-current={option === thisMonth ? "date" : undefined}
            aria-label={format.month(option)}
            onClick={() => onPick(option)}
            className={classes(
              "min-h-10 rounded-lg text-sm font-[530] capitalize transition-colors pointer-coarse:min-h-11",
              option === month ? "bg-accent text-accent-ink" : "hover:bg-sunken dark:hover:bg-line",
              option === thisMonth && option !== month && "text-accent-text ring-1 ring-accent-text ring-inset",
            )}
          >
            {format.day(`${option}-01`, { month: "long" })}
          </button>
        ))}
      </div>
    </Popover>
  );
}
