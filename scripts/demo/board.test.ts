import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { toDayNumber } from "../../packages/domain/src/base/day.ts";
import { closeReasons, requestStages, requestStatuses } from "../../packages/domain/src/community/request-kind.ts";
import { seedBoard } from "./board.ts";
import { demoRequests } from "./requests.ts";
import { seedDemo } from "./seed.ts";

const today = toDayNumber("2026-03-01");
const { sql, db, drop } = await createTestDatabase();
afterAll(drop);

test("the demo board has requests of every status, stage and reason with votes and comments, and seeding it again changes nothing", async () => {
  await seedDemo(db, today);
  const read = () => sql`
    select f.title, f.status, f.stage, f.reason, t.likes, t.dislikes, t.comment_count, t.active_at,
      (select count(*)::int from reactions r where r.thread_id = t.id) as votes,
      (select count(*)::int from comments c where c.thread_id = t.id) as said
    from feature_requests f join threads t on t.id = f.thread_id order by f.id`;
  await seedBoard(db, today);
  const seeded = await read();
  expect(seeded.map(({ title }) => title)).toEqual(demoRequests.map(({ title }) => title));
  expect(new Set(seeded.map(({ status }) => status))).toEqual(new Set(requestStatuses));
  expect(new Set(seeded.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(closeReasons));
  expect(new Set(seeded.flatMap(({ stage }) => stage ?? []))).toEqual(new Set(requestStages));
  for (const { title, likes, dislikes, votes, comment_count, said, active_at } of seeded) {
    expect(likes + dislikes, title).toBe(votes);
    expect(comment_count, title).toBe(said);
    expect(Date.parse(active_at), title).toBeLessThan(Date.parse("2026-03-02"));
  }
  // Users who voted for the duplicate count as voters for the other request too.
  const likesOf = (title: string) => seeded.find((row) => row.title === title)?.likes;
  expect(likesOf("Weekly goals instead of daily ones")).toBe(31);
  expect(likesOf("Let me choose “x times a week”")).toBe(9);
  await seedBoard(db, today);
  expect(await read()).toEqual(seeded);
});
