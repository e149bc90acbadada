import { classes } from "@daymark/ui/classes";
import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { useWeekdays } from "./use-weekdays.ts";
import { weekdayName } from "./week.ts";

interface WeekdayPickerProps {
  value: readonly number[];
  onValueChange: (weekdays: number[]) => void;
  errors: readonly string[];
  /** Shown below the days: what they are chosen for. */
  hint?: string;
  /** How many days can be chosen. */
  daysMax?: number;
}

/** Days of the week in the locale's order, of which at least one must be chosen. */
export function WeekdayPicker({ value, onValueChange, errors, hint, daysMax = 7 }: WeekdayPickerProps) {
  const { t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const id = useId();
  return (
    <fieldset
      aria-describedby={
        [errors.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined
      }
    >
      <legend className="mb-2 text-sm font-[560]">{t`Days of the week`}</legend>
      <div className="flex gap-1.5">
        {weekdays.map((weekday) => (
          <label
            key={weekday}
            title={weekdayName(weekday, format, "long")}
            className={classes(
              "relative grid h-10 min-w-0 flex-1 cursor-pointer place-items-center rounded-control border border-line text-sm",
              "font-[530] text-ink-muted transition-colors has-checked:border-habit-line has-checked:bg-habit-soft",
              "has-checked:text-habit-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              "has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-accent-text pointer-coarse:h-11 forced-colors:has-checked:bg-[Highlight]",
            )}
          >
            <input
              type="checkbox"
              checked={value.includes(weekday)}
              disabled={value.length >= daysMax && !value.includes(weekday)}
              onChange={(event) =>
                onValueChange(
                  event.target.checked ? [...value, weekday].sort() : value.filter((other) => other !== weekday),
                )
              }
              aria-label={weekdayName(weekday, format, "long")}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <span aria-hidden="true">{weekdayName(weekday, format, "short")}</span>
          </label>
        ))}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-2 text-sm leading-snug text-ink-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}
