import type { Database, Transaction } from "@daymark/db/connection/client";
import type { Habit } from "@daymark/domain/tracking/habit";
import { waitingDeliveriesMax } from "@daymark/domain/webhook/webhook";
import type { adminEvents, WebhookEvent } from "@daymark/domain/webhook/webhook-event";
import type { MessageData } from "@daymark/domain/webhook/webhook-message";
import { type SQL, sql } from "drizzle-orm";
import { flagsOf, latePriority, promptPriority } from "../outgoing/receiver-speed.ts";

/** The job that sends one message to one webhook: {@link DeliverWebhookJob} is its payload. */
export const deliverWebhookTask = "deliver_webhook";

export interface DeliverWebhookJob {
  delivery_id: number;
  /** Attempts that had ended when the job was enqueued: a job that runs again after its attempt was recorded does nothing. */
  attempt: number;
}

/** The job records each failure of a receiver itself. The queue repeats only those of the database and of its node. */
const jobAttemptsMax = 25;

type EventOf<Type extends WebhookEvent> = {
  type: Type;
  data: MessageData[Type];
  /** The habit that it concerns; null for events that concern none. */
  habitId: number | null;
  /** Identifies the event, so that it is announced once however often it is found; absent if each call is a new event. */
  key?: string;
};
export type Announced = { [Type in WebhookEvent]: EventOf<Type> }[WebhookEvent];

type Executor = Pick<Database | Transaction, "execute">;

/**
 * Enqueues events for a user's webhooks that are on and have chosen them, in the transaction of the change: neither
 * exists without the other. A webhook gets the first events until
 * {@link waitingDeliveriesMax} deliveries of it wait, and none beyond.
 *
 * @param at when it happened, in milliseconds since the epoch
 */
export async function announce(db: Executor, userId: number, events: readonly Announced[], at: number): Promise<void> {
  await insertDeliveries(db, sql`w.user_id = ${userId}`, events, at);
}

/** As {@link announce}, for the webhooks of all admins. */
export async function announceToAdmins(
  db: Executor,
  event: Announced & { type: (typeof adminEvents)[number] },
  at: number,
): Promise<void> {
  await insertDeliveries(db, sql`w.user_id in (select id from users where is_staff and is_active)`, [event], at);
}

async function insertDeliveries(db: Executor, whose: SQL, events: readonly Announced[], at: number): Promise<void> {
  if (events.length === 0) return;
  const timestamp = new Date(at).toISOString();
  const rows = events.map(({ type, data, habitId, key = null }, place) => ({
    place,
    type,
    habit_id: habitId,
    key,
    body: JSON.stringify({ type, timestamp, data: withoutHistories(data) }),
  }));
  const types = [...new Set(events.map(({ type }) => type))];
  await db.execute(sql`
    with chosen as materialized (
      -- The lock waits for a deletion under way and then skips the deleted webhook. Without it, the delivery would violate
      -- its foreign key, and the change that is announced would fail.
      select w.id, w.events, w.habit_ids from webhooks w
      where ${whose} and w.enabled and w.events && ${sql.param(types)}::text[]
      for key share of w
    ), wanted as materialized (
      select w.id as webhook_id, e.*, row_number() over (partition by w.id order by e.place) as number
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as e(place int, type text, habit_id bigint, key text, body text)
      join chosen w on e.type = any(w.events)
        and (e.habit_id is null or w.habit_ids is null or e.habit_id = any(w.habit_ids))
    ), room as materialized (
      select of.webhook_id, ${waitingDeliveriesMax} - (
        select count(*) from webhook_deliveries d where d.webhook_id = of.webhook_id and d.state = 'waiting'
      ) as count from (select distinct webhook_id from wanted) of
    ), added as (
      insert into webhook_deliveries (webhook_id, message_id, type, body, created_at, next_at)
      select e.webhook_id, 'msg_' || case when e.key is null then replace(gen_random_uuid()::text, '-', '')
          else left(encode(sha256(convert_to(e.webhook_id || ' ' || e.key, 'UTF8')), 'hex'), 32) end,
        e.type, e.body, ${timestamp}::timestamptz, ${timestamp}::timestamptz
      from wanted e join room using (webhook_id)
      where e.number <= room.count
      order by e.place
      on conflict (message_id) do nothing
      returning id, webhook_id
    )
    select ${addJob(sql`a.id`, sql`0`, sql`null`)}
    from added a join webhooks w on w.id = a.webhook_id order by a.id`);
}

function withoutHistories(data: Announced["data"]): object {
  if (!("habit" in data)) return data;
  // The habit may have more members than its type.
  const { targets: _, past_schedules: __, ...habit } = data.habit as Partial<Habit>;
  return { ...data, habit };
}

/**
 * A call of the queue's `add_job` for a delivery, in a query that names its webhook `w`. It takes the place of a job of
 * the same delivery that does not run. One user's webhooks get one message at a time, so that a user's slow receivers
 * hold one place; webhooks that fail or are slow come after the others.
 *
 * @param at when to run it; SQL null for now
 */
export function addJob(deliveryId: SQL, attempt: SQL, at: SQL): SQL {
  return sql`graphile_worker.add_job(
    ${deliverWebhookTask}, json_build_object('delivery_id', ${deliveryId}::bigint, 'attempt', ${attempt}::int),
    queue_name => 'webhooks of ' || w.user_id, run_at => ${at}::timestamptz, max_attempts => ${jobAttemptsMax},
    job_key => ${`${deliverWebhookTask} `} || ${deliveryId}::bigint,
    priority => case when w.failing_since is not null or w.answers_slowly then ${latePriority}::int else ${promptPriority}::int end,
    flags => ${flagsOf(sql`w.answers_slowly`)})`;
}
