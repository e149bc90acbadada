import type { Reminder } from "@daymark/domain/reminder/reminder";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";

type Changes = Partial<Pick<Reminder, "time" | "weekdays" | "by_push" | "by_mail" | "target_ids">>;

/** The reminders of a habit, by time of day. Each change is saved at once. */
export function useReminders(habitId: number, { isOpen }: { isOpen: boolean }) {
  const utils = trpc.useUtils();
  const { report } = useBrowser();
  const key = { habit_id: habitId };
  const list = trpc.reminder.list.useQuery(key, { enabled: isOpen });
  const keep = (change: (reminders: readonly Reminder[]) => readonly Reminder[]) => {
    utils.reminder.list.setData(
      key,
      (known) => known && { ...known, results: [...change(known.results)].sort(byTime) },
    );
    // The first reminder also stores the time zone of a user who had none.
    void utils.auth.settings.get.invalidate();
  };
  // One call after another, so that the server receives them in order.
  const scope = { id: `reminders-${habitId}` };
  const create = trpc.reminder.create.useMutation({
    scope,
    onSuccess: (made) => {
      keep((reminders) => [...reminders, made]);
      void report.success("reminder_created");
    },
  });
  const update = trpc.reminder.update.useMutation({
    scope,
    onSuccess: (changed) => {
      keep((reminders) => reminders.map((other) => (other.id === changed.id ? changed : other)));
      void report.success("reminder_updated");
    },
  });
  const remove = trpc.reminder.delete.useMutation({
    scope,
    onSuccess: ({ detail }, { id }) => {
      keep((reminders) => reminders.filter((other) => other.id !== id));
      void report.success(detail);
    },
  });
  return {
    list,
    create,
    add: (given: Changes & { time: string }) => create.mutateAsync({ ...given, habit_id: habitId }),
    change: (id: number, changes: Changes) => update.mutateAsync({ ...changes, id }),
    remove: (id: number) => remove.mutateAsync({ id }),
  };
}

function byTime(a: Reminder, b: Reminder): number {
  return a.time < b.time ? -1 : 1;
}
