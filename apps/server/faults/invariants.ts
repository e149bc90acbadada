import type { Sql } from "@daymark/db/connection/client";
import { planLimits } from "@daymark/domain/account/plan";
import { expect } from "vitest";
import type { Person, Product } from "./load.ts";

const { good_habits, bad_habits } = planLimits("free");

/** Each query returns rows only if the data is inconsistent. */
const invariants: Record<string, (sql: Sql) => PromiseLike<readonly unknown[]>> = {
  "sums of a thread are those of its rows": (sql) => sql`
    select threads.id from threads
    left join lateral (
      select count(*) filter (where type = 'like') as likes, count(*) filter (where type = 'dislike') as dislikes
      from reactions where thread_id = threads.id
    ) as votes on true
    left join lateral (
      select count(*) as comments from comments
      where thread_id = threads.id and deleted_at is null and hidden_at is null
    ) as words on true
    where (threads.likes, threads.dislikes, threads.comment_count) is distinct from (votes.likes, votes.dislikes, words.comments)`,
  "one reaction a person and thread": (sql) => sql`
    select thread_id, user_id from reactions group by 1, 2 having count(*) > 1`,
  "no plan holds more habits than it allows": (sql) => sql`
    select user_id from habits join users on users.id = user_id
    where plan = 'free' and deleted_at is null
    group by user_id
    having count(*) filter (where type = 'good') > ${good_habits} or count(*) filter (where type = 'bad') > ${bad_habits}`,
  "every mail that waits has its job, and a sent one no content": (sql) => sql`
    select id from mails
    where state = 'sent' and content is not null or state = 'queued' and not exists (
      select from graphile_worker._private_jobs where (payload ->> 'mail_id')::bigint = mails.id)`,
  "no creating call is left half-way": (sql) => sql`select key from idempotency_keys where status is null`,
  "every migration is applied once": (sql) => sql`
    select created_at from drizzle.__drizzle_migrations group by 1 having count(*) > 1`,
};

/** Checks what must hold after any fault. */
export async function checkInvariants(sql: Sql): Promise<void> {
  for (const [name, find] of Object.entries(invariants)) expect(await find(sql), name).toEqual([]);
}

/** Checks that the statistics of a habit match its rows, which the database counts independently of our code. */
export async function checkStatistics(
  sql: Sql,
  product: Pick<Product, "call">,
  people: readonly Person[],
): Promise<void> {
  for (const { token, habitId } of people) {
    const { json } = await product.call("GET", `/api/habits/${habitId}/statistics/`, { token });
    const [row] = await sql`
      with days as (select day, value, value >= 10 as is_done from progress where habit_id = ${habitId} and value is not null),
      runs as (select day - (row_number() over (order by day))::int as run from days where is_done),
      streaks as (select count(*) as days from runs group by run)
      select coalesce(sum(value), 0)::int as total, count(*)::int as recorded_days,
        count(*) filter (where is_done)::int as successful_days,
        (select coalesce(max(days), 0)::int from streaks) as longest_streak
      from days`;
    expect(json).toMatchObject({ ...row });
  }
}
