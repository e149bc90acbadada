import type { Transaction } from "@daymark/db/connection/client";
import { endOfDay, type ReminderHabit, reminderLateMaxSeconds } from "@daymark/domain/reminder/reminder";
import type { Outbox } from "../host/outbox.ts";
import type { Push } from "../host/push.ts";
import type { Notifier } from "../outgoing/notifier.ts";
import { createDoneToken } from "./done.ts";
import { type Person, todayOf } from "./due-people.ts";
import type { DueReminder } from "./due-reminders.ts";

/** A phone that is switched on later than this gets no notification. */
const pushLifeMilliseconds = 4 * 3_600_000;

/** The ways to a user. */
export interface TellDeps {
  outbox: Outbox;
  push: Push;
  notifier: Notifier;
}

/**
 * Sends a user one notification, one mail and one message to each notification target about their open habits.
 *
 * @param message.open due reminders of habits that are open
 * @param message.browsers ids of push subscriptions
 * @param message.now milliseconds since the epoch
 * @returns whether anything was sent
 */
export async function tell(
  deps: TellDeps,
  tx: Transaction,
  {
    person,
    open,
    browsers,
    now,
  }: { person: Person; open: readonly DueReminder[]; browsers: readonly number[]; now: number },
): Promise<boolean> {
  const { outbox, push } = deps;
  const pushed = habitsOf(open.filter(({ by_push }) => by_push));
  const mailed = person.has_mails ? habitsOf(open.filter(({ by_mail }) => by_mail)) : [];
  if (pushed.length > 0 && browsers.length > 0) {
    const { language, timezone, day_start_hour } = person;
    const day = todayOf(person, now);
    const dayEndsAt = endOfDay(day, timezone, day_start_hour);
    const expires_at = Math.min(now + pushLifeMilliseconds, dayEndsAt);
    const [only, ...others] = pushed;
    const content = { kind: "reminder", habits: pushed } as const;
    if (person.has_done && only && others.length === 0) {
      for (const id of browsers) {
        const done = await createDoneToken(tx, {
          ...{ user_id: person.id, subscription_id: id, habit_id: only.id, day },
          expires_at: new Date(dayEndsAt),
        });
        if (done === null) continue;
        const to = { userId: person.id, subscriptionIds: [id] };
        await push.enqueue(tx, to, { language, content: { ...content, done }, expires_at });
      }
    } else {
      await push.enqueue(tx, { userId: person.id, subscriptionIds: browsers }, { language, content, expires_at });
    }
  }
  const isTargetTold = await tellTargets(deps, tx, { person, open, now });
  if (mailed.length > 0) {
    await outbox.enqueue(tx, person.id, {
      template: "reminder",
      to: person.email,
      language: person.language,
      values: {
        username: person.username,
        link: `${outbox.publicUrl}/dashboard`,
        habits: mailed,
        unsubscribe: outbox.unsubscribe.create({ purpose: "reminders", userId: person.id }),
      },
    });
  }
  return (pushed.length > 0 && browsers.length > 0) || mailed.length > 0 || isTargetTold;
}

/** Each target gets one message about all habits whose due reminders have chosen it. */
async function tellTargets(
  { notifier }: TellDeps,
  tx: Transaction,
  { person, open, now }: { person: Person; open: readonly DueReminder[]; now: number },
): Promise<boolean> {
  const ids = [...new Set(open.flatMap(({ target_ids }) => target_ids))];
  for (const id of ids) {
    const habits = habitsOf(open.filter(({ target_ids }) => target_ids.includes(id)));
    await notifier.enqueue(
      tx,
      { userId: person.id, targetIds: [id] },
      {
        language: person.language,
        content: { kind: "reminder", habits },
        expires_at: now + reminderLateMaxSeconds * 1000,
      },
    );
  }
  return ids.length > 0;
}

/** Each habit once, even if several of its times have come. */
function habitsOf(due: readonly DueReminder[]): ReminderHabit[] {
  return [...new Map(due.map(({ habit }) => [habit.id, habit])).values()];
}
