import { expect, inject, test } from "vitest";
import { fromDayNumber } from "../base/day.ts";
import { historyOf, insightsOf, insightToday, randomNumbers } from "../testing-insight.ts";
import { endDaysMax } from "../tracking/schedule-bounds.ts";
import { insightDaysMax } from "./collect.ts";

const dataSets = inject("dataSets");
const dayText = (ahead: number) => fromDayNumber(insightToday + ahead);

/** A habit with some days before today, and a total that counts from its first one. */
function totalOf(amounts: readonly (number | null)[], total: number) {
  return { ...historyOf(1, amounts), end: { total, from: dayText(-amounts.length) } };
}

test("a habit that is done evenly reaches its total on the day that its pace says", () => {
  const { totals } = insightsOf([totalOf(Array(70).fill(2), 200)]);
  // 140 are recorded; two a day from today on make 60 with the 30th day.
  const on = dayText(29);
  expect(totals).toEqual([
    { habit_id: 1, total: 200, recorded: 140, earliest_on: on, expected_on: on, latest_on: on, days: 70 },
  ]);
});

test("nothing is said of a total that also counts days older than those of insights", () => {
  const habit = totalOf(Array(70).fill(2), 150);
  expect(insightsOf([{ ...habit, end: { total: 150, from: dayText(-insightDaysMax) } }]).totals).toHaveLength(1);
  expect(insightsOf([{ ...habit, end: { total: 150, from: dayText(-insightDaysMax - 1) } }]).totals).toEqual([]);
});

test("no day after those whose amounts count is expected to reach a total", () => {
  const habit = totalOf(Array(70).fill(2), 150);
  // Five days are missing.
  const withLastDay = (ahead: number) => ({ ...habit, end: { total: 150, from: dayText(ahead - endDaysMax + 1) } });
  expect(insightsOf([withLastDay(7)]).totals).toMatchObject([{ latest_on: dayText(4) }]);
  const short = { ...habit, end: { total: 200, from: dayText(7 - endDaysMax + 1) } };
  expect(insightsOf([short]).totals).toEqual([]);
});

test("an uneven pace has a range around the expected day, which grows with the distance", () => {
  const random = randomNumbers(7);
  const amounts = Array.from({ length: 180 }, () => (random() < 0.5 ? Math.round(20 * random()) : 0));
  const recorded = amounts.reduce((sum, amount) => sum + amount, 0);
  const lengths = [100, 400, 1600].map((missing) => {
    const [total] = insightsOf([totalOf(amounts, recorded + missing)]).totals;
    if (!total) throw new Error("there is no forecast");
    expect(total.earliest_on < total.expected_on && total.expected_on < total.latest_on).toBe(true);
    return (Date.parse(total.latest_on) - Date.parse(total.earliest_on)) / 86_400_000;
  });
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

test("what is recorded ahead counts at once, and a planned vacation adds nothing", () => {
  const habit = totalOf(Array(70).fill(2), 200);
  const [even] = habit.entries;
  if (!even) throw new Error("there are no entries");
  const ahead = { ...even, day: insightToday + 1, value: 12 };
  const away = [2, 3, 4].map((day) => ({ ...even, day: insightToday + day, value: null, skipped: true }));
  const { totals } = insightsOf([{ ...habit, entries: [...habit.entries, ahead, ...away] }]);
  // 48 remain for 24 days: today, and those after the four on which something is planned.
  expect(totals).toMatchObject([{ recorded: 152, expected_on: dayText(27) }]);
});

test("there is no forecast without a total, for a reached one, and for one that is too far or too uncertain", () => {
  const daily: number[] = Array(70).fill(2);
  const rare = daily.map((_, day) => (day % 9 === 0 ? 2 : 0));
  const quiet = [
    historyOf(1, daily),
    { ...historyOf(1, daily), end: { days: 100, from: dayText(-70) } },
    totalOf(daily, 140),
    totalOf(daily, 10_000),
    totalOf(daily.slice(0, 55), 200),
    totalOf(rare, 200),
    totalOf(Array(70).fill(0), 200),
  ];
  for (const history of quiet) expect(insightsOf([history]).totals).toEqual([]);
});

test("skipped days say nothing about the pace", () => {
  const amounts = Array.from({ length: 140 }, (_, day) => (day >= 100 && day < 114 ? null : 2));
  // Two known days stand in a week whose others are skipped.
  expect(insightsOf([totalOf(amounts, 312)]).totals).toMatchObject([{ expected_on: dayText(29), days: 124 }]);
});

/** Amounts of days, each week with a level that resembles the level of the week before. */
function drawAmounts(days: number, random: () => number, resemblance: number): number[] {
  let level = random() - 0.5;
  return Array.from({ length: days }, (_, day) => {
    if (day % 7 === 0) level = resemblance * level + Math.sqrt(1 - resemblance ** 2) * (random() - 0.5);
    const chance = (day % 7 >= 5 ? 0.8 : 0.5) + 0.4 * level;
    return random() < chance ? Math.round(5 + 20 * random()) : 0;
  });
}

test.for([
  ["whose weeks are independent", 0],
  ["whose weeks resemble each other", 0.5],
] as const)(
  "the range of a total %s holds the day on which it is reached in about four of five",
  ([what, resemblance]) => {
    let [told, held] = [0, 0];
    for (let seed = 1; seed <= dataSets * 5; seed += 1) {
      const random = randomNumbers(seed);
      const known = 60 + Math.floor(random() * 200);
      const missing = 50 + Math.floor(random() * 1_500);
      const all = drawAmounts(known + 600, random, resemblance);
      const recorded = all.slice(0, known).reduce((sum, amount) => sum + amount, 0);
      const [total] = insightsOf([totalOf(all.slice(0, known), recorded + missing)]).totals;
      if (!total) continue;
      let [sum, ahead] = [0, 0];
      for (; sum < missing; ahead += 1) sum += all[known + ahead] as number;
      const truth = dayText(ahead - 1);
      told += 1;
      if (truth >= total.earliest_on && truth <= total.latest_on) held += 1;
    }
    console.info(`the range of a total ${what} held its day in ${held} of ${told}`);
    expect(told).toBeGreaterThan(dataSets * 4.5);
    expect(held / told).toBeGreaterThan(0.74);
    expect(held / told).toBeLessThan(0.9);
  },
);
