import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { deviceTimezone } from "../../../tracking/clock/timezones.ts";
import { hourAhead, instantOf, localTime } from "../local-time.ts";

interface ScheduleDialogProps {
  open: boolean;
  /** The current publication time, if there is one. */
  at: string | null;
  isBusy: boolean;
  onClose: () => void;
  /** ISO 8601. */
  onSchedule: (at: string) => Promise<unknown>;
}

/** Sets the publication time of a post, in the author's time zone. */
export default function ScheduleDialog({ open, at, isBusy, onClose, onSchedule }: ScheduleDialogProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [time, setTime] = useState(() => (at ? localTime(new Date(at)) : hourAhead(new Date())));
  const [isAsked, setAsked] = useState(false);
  const instant = instantOf(time);
  const isPast = instant !== null && instant.getTime() <= Date.now();
  const zone = deviceTimezone();
  const errors = !isAsked
    ? []
    : instant === null
      ? [t`Choose a day and a time.`]
      : isPast
        ? [t`This time has passed.`]
        : [];
  const told =
    instant && !isPast ? format.instant(instant.toISOString(), { dateStyle: "full", timeStyle: "short" }) : null;
  const send = async () => {
    setAsked(true);
    if (instant === null || instant.getTime() <= Date.now()) return;
    await onSchedule(instant.toISOString());
    // The error is shown beside its field.
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Schedule the post`}
      description={t`At this time, it is published and subscribers are emailed.`}
      closeLabel={t`Close`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void send()}>
            <Trans>Schedule</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Day and time`}
        type="datetime-local"
        value={time}
        min={localTime(new Date())}
        required
        hint={t`In your time zone: ${zone}`}
        errors={errors}
        onChange={(event) => setTime(event.target.value)}
      />
      {told ? (
        <p aria-live="polite" className="mt-3 text-sm text-ink-muted">
          {told}
        </p>
      ) : null}
    </Dialog>
  );
}
