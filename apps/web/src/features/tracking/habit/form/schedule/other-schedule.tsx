import { dayMax, dayMin } from "@daymark/domain/base/day";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { Schedule } from "@daymark/domain/tracking/schedule";
import {
  everyDaysMax,
  everyMonthsMax,
  everyWeeksMax,
  timesPerMonthMax,
  timesPerQuarterMax,
  windowDaysMax,
} from "@daymark/domain/tracking/schedule-bounds";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../../../../lib/language/format.ts";
import { useWeekdays } from "../../../clock/use-weekdays.ts";
import { weekdayName } from "../../../clock/week.ts";
import { CountField } from "./count-field.tsx";
import { MonthDayPicker } from "./month-day-picker.tsx";
import { newSchedule, type OtherKind, otherKindOf, otherKinds } from "./schedule-kinds.ts";
import { SinceLastFields } from "./since-last-fields.tsx";

interface OtherScheduleProps {
  /** True if the user has just opened it by a button, which is gone: then the choice of the kind gets the focus. */
  hasFocus: boolean;
  type: HabitType;
  schedule: Schedule;
  /** `YYYY-MM-DD` */
  today: string;
  onScheduleChange: (schedule: Schedule) => void;
}

const kindNames: Record<OtherKind, MessageDescriptor> = {
  since_last: msg`After the last time`,
  times_in_days: msg`A few times in any few days`,
  every_days: msg`Every few days`,
  every_weeks: msg`Every few weeks`,
  every_months: msg`Every few months`,
  month_days: msg`On days of the month`,
  month_weekdays: msg`On a weekday of the month`,
  times_per_month: msg`A few times a month`,
  times_per_quarter: msg`A few times a quarter`,
  amount_week: msg`An amount a week`,
  amount_month: msg`An amount a month`,
  amount_quarter: msg`An amount a quarter`,
};

/** What a schedule asks for, in a sentence below its fields. */
const hints: Record<OtherKind, MessageDescriptor> = {
  since_last: msg`Due this long after you last did it. A done day covers the days until then. The streak counts days.`,
  times_in_days: msg`Done days cover the days around them. The streak counts days. 30 or 31 days mean a month.`,
  every_days: msg`All other days are off. The streak counts the days that are due.`,
  every_weeks: msg`Due in the week of the first day, then again after as many weeks as you set. All other days are off.`,
  every_months: msg`Due on the same day of the month as the first day, or on the last day of a shorter month. All other days are off.`,
  month_days: msg`In a month without such a day, the last day takes its place. All other days are off.`,
  month_weekdays: msg`All other days are off. The streak counts the days that are due.`,
  times_per_month: msg`On any days of the month. The streak counts the months in which you did it.`,
  times_per_quarter: msg`On any days of the quarter. The streak counts the quarters in which you did it.`,
  amount_week: msg`The amounts from Monday to Sunday are added up. The streak counts weeks.`,
  amount_month: msg`The amounts of the month are added up. The streak counts months.`,
  amount_quarter: msg`The amounts of the quarter are added up. The streak counts quarters.`,
};

/** A schedule that is less common than days of the week: its kind, and the fields of that kind. */
export function OtherSchedule({ hasFocus, type, schedule, today, onScheduleChange }: OtherScheduleProps) {
  const { i18n, t } = useLingui();
  // Both kinds may have one time: then the choice is what the user made it.
  const [chosen, setChosen] = useState<OtherKind>(() => otherKindOf(schedule));
  const kind = schedule.times_in_days && chosen === "times_in_days" ? chosen : otherKindOf(schedule);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) ref.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
  }, [hasFocus]);
  return (
    <div ref={ref} className="flex flex-col gap-3">
      <Select<OtherKind>
        label={t({ message: "Schedule", context: "of a habit" })}
        groups={[{ options: otherKinds[type].map((value) => ({ value, label: i18n._(kindNames[value]) })) }]}
        value={kind}
        onValueChange={(next) => {
          setChosen(next);
          onScheduleChange(newSchedule(next, today));
        }}
      />
      <KindFields
        key={kind}
        isSinceLast={kind === "since_last"}
        schedule={schedule}
        onScheduleChange={onScheduleChange}
      />
      <p className="text-sm leading-snug text-ink-muted">{i18n._(hints[kind])}</p>
    </div>
  );
}

interface KindFieldsProps extends Pick<OtherScheduleProps, "schedule" | "onScheduleChange"> {
  isSinceLast: boolean;
}

