import { dayMax, dayMin, fromDayNumber, isDay, toDayNumber } from "@daymark/domain/base/day";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { endDaysMax, endTotalMax } from "@daymark/domain/tracking/schedule-bounds";
import { FieldErrors } from "@daymark/ui/field";
import { Segmented } from "@daymark/ui/segmented";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { CountField } from "./schedule/count-field.tsx";
import { amountText } from "./unit-words.ts";

type Kind = "none" | "until" | "days" | "total";

interface EndFieldProps {
  type: HabitType;
  end: HabitEnd | null;
  /** Of the habit, in which a total counts. */
  unit: Pick<Habit, "unit" | "unit_label">;
  /** `YYYY-MM-DD`: a new end counts from it. */
  today: string;
  onEndChange: (end: HabitEnd | null) => void;
  errors: readonly string[];
}

/** A month, as a challenge has it. */
const daysDefault = 30;
const totalDefault = 12;

/** When the habit ends: never, on a date, after a number of days or, for a good habit, with a total. */
export function EndField({ type, end, unit, today, onEndChange, errors }: EndFieldProps) {
  const { t } = useLingui();
  const errorId = useId();
  const kind = kindOf(end);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2">
        <span aria-hidden="true" className="text-sm font-[560]">
          {t({ message: "End", context: "of a habit" })}
        </span>
        <Segmented<Kind>
          label={t({ message: "End", context: "of a habit" })}
          options={[
            { value: "none", label: t({ message: "None", context: "end of a habit" }) },
            { value: "until", label: t({ message: "Date", context: "end of a habit" }) },
            { value: "days", label: t({ message: "Days", context: "end of a habit" }) },
            ...(type === "good"
              ? [{ value: "total" as const, label: t({ message: "Total", context: "end of a habit" }) }]
              : []),
          ]}
          value={kind}
          onValueChange={(next) => onEndChange(newEnd(next, today))}
          className="w-full"
        />
      </div>
      {end ? <KindFields key={kind} end={end} unit={unit} onEndChange={onEndChange} /> : null}
      <FieldErrors id={errorId} errors={errors} />
    </div>
  );
}

function kindOf(end: HabitEnd | null): Kind {
  if (end === null) return "none";
  if (end.until !== undefined) return "until";
  return end.days === undefined ? "total" : "days";
}

function newEnd(kind: Kind, today: string): HabitEnd | null {
  if (kind === "none") return null;
  if (kind === "days") return { days: daysDefault, from: today };
  if (kind === "total") return { total: totalDefault, from: today };
  return { until: fromDayNumber(toDayNumber(today) + daysDefault - 1) };
}

type KindFieldsProps = Pick<EndFieldProps, "unit" | "onEndChange"> & { end: HabitEnd };

function KindFields({ end, unit, onEndChange }: KindFieldsProps) {
  const { t } = useLingui();
  const { until, days, from = "" } = end;
  if (until !== undefined) {
    return (
      <>
        <DayField label={t`Last day`} value={until} onValueChange={(next) => onEndChange({ until: next })} />
        <EndHint end={end} unit={unit} />
      </>
    );
  }
  const count =
    days === undefined
      ? {
          ...{ label: t({ message: "Total", context: "end of a habit" }), value: end.total ?? 0, max: endTotalMax },
          onValueChange: (total: number) => onEndChange({ total, from }),
        }
      : {
          ...{ label: t`Number of days`, value: days, max: endDaysMax },
          onValueChange: (next: number) => onEndChange({ days: next, from }),
        };
  return (
    <>
      {/* A date does not fit in half of the narrowest phones. */}
      <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
        <CountField {...count} />
        <DayField
          label={t({ message: "Counts from", context: "end of a habit" })}
          value={from}
          onValueChange={(next) => onEndChange({ ...end, from: next })}
        />
      </div>
      <EndHint end={end} unit={unit} />
    </>
  );
}

/** What the end means, in a sentence below its fields. */
function EndHint({ end: { days, total, from = "" }, unit }: Pick<KindFieldsProps, "end" | "unit">) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const dayText = (day: string) => format.day(day, { day: "numeric", month: "long", year: "numeric" });
  const sentence = () => {
    if (total) return t`The habit ends once you reach ${{ amount: amountText(i18n, unit, total) }}.`;
    if (!days) return t`After this day, nothing is due. The streak stays.`;
    if (!isDay(from)) return null;
    const lastDay = dayText(fromDayNumber(toDayNumber(from) + days - 1));
    return t`The last day is ${lastDay}. The streak stays.`;
  };
  return <p className="text-sm leading-snug text-ink-muted">{sentence()}</p>;
}

function DayField(props: { label: string; value: string; onValueChange: (day: string) => void }) {
  return (
    <TextField
      label={props.label}
      type="date"
      required
      min={dayMin}
      max={dayMax}
      value={props.value}
      onChange={(event) => props.onValueChange(event.target.value)}
    />
  );
}
