import type { HabitType } from "@daymark/domain/tracking/habit";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import { Button } from "@daymark/ui/button";
import { FieldErrors } from "@daymark/ui/field";
import { Segmented } from "@daymark/ui/segmented";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import CalendarCog from "lucide-react/icons/calendar-cog";
import { useId, useState } from "react";
import { WeekdayPicker } from "../../../clock/weekday-picker.tsx";
import { OtherSchedule } from "./other-schedule.tsx";
import { newSchedule, otherKinds } from "./schedule-kinds.ts";
import { Stepper } from "./stepper.tsx";
import { WeekdaysOfWeeks } from "./weekdays-of-weeks.tsx";

type Mode = "daily" | "weekdays" | "weekly";

interface ScheduleFieldProps {
  type: HabitType;
  weekdays: readonly number[];
  schedule: Schedule | null;
  /** `YYYY-MM-DD`: a new schedule counts from it. */
  today: string;
  onWeekdaysChange: (weekdays: number[]) => void;
  onScheduleChange: (schedule: Schedule | null) => void;
  errors: { weekdays: readonly string[]; schedule: readonly string[] };
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];
/** Monday to Friday, ISO weekdays. */
const workdays = [1, 2, 3, 4, 5];
const timesDefault = 3;

/** The days on which a habit has a goal: all days, some weekdays, a number of days a week, or another schedule. */
export function ScheduleField(props: ScheduleFieldProps) {
  const { type, weekdays, schedule, today, onWeekdaysChange, onScheduleChange, errors } = props;
  const { t } = useLingui();
  const errorId = useId();
  const isEveryDay = weekdays.length === allWeekdays.length;
  // Choosing weekdays starts with the current ones, which may be all.
  const [isChoosing, setChoosing] = useState(!isEveryDay);
  const [isOtherOpened, setOtherOpened] = useState(false);
  const times = schedule?.times_per_week;
  const isOther = schedule !== null && times === undefined;
  const isOfWeeks = schedule?.every_weeks !== undefined;
  const modeOfDays: Mode = isChoosing || !isEveryDay ? "weekdays" : "daily";
  const mode = isOther ? null : times === undefined ? modeOfDays : "weekly";
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
      {times === undefined ? null : (
        <div className="flex flex-col gap-2">
          <Stepper
            label={t`Times a week`}
            value={times}
            max={7}
            onValueChange={(next) => onScheduleChange({ times_per_week: next })}
          >
            <Plural value={times} one="# time a week" other="# times a week" />
          </Stepper>
          <p className="text-sm leading-snug text-ink-muted">
            <Trans>On any days from Monday to Sunday. The streak counts the weeks in which you did it.</Trans>
          </p>
        </div>
      )}
      {isOther ? (
        <OtherSchedule
          hasFocus={isOtherOpened}
          type={type}
          schedule={schedule}
          today={today}
          onScheduleChange={(next) => {
            // Weekdays that were chosen for every n-th week would hide days of another schedule.
            if (isOfWeeks && next.every_weeks === undefined) onWeekdaysChange(allWeekdays);
            onScheduleChange(next);
          }}
        />
      ) : (
        <Button
          size="small"
          icon={<CalendarCog aria-hidden="true" />}
          className="self-start"
          onClick={() => {
            onWeekdaysChange(allWeekdays);
            setChoosing(false);
            setOtherOpened(true);
            onScheduleChange(newSchedule(otherKinds[type][0], today));
          }}
        >
          {t`Another schedule`}
        </Button>
      )}
      {isOfWeeks ? (
        <WeekdaysOfWeeks
          from={schedule.from}
          weekdays={weekdays}
          onWeekdaysChange={onWeekdaysChange}
          errors={errors.weekdays}
        />
      ) : mode === "weekdays" || (schedule && !isEveryDay) ? (
        <WeekdayPicker
          value={weekdays}
          onValueChange={onWeekdaysChange}
          errors={errors.weekdays}
          hint={t`Days off neither break nor extend a streak.`}
        />
      ) : null}
      <FieldErrors id={errorId} errors={errors.schedule} />
    </div>
  );
}