function KindFields({ isSinceLast, schedule, onScheduleChange }: KindFieldsProps) {
  const { t } = useLingui();
  const {
    month_days: days,
    month_weekdays: weekdays,
    times_per_month: ofMonth,
    times_per_quarter: ofQuarter,
    times_in_days: inDays,
  } = schedule;
  if (days) return <MonthDayPicker value={days} onValueChange={(month_days) => onScheduleChange({ month_days })} />;
  if (weekdays) return <MonthWeekday value={weekdays} onScheduleChange={onScheduleChange} />;
  if (ofMonth !== undefined) {
    const change = (times_per_month: number) => onScheduleChange({ times_per_month });
    return <CountField label={t`Times a month`} value={ofMonth} max={timesPerMonthMax} onValueChange={change} />;
  }
  if (ofQuarter !== undefined) {
    const change = (times_per_quarter: number) => onScheduleChange({ times_per_quarter });
    return <CountField label={t`Times a quarter`} value={ofQuarter} max={timesPerQuarterMax} onValueChange={change} />;
  }
  if (isSinceLast) return <SinceLastFields schedule={schedule} onScheduleChange={onScheduleChange} />;
  if (inDays) return <TimesInDays value={inDays} onScheduleChange={onScheduleChange} />;
  return schedule.target_per ? null : <Distance schedule={schedule} onScheduleChange={onScheduleChange} />;
}

interface TimesInDaysProps extends Pick<OtherScheduleProps, "onScheduleChange"> {
  value: NonNullable<Schedule["times_in_days"]>;
}

function TimesInDays({ value, onScheduleChange }: TimesInDaysProps) {
  const { t } = useLingui();
  const change = (changed: Partial<typeof value>) => onScheduleChange({ times_in_days: { ...value, ...changed } });
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <CountField
        label={t`Times`}
        value={value.times}
        max={windowDaysMax}
        onValueChange={(times) => change({ times })}
      />
      <CountField
        label={t({ message: "In days", context: "in any so many days" })}
        value={value.days}
        max={windowDaysMax}
        onValueChange={(days) => change({ days })}
      />
    </div>
  );
}

/** How far apart the due days are, and the first of them. */
function Distance({ schedule, onScheduleChange }: Pick<OtherScheduleProps, "schedule" | "onScheduleChange">) {
  const { t } = useLingui();
  const { every_days: days, every_weeks: weeks, every_months: months, from = "" } = schedule;
  return (
    <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
      {days !== undefined ? (
        <CountField
          label={t`Days apart`}
          value={days}
          max={everyDaysMax}
          onValueChange={(every_days) => onScheduleChange({ every_days, from })}
        />
      ) : weeks !== undefined ? (
        <CountField
          label={t`Weeks apart`}
          value={weeks}
          max={everyWeeksMax}
          onValueChange={(every_weeks) => onScheduleChange({ every_weeks, from })}
        />
      ) : (
        <CountField
          label={t`Months apart`}
          value={months ?? 0}
          max={everyMonthsMax}
          onValueChange={(every_months) => onScheduleChange({ every_months, from })}
        />
      )}
      <TextField
        label={t`First day`}
        type="date"
        required
        min={dayMin}
        max={dayMax}
        value={from}
        onChange={(event) => onScheduleChange({ ...schedule, from: event.target.value })}
      />
    </div>
  );
}

const nths = ["1", "2", "3", "4", "-1"] as const;

const nthNames: Record<(typeof nths)[number], MessageDescriptor> = {
  "1": msg({ message: "First", context: "weekday of the month" }),
  "2": msg({ message: "Second", context: "weekday of the month" }),
  "3": msg({ message: "Third", context: "weekday of the month" }),
  "4": msg({ message: "Fourth", context: "weekday of the month" }),
  "-1": msg({ message: "Last", context: "weekday of the month" }),
};

interface MonthWeekdayProps extends Pick<OtherScheduleProps, "onScheduleChange"> {
  value: NonNullable<Schedule["month_weekdays"]>;
}

/** A weekday of the month, such as the last Friday. A schedule of several, made by a script, keeps the others. */
function MonthWeekday({ value, onScheduleChange }: MonthWeekdayProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const weekdays = useWeekdays();
  const [first = { nth: 1, weekday: 1 }, ...others] = value;
  const change = (next: typeof first) => {
    const kept = others.filter(({ nth, weekday }) => nth !== next.nth || weekday !== next.weekday);
    onScheduleChange({ month_weekdays: [next, ...kept] });
  };
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Select
        label={t`Which one`}
        groups={[{ options: nths.map((nth) => ({ value: nth, label: i18n._(nthNames[nth]) })) }]}
        value={String(first.nth) as (typeof nths)[number]}
        onValueChange={(nth) => change({ ...first, nth: Number(nth) })}
      />
      <Select
        label={t`Day of the week`}
        groups={[{ options: weekdays.map((day) => ({ value: String(day), label: weekdayName(day, format, "long") })) }]}
        value={String(first.weekday)}
        onValueChange={(weekday) => change({ ...first, weekday: Number(weekday) })}
      />
    </div>
  );
}
