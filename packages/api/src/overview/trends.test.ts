import { statisticsDays } from "@daymark/db/schema/statistics";
import { fromDayNumber } from "@daymark/domain/base/day";
import { afterAll, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);
const { caller } = await api.createUser({ is_staff: true, email_verified: true });
const today = Math.floor(noon / 86_400_000);
const day = (ago: number) => fromDayNumber(today - ago);

test("what the job has not counted yet is null in the trends, not 0", async () => {
  const { sign_ups, active, entries, requests } = await caller.overview.getTrends({});
  for (const { amount, before, days } of [sign_ups, active, entries]) {
    expect([amount, before, days.length]).toEqual([null, null, 28]);
  }
  expect([requests.amount, requests.before]).toEqual([0, 0]);
});

test("the trends have the 28 days before today, beside as many before, and leave today out", async () => {
  const row = (measure: string, ago: number, amount: number) => ({ day: day(ago), measure, label: "", amount });
  await api.db
    .insert(statisticsDays)
    .values([
      row("began", 100, 1),
      ...[row("sign_ups", 0, 1_000), row("sign_ups", 1, 5), row("sign_ups", 28, 7), row("sign_ups", 29, 3)],
      ...[row("sign_ups", 56, 1), row("sign_ups", 57, 500), row("active", 1, 56), row("entries", 40, 8)],
    ]);
  for (const [index, ago] of [1, 2, 30, 0].entries()) {
    const { id } = await caller.featureRequest.create({
      ...{
        title: `A request number ${index}`,
        details: "Of a test.",
        category: "improvements",
      },
    });
    await api.sql`update feature_requests set created_at = ${`${day(ago)}T23:59:59Z`}::timestamptz where id = ${id}`;
  }
  const trends = await caller.overview.getTrends({});
  expect([trends.from, trends.to]).toEqual([day(28), day(1)]);
  expect([trends.sign_ups.amount, trends.sign_ups.before]).toEqual([12, 4]);
  expect([trends.active.amount, trends.active.before]).toEqual([2, 0]);
  expect([trends.entries.amount, trends.entries.before]).toEqual([0, 8]);
  expect([trends.requests.amount, trends.requests.before]).toEqual([2, 1]);
  expect(trends.requests.days.at(-1)).toEqual({ day: day(1), amount: 1 });
});
