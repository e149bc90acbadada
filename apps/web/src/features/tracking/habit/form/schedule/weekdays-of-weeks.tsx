import { isDay, toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import { useLingui } from "@lingui/react/macro";
import { WeekdayPicker } from "../../../clock/weekday-picker.tsx";

interface WeekdaysOfWeeksProps {
  /** `YYYY-MM-DD`: the first day of the schedule, as typed. */
  from: string | undefined;
  /** ISO weekdays of the habit. */
  weekdays: readonly number[];
  onWeekdaysChange: (weekdays: number[]) => void;
  errors: readonly string[];
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/**
 * The days of the week on which a habit of every n-th week is due. While the habit has all seven weekdays, it is due on
 * the weekday of the first day, which changes with that day (docs/schedules.md).
 */
export function WeekdaysOfWeeks({ from = "", weekdays, onWeekdaysChange, errors }: WeekdaysOfWeeksProps) {
  const { t } = useLingui();
  const ofFirstDay = isDay(from) ? [weekdayOf(toDayNumber(from))] : [];
  const isOfFirstDay = weekdays.length === allWeekdays.length;
  return (
    <WeekdayPicker
      value={isOfFirstDay ? ofFirstDay : weekdays}
      // All seven would mean the weekday of the first day.
      daysMax={allWeekdays.length - 1}
      onValueChange={(next) => onWeekdaysChange(next.join() === ofFirstDay.join() ? allWeekdays : next)}
      errors={errors}
      hint={t`Choose up to six days.`}
    />
  );
}
