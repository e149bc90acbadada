import type { Unit } from "@daymark/domain/base/unit";
import type { FieldErrors } from "@daymark/domain/base/validation";
import { clockTimeOf, instantOfClockTime } from "@daymark/domain/day-log/clock-time";
import type { Habit } from "@daymark/domain/tracking/habit";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { Button } from "@daymark/ui/button";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { pageDayZone } from "../../../lib/preferences/day-zone.ts";
import { pageClock } from "../clock/today.ts";
import { unitName } from "../habit/form/unit-words.ts";
import { readAmount } from "../progress/amount.ts";
import { convertedText, UnitSelect, unitsToType } from "../progress/unit-select.tsx";
import { type LogDraft, logDrafts } from "./log-drafts.ts";
import type { LogEntry } from "./use-day-log.ts";

interface LogItemFormProps {
  habit: Habit;
  day: string;
  /** Where what is typed is kept until it is saved or canceled. */
  draftKey: string;
  /** Its amount and time before an edit; for a new entry what the fields begin with. */
  begin: { value: number | null; unit: Unit; at: string | null };
  saveLabel: string;
  /** @returns the errors of fields, or null if it was saved */
  onSave: (item: LogEntry) => Promise<FieldErrors | null>;
  onDone: () => void;
  onCancel: () => void;
}

/** The time and the amount of an entry, in the habit's unit or another of its kind. What was typed stays until it is saved. */
export function LogItemForm({ habit, day, draftKey, begin, saveLabel, onSave, onDone, onCancel }: LogItemFormProps) {
  const { i18n, t } = useLingui();
  const zone = pageDayZone().current();
  const beginTime = begin.at === null ? "" : clockTimeOf(begin.at, zone);
  const beginText = begin.value === null ? "" : String(begin.value);
  const [draft, setDraft] = useState(
    (): LogDraft => logDrafts.get(draftKey) ?? { time: beginTime, text: beginText, unit: begin.unit },
  );
  const { time, text, unit } = draft;
  const change = (changed: Partial<LogDraft>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    logDrafts.set(draftKey, next);
  };
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setBusy] = useState(false);
  const amount = useRef<HTMLInputElement>(null);
  useEffect(() => amount.current?.select(), []);
  const converted = convertedText(i18n, habit, text, unit);
  const hasUnits = unitsToType(habit).length > 1;
  const messages = (field: string) => (errors[field] ?? []).map((error) => fieldErrorMessage(i18n, error));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { value, error } = readAmount(text);
    if (error) return setErrors({ value: [error] });
    const clock = { timezone: zone, dayStartHour: pageClock().dayStartHour };
    // An unchanged time keeps its seconds.
    const at = time === beginTime ? begin.at : time === "" ? null : instantOfClockTime(day, time, clock);
    setBusy(true);
    const refused = await onSave({ value, unit, at });
    setBusy(false);
    if (refused) return setErrors(refused);
    setErrors({});
    logDrafts.delete(draftKey);
    onDone();
  };

  return (
    <form
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // Closes only this form, not the form of the day. The typed text stays.
        event.stopPropagation();
        onCancel();
      }}
      noValidate
      className="flex flex-col gap-2"
    >
      {/* Five digits and a long unit need their own line on the narrowest phones. */}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-2 max-[22rem]:grid-cols-1">
        <TextField
          type="time"
          label={t`Time`}
          value={time}
          onChange={(event) => change({ time: event.target.value })}
          errors={messages("at")}
        />
        <TextField
          ref={amount}
          label={t`Amount, ${{ unit: unitName(i18n, habit, unit).toLocaleLowerCase(i18n.locale) }}`}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
          inputMode="numeric"
          autoComplete="off"
          end={
            hasUnits ? (
              <UnitSelect
                habit={habit}
                label={t`Unit of the entry`}
                unit={unit}
                onChange={(next) => change({ unit: next })}
              />
            ) : undefined
          }
          className={hasUnits ? "[&_input]:pr-28!" : undefined}
          hint={converted && t`= ${{ amount: converted }}`}
          errors={[...messages("value"), ...messages("unit")]}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            logDrafts.delete(draftKey);
            onCancel();
          }}
        >
          {t`Cancel`}
        </Button>
        <Button size="small" type="submit" disabled={isBusy}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}
