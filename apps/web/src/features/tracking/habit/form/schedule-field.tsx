import type { HabitType } from "@daymark/domain/tracking/habit";
import { IconButton } from "@daymark/ui/icon-button";
import { Segmented } from "@daymark/ui/segmented";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { WeekdayPicker } from "./weekday-picker.tsx";

type Schedule = { times_per_week: number } | null;
type Mode = "daily" | "weekdays" | "weekly";

interface ScheduleFieldProps {
  type: HabitType;
  weekdays: readonly number[];
  schedule: Schedule;
  onWeekdaysChange: (weekdays: number[]) => void;
  onScheduleChange: (schedule: Schedule) => void;
  errors: readonly string[];
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];
/** Monday to Friday, ISO weekdays. */
const workdays = [1, 2, 3, 4, 5];
const timesDefault = 3;

/** The days on which a habit has a goal: all days, some weekdays, or a number of days a week. */
export function ScheduleField(props: ScheduleFieldProps) {
  const { type, weekdays, schedule, onWeekdaysChange, onScheduleChange, errors } = props;
  const { t } = useLingui();
  const isEveryDay = weekdays.length === allWeekdays.length;
  // Choosing weekdays starts with the current ones, which may be all.
  const [isChoosing, setChoosing] = useState(!isEveryDay);
  const mode: Mode = schedule ? "weekly" : isChoosing || !isEveryDay ? "weekdays" : "daily";
  const choose = (next: Mode) => {
    setChoosing(next === "weekdays");
    onScheduleChange(next === "weekly" ? { times_per_week: timesDefault } : null);
    onWeekdaysChange(next === "weekdays" && isEveryDay ? workdays : next === "weekdays" ? [...weekdays] : allWeekdays);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2">
        <span aria-hidden="true" className="text-sm font-[560]">
          {t`How often`}
        </span>
        <Segmented<Mode>
          label={t`How often`}
          options={[
            { value: "daily", label: t`Every day` },
            { value: "weekdays", label: t`Weekdays` },
            ...(type === "good" ? [{ value: "weekly" as const, label: t`Times a week` }] : []),
          ]}
          value={mode}
          onValueChange={choose}
          className="w-full"
        />
      </div>
      {schedule ? (
        <Times value={schedule.times_per_week} onValueChange={(times) => onScheduleChange({ times_per_week: times })} />
      ) : null}
      {mode === "weekdays" || (schedule && !isEveryDay) ? (
        <WeekdayPicker
          value={weekdays}
          onValueChange={onWeekdaysChange}
          errors={errors}
          hint={t`Days off neither break nor extend a streak.`}
        />
      ) : null}
    </div>
  );
}

/** How many days a week: 1 to 7. */
function Times({ value, onValueChange }: { value: number; onValueChange: (times: number) => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-2">
      <fieldset aria-label={t`Times a week`} className="flex items-center gap-3">
        <IconButton
          label={t`Less often`}
          disabled={value <= 1}
          onClick={() => onValueChange(value - 1)}
          className="border border-line"
        >
          <Minus aria-hidden="true" />
        </IconButton>
        <output aria-live="polite" className="min-w-32 text-center text-[0.9375rem] font-[560] tabular-nums">
          <Plural value={value} one="# time a week" other="# times a week" />
        </output>
        <IconButton
          label={t`More often`}
          disabled={value >= 7}
          onClick={() => onValueChange(value + 1)}
          className="border border-line"
        >
          <Plus aria-hidden="true" />
        </IconButton>
      </fieldset>
      <p className="text-sm leading-snug text-ink-muted">
        <Trans>On any days from Monday to Sunday. The streak counts the weeks in which you did it.</Trans>
      </p>
    </div>
  );
}
