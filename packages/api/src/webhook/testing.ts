import { users } from "@daymark/db/schema/user";
import { type WebhookEvent, webhookEvents } from "@daymark/domain/webhook/webhook-event";
import { eq } from "drizzle-orm";
import { createTestApi, type TestUser } from "../testing.ts";
import { type DeliverWebhookJob, deliverWebhookTask } from "../webhook-event/announce.ts";
import { type FindReachedJob, findReachedTask } from "../webhook-event/found-later.ts";
import { findReached } from "./find-reached.ts";
import { watchStreaks } from "./watch-streaks.ts";

/** The message that a receiver would get. */
export interface WebhookMessage {
  type: WebhookEvent | "webhook.test";
  timestamp: string;
  data: Record<string, unknown>;
}

interface WebhookChoice {
  events?: WebhookEvent[];
  habit_ids?: number[] | null;
}

/** Creates a test API whose queue the test runs by hand. */
export async function createWebhookApi(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi({ max: 20, ...options });
  const { db, sql, clock } = api;
  const deps = { db, longWorkDb: db, now: () => clock.now };

  async function takeJobs<Job>(task: string): Promise<Job[]> {
    const rows = await sql<{ id: string; payload: Job }[]>`
      select j.id, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task} order by j.id`;
    await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`;
    return rows.map(({ payload }) => payload);
  }

  /**
   * Returns the user with a caller that knows webhooks added since, because nodes load a caller again after a change.
   */
  async function refresh({ user: { id } }: TestUser): Promise<TestUser> {
    const { access } = await api.sessions.create(db, id, { rememberMe: false, address: "127.0.0.1", userAgent: "" });
    const caller = await api.callerOfToken(access);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    if (!user) throw new Error("the user does not exist");
    return { user, caller, callerWith: () => caller };
  }

  /** Adds a webhook at a public address, by default for all events. No test resolves the name of the address. */
  async function addWebhook({ caller }: TestUser, values: WebhookChoice = {}) {
    return caller.webhook.create({ url: "https://8.8.8.8/in", events: [...webhookEvents], ...values });
  }

  let taken = 0;
  const allMessages: WebhookMessage[] = [];
  return {
    ...api,
    /** All messages that `takeMessages` has returned. */
    allMessages,
    takeDeliverJobs: () => takeJobs<DeliverWebhookJob>(deliverWebhookTask),

    addWebhook,
    refresh,

    /** Adds a webhook, and returns the user with a caller that knows it. */
    async logIn(owner: TestUser, values?: WebhookChoice): Promise<TestUser> {
      await addWebhook(owner, values);
      return refresh(owner);
    },

    /** Deletes all webhooks, and the jobs of earlier tests. */
    async forgetWebhooks() {
      await sql`delete from webhooks`;
      for (const task of [deliverWebhookTask, findReachedTask]) await takeJobs(task);
      taken = 0;
    },

    /** Runs the jobs that find reached goals. */
    async findReached() {
      for (const job of await takeJobs<FindReachedJob>(findReachedTask)) await findReached(deps, job);
    },

    /** Runs the job of every five minutes at a given time. */
    async watchAt(time: string) {
      clock.now = Date.parse(time);
      await watchStreaks(deps);
    },

    /** The messages since the last call, oldest first. */
    async takeMessages(): Promise<WebhookMessage[]> {
      const rows = await sql<{ id: string; body: string }[]>`select id, body from webhook_deliveries order by id`;
      const messages = rows.slice(taken).map(({ body }) => JSON.parse(body) as WebhookMessage);
      taken = rows.length;
      allMessages.push(...messages);
      return messages;
    },

    /** The types of the messages since the last call, oldest first. */
    async takeTypes(): Promise<WebhookMessage["type"][]> {
      return (await this.takeMessages()).map(({ type }) => type);
    },
  };
}
