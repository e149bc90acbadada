import { remindersOfHabitMax } from "@daymark/domain/reminder/reminder";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Skeleton } from "@daymark/ui/skeleton";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { hueStyle } from "../../tracking/habit/hues.ts";
import { Refusal } from "../settings/refusal.tsx";
import { freeTime } from "./free-time.ts";
import { MailNotice } from "./mail-notice.tsx";
import { PushNotice } from "./push-notice.tsx";
import { ReminderRow } from "./reminder-row.tsx";
import { usePush } from "./use-push.ts";
import { useReminders } from "./use-reminders.ts";

interface ReminderDialogProps {
  habit: Habit | null;
  onClose: () => void;
}

/** The times and the channels of a habit's reminders. */
export default function ReminderDialog({ habit, onClose }: ReminderDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(habit);
  if (habit && habit !== shown) setShown(habit);
  if (!shown) return null;
  return (
    <Dialog
      open={habit !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Reminders`}
      description={shown.title}
      closeLabel={t`Close`}
    >
      <Reminders key={shown.id} habit={shown} isOpen={habit !== null} />
    </Dialog>
  );
}

function Reminders({ habit, isOpen }: { habit: Habit; isOpen: boolean }) {
  const { list, create, add, change, remove } = useReminders(habit.id, { isOpen });
  const targets = trpc.notificationTarget.list.useQuery({}, { enabled: isOpen });
  const push = usePush();
  const mail = useMailWay();
  const [added, setAdded] = useState<number | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const reminders = list.data?.results;
  if (!reminders) {
    return list.isError ? (
      <div className="flex flex-col items-start gap-3">
        <Refusal error={list.error} />
        <Button size="small" onClick={() => void list.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }

  const onAdd = async () => {
    const time = freeTime(reminders.map((reminder) => reminder.time));
    // A browser that never shows notifications is no useful channel.
    const byMail = (push.state === "unsupported" || push.state === "denied") && mail.isPossible;
    try {
      setAdded((await add({ time, by_push: !byMail, by_mail: byMail })).id);
    } catch {
      // The error is shown below the button.
    }
  };
  return (
    <div className="flex flex-col gap-4" style={hueStyle(habit.hue)}>
      <p className="text-[0.9375rem] text-ink-muted">
        {habit.type === "good" ? (
          <Trans>
            You are only reminded while the day is open, not if the habit is done, skipped or has a day off.
          </Trans>
        ) : (
          <Trans>You are asked how the day went unless you have already recorded, confirmed or skipped it.</Trans>
        )}
      </p>
      {reminders.length > 0 ? (
        <ul className="flex flex-col gap-3">
          {reminders.map((reminder) => (
            <ReminderRow
              key={reminder.id}
              reminder={reminder}
              targets={targets.data?.results ?? []}
              isNew={reminder.id === added}
              onChange={(changes) => change(reminder.id, changes)}
              onRemove={async () => {
                await remove(reminder.id);
                adder.current?.focus();
              }}
            />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-col gap-2">
        <Button
          ref={adder}
          icon={<Plus aria-hidden="true" />}
          isBusy={create.isPending}
          disabled={reminders.length >= remindersOfHabitMax}
          onClick={() => void onAdd()}
          className="self-start"
        >
          <Trans>Add a reminder</Trans>
        </Button>
        {reminders.length >= remindersOfHabitMax ? (
          <p className="text-sm text-ink-muted">
            <Plural
              value={remindersOfHabitMax}
              one="A habit can have # reminder."
              other="A habit can have # reminders."
            />
          </p>
        ) : null}
        <Refusal error={create.error} />
      </div>
      {reminders.some((reminder) => reminder.by_push) ? <PushNotice push={push} /> : null}
      {reminders.some((reminder) => reminder.by_mail) ? <MailNotice /> : null}
    </div>
  );
}

/** Whether the user can receive mails. */
function useMailWay(): { isPossible: boolean } {
  const profile = trpc.auth.profile.useQuery({});
  const settings = trpc.auth.settings.get.useQuery({});
  return { isPossible: profile.data?.email_verified === true && settings.data?.reminder_mails === true };
}
