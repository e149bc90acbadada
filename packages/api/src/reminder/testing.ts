/** For tests of due reminders: users with reminders, and the messages that were sent to them. */
import { createECDH, randomBytes } from "node:crypto";
import { habits } from "@daymark/db/schema/habit";
import { reminders } from "@daymark/db/schema/reminder";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import type { PushSubscribeInput } from "@daymark/domain/account/push";
import type { ReminderCreateInput } from "@daymark/domain/reminder/reminder";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import { eq } from "drizzle-orm";
import { type PushMessage, type SendPushJob, sendPushTask } from "../host/push.ts";
import { type SendNotificationJob, sendNotificationTask } from "../outgoing/notifier.ts";
import { createTestApi, habitInput, noon, type TestUser } from "../testing.ts";
import { remindDue } from "./due.ts";

/** A subscription to a known push service, as a browser sends it. */
export function newSubscription(): PushSubscribeInput {
  return {
    endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(12).toString("base64url")}`,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  };
}

/** Noon of a Saturday, UTC, which is 14:00 in Kyiv. */
const remindZone = "Europe/Kyiv";

/** Creates procedures, users with reminders, and the job of due reminders. */
export async function createReminderApi() {
  const api = await createTestApi({ max: 12 });
  let last = 0;

  /** Removes the messages that wait for browsers from the queue and returns them. */
  async function takePushes(): Promise<(PushMessage & { user_id: number; subscription_id: number })[]> {
    const jobs = await api.sql<{ id: string; payload: SendPushJob }[]>`
      select jobs.id, jobs.payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${sendPushTask} order by jobs.id`;
    for (const { id } of jobs) await api.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
    return jobs.map(({ payload: { message, ...names } }) => ({ ...names, ...api.push.openMessage(message) }));
  }

  /** The same for notification targets. */
  async function takeNotifications() {
    const jobs = await api.sql<{ id: string; payload: SendNotificationJob; max_attempts: number }[]>`
      select jobs.id, jobs.payload, jobs.max_attempts from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${sendNotificationTask} order by jobs.id`;
    for (const { id } of jobs) await api.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
    return jobs.map(({ payload: { message, ...names }, max_attempts }) => {
      const opened = api.notifier.openMessage(message);
      if (!opened) throw new Error("the message cannot be read");
      return { ...names, max_attempts, ...opened };
    });
  }

  async function takeMails() {
    const mails = await api.readMails();
    const fresh = mails.slice(last);
    last = mails.length;
    return fresh;
  }

  return {
    ...api,
    takePushes,
    takeNotifications,
    takeMails,

    /** Deletes all users, with their reminders and messages. */
    async deleteAll() {
      await api.db.delete(users);
      await api.db.delete(habits);
      await takePushes();
      await api.db.execute("truncate mails restart identity cascade");
      await takeMails();
    },

    /** Creates a user in Kyiv with a verified address and a browser that shows notifications. */
    async createReader(values: Partial<typeof users.$inferInsert> = {}) {
      const reader = await api.createUser({ timezone: remindZone, email_verified: true, ...values });
      // The session is remembered. Otherwise it would end before tomorrow, and its browser would get nothing.
      const remembered = { remember_me: true, expiresAt: new Date(noon + 30 * 86_400_000) };
      await api.db.update(sessions).set(remembered).where(eq(sessions.userId, reader.user.id));
      await reader.caller.push.subscribe(newSubscription());
      return reader;
    },

    /** Creates a habit of the user with a reminder, by default at 21:00 every day, by notification and mail. */
    async createDue(
      { caller }: TestUser,
      {
        habit,
        ...reminder
      }: Partial<Omit<ReminderCreateInput, "habit_id">> & { habit?: Partial<HabitCreateInput> } = {},
    ) {
      const made = await caller.habit.create({ ...habitInput, ...habit });
      const due = await caller.reminder.create({ habit_id: made.id, time: "21:00", by_mail: true, ...reminder });
      return { habit: made, reminder: due };
    },

    /** Runs the job at a given time, which the worker runs every minute. */
    remindAt: (moment: string) =>
      remindDue({
        db: api.db,
        outbox: api.outbox,
        push: api.push,
        notifier: api.notifier,
        now: () => Date.parse(moment),
      }),

    /** When a reminder is next due, as ISO 8601; undefined if it is deleted. */
    async nextOf(id: number): Promise<string | undefined> {
      const [row] = await api.db.select().from(reminders).where(eq(reminders.id, id));
      return row?.next_at.toISOString();
    },

    /** A short form of the reminders sent at a time: the user, the habits and the channel. */
    async toldAt(moment: string) {
      await remindDue({
        db: api.db,
        outbox: api.outbox,
        push: api.push,
        notifier: api.notifier,
        now: () => Date.parse(moment),
      });
      const pushed = (await takePushes()).map(({ content }) => content.kind === "reminder" && titlesOf(content.habits));
      const mailed = (await takeMails()).map(({ values }) => "habits" in values && titlesOf(values.habits));
      return { pushed, mailed };
    },
  };
}

function titlesOf(habits: readonly { title: string }[]): string[] {
  return habits.map(({ title }) => title);
}
