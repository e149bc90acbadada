import type { NotificationTarget } from "@daymark/domain/notification/target";
import type { Reminder } from "@daymark/domain/reminder/reminder";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { IconButton } from "@daymark/ui/icon-button";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import Trash from "lucide-react/icons/trash";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { WeekdayPicker } from "../../tracking/clock/weekday-picker.tsx";

type Changes = Partial<Pick<Reminder, "time" | "weekdays" | "by_push" | "by_mail" | "target_ids">>;

interface ReminderRowProps {
  reminder: Reminder;
  /** Those that the user can choose. */
  targets: readonly NotificationTarget[];
  /** The user has just added it and continues with its time. */
  isNew: boolean;
  onChange: (changes: Changes) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/**
 * One reminder: its time, days and channels. Each change is saved at once; a refused one is rolled back, with the
 * reason.
 */
export function ReminderRow({ reminder, targets, isNew, onChange, onRemove }: ReminderRowProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const [draft, setDraft] = useState<Changes>({});
  const [error, setError] = useState<unknown>(null);
  const [isGoing, setGoing] = useState(false);
  const timeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) timeField.current?.focus();
  }, [isNew]);
  const shown = { ...reminder, ...draft };
  const time = format.instant(`2001-01-01T${reminder.time}:00Z`, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
  const refusals = problemOf(error)?.errors ?? {};
  const errorsOf = (field: string) => (refusals[field] ?? []).map((each) => fieldErrorMessage(i18n, each));
  const isOfField = Object.keys(refusals).length > 0;

  const save = async (changes: Changes) => {
    setDraft((now) => ({ ...now, ...changes }));
    setError(null);
    try {
      await onChange(changes);
    } catch (refusal) {
      setError(refusal);
    } finally {
      // Later changes have their own calls.
      setDraft((now) => without(now, changes));
    }
  };
  const saveTime = () => {
    if (draft.time === undefined) return;
    if (draft.time === "" || draft.time === reminder.time) setDraft((now) => without(now, { time: now.time ?? "" }));
    else void save({ time: draft.time });
  };

  return (
    <li className="rounded-card border border-line p-4">
      <fieldset className="flex flex-col gap-4" aria-label={t`Reminder at ${time}`}>
        <div className="flex items-end justify-between gap-3">
          <TextField
            ref={timeField}
            type="time"
            label={t`Time`}
            value={shown.time}
            onChange={(event) => setDraft((now) => ({ ...now, time: event.target.value }))}
            onBlur={saveTime}
            onKeyDown={(event) => {
              if (event.key === "Enter") saveTime();
            }}
            errors={errorsOf("time")}
            className="w-36"
          />
          <IconButton
            label={t`Delete the reminder at ${time}`}
            disabled={isGoing}
            onClick={async () => {
              setGoing(true);
              try {
                await onRemove();
              } catch (refusal) {
                setError(refusal);
                setGoing(false);
              }
            }}
          >
            <Trash aria-hidden="true" />
          </IconButton>
        </div>
        <WeekdayPicker
          value={shown.weekdays}
          // The last day cannot be removed: the button above deletes the reminder.
          onValueChange={(weekdays) => (weekdays.length > 0 ? void save({ weekdays }) : undefined)}
          errors={errorsOf("weekdays")}
        />
        <div className="flex flex-wrap gap-x-8 gap-y-3">
          <Checkbox
            label={t`By notification`}
            checked={shown.by_push}
            onChange={(event) => void save({ by_push: event.target.checked })}
          />
          <Checkbox
            label={t`By email`}
            checked={shown.by_mail}
            onChange={(event) => void save({ by_mail: event.target.checked })}
          />
          {targets.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={shown.target_ids.includes(id)}
              onChange={({ target: { checked } }) =>
                void save({
                  // A target that another tab has deleted is left out.
                  target_ids: targets
                    .map((target) => target.id)
                    .filter((other) => (other === id ? checked : shown.target_ids.includes(other))),
                })
              }
            />
          ))}
        </div>
        <FieldErrors
          errors={error && !isOfField ? [sentence(i18n, error)] : [...errorsOf("by_push"), ...errorsOf("target_ids")]}
        />
      </fieldset>
    </li>
  );
}

/** Removes the members whose values are those that were sent. */
function without(draft: Changes, sent: Changes): Changes {
  const left = Object.entries(draft).filter(([name, value]) => sent[name as keyof Changes] !== value);
  return Object.fromEntries(left);
}
