import { amountMax } from "@daymark/domain/base/bounds";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { readAmount } from "../progress/amount.ts";
import { clockFace, countedSecondsMin, forgottenAfterSeconds } from "./elapsed.ts";
import type { Timer } from "./timers.ts";
import type { TimerQuestion } from "./use-timer-end.ts";

interface TimerDialogProps {
  question: TimerQuestion | null;
  onAdd: (timer: Timer, day: string, seconds: number) => void;
  onDiscard: (timer: Timer, title: string) => void;
  onGoOn: () => void;
  /** The element that gets the focus when the dialog about a timer closes. */
  finalFocus: (timer: Timer) => HTMLElement | null;
}

/** Asks for the day and the amount of a timer's time, if they are not obvious, or whether a short time counts. */
export default function TimerDialog({ question, ...actions }: TimerDialogProps) {
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  if (!shown) return null;
  const isOfOneDay = shown.timer.day === shown.today;
  const Question = shown.isShort && isOfOneDay ? AskedToKeep : Asked;
  return <Question key={shown.timer.startedAt} question={shown} isOpen={question !== null} {...actions} />;
}

interface AskedProps extends Omit<TimerDialogProps, "question"> {
  question: TimerQuestion;
  isOpen: boolean;
}

/** Whether less than a minute counts. Enter keeps it, Escape lets the timer run on. */
function AskedToKeep({ question, isOpen, onAdd, onDiscard, onGoOn, finalFocus }: AskedProps) {
  const { t } = useLingui();
  const { timer, title, seconds } = question;
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onGoOn();
      }}
      title={t`Keep less than a minute?`}
      description={t`${{ title }}: it ran for ${{ time: clockFace(seconds) }}.`}
      closeLabel={t`Keep it running`}
      width="narrow"
      initialFocus={keep}
      finalFocus={() => finalFocus(timer)}
      actions={
        <>
          <Button kind="quiet" onClick={() => onDiscard(timer, title)}>
            {t`Discard`}
          </Button>
          <Button ref={keep} kind="primary" onClick={() => onAdd(timer, timer.day, countedSecondsMin)}>
            {t`Keep as 1 minute`}
          </Button>
        </>
      }
    >
      <p className="text-ink-muted">{t`If you keep it, it counts as a whole minute.`}</p>
    </Dialog>
  );
}

function Asked({ question, isOpen, onAdd, onDiscard, onGoOn, finalFocus }: AskedProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { timer, title, today, seconds, isShort } = question;
  const measured = String(Math.min(amountMax, Math.max(1, Math.round(seconds / 60))));
  const [minutes, setMinutes] = useState(measured);
  const [day, setDay] = useState(timer.day);
  const [isChecked, setChecked] = useState(false);
  const amount = readAmount(minutes);
  const errors = isChecked && amount.error ? [fieldErrorMessage(i18n, amount.error)] : [];
  const isForgotten = seconds > forgottenAfterSeconds;
  // For a timer of several days, the choice is its first day or today.
  const days = [...new Set([timer.day, today])];
  const add = () => {
    setChecked(true);
    if (amount.value === undefined) return;
    // If the user did not change the minutes, the time is exact to the second, unless it is a part of a minute.
    onAdd(timer, day, minutes === measured && !isShort ? seconds : amount.value * 60);
  };
  const name = (each: string) =>
    each === today
      ? t`Today, ${{ date: format.day(each, { day: "numeric", month: "short" }) }}`
      : format.day(each, { weekday: "short", day: "numeric", month: "short" });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onGoOn();
      }}
      title={isForgotten ? t`Did you forget the timer?` : t`Which day is it for?`}
      description={t`${{ title }}: it ran for ${{ time: clockFace(seconds) }}.`}
      closeLabel={t`Keep it running`}
      width="narrow"
      finalFocus={() => finalFocus(timer)}
      actions={
        <>
          <Button kind="quiet" onClick={() => onDiscard(timer, title)}>
            {t`Discard`}
          </Button>
          <Button kind="primary" onClick={add}>
            {t`Add time`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {days.length > 1 ? (
          <Segmented
            label={t`Day`}
            options={days.map((each) => ({ value: each, label: name(each) }))}
            value={day}
            onValueChange={setDay}
            className="w-full"
          />
        ) : null}
        <TextField
          label={t`Minutes`}
          value={minutes}
          inputMode="numeric"
          autoComplete="off"
          errors={errors}
          onChange={(event) => setMinutes(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
      </div>
    </Dialog>
  );
}
