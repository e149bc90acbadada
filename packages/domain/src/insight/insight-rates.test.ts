import { expect, inject, test } from "vitest";
import { drawDays, historyOf, insightsOf, insightToday, nullAccount, randomNumbers } from "../testing-insight.ts";
import type { InsightHistory } from "./collect.ts";
import type { Insights } from "./insights.ts";

const dataSets = inject("dataSets");
const findings = ["relations", "weekdays", "seasons", "changes"] as const;

function countWith(isFound: (seed: number) => boolean): number {
  return Array.from({ length: dataSets }, (_, seed) => isFound(seed + 1)).filter(Boolean).length;
}

function tell(what: string, count: number): void {
  console.info(`${what}: ${count} of ${dataSets} data sets`);
}

test("of accounts with independent habits, at most one in fifty gets any insight", () => {
  const found = countWith((seed) => {
    const insights = insightsOf(nullAccount(seed));
    return findings.some((kind) => insights[kind].length > 0) || insights.vacations !== null;
  });
  tell("found where there is nothing", found);
  expect(found).toBeLessThanOrEqual(Math.ceil(dataSets / 50));
});

test("habits that drift, each on its own, are not told to go together", () => {
  const found = countWith((seed) => insightsOf(nullAccount(seed, 2)).relations.length > 0);
  tell("drifting habits taken for related", found);
  expect(found).toBeLessThanOrEqual(Math.ceil(dataSets / 50));
});

interface Planted {
  what: string;
  draw: (random: () => number) => InsightHistory[];
  isFound: (insights: Insights) => boolean;
}

const [one, other] = [1, 2];
const dayNumberOf = (days: number, index: number) => insightToday - days + index;
const monthOf = (dayNumber: number) => new Date(dayNumber * 86_400_000).getUTCMonth();

const planted: Planted[] = [
  {
    what: "a habit that is done on 75 % of the days with another and on 40 % of those without, within 200 days",
    draw: (random) => {
      const first = drawDays(200, random, () => 0.5);
      return [
        historyOf(one, first),
        historyOf(
          other,
          drawDays(200, random, (day) => (first[day] ? 0.75 : 0.4)),
        ),
      ];
    },
    isFound: ({ relations }) => relations.some(({ lag_days, estimate }) => lag_days === 0 && estimate > 0),
  },
  {
    what: "the same on the day after",
    draw: (random) => {
      const first = drawDays(200, random, () => 0.5);
      return [
        historyOf(one, first),
        historyOf(
          other,
          drawDays(200, random, (day) => (first[day - 1] ? 0.75 : 0.4)),
        ),
      ];
    },
    isFound: ({ relations }) =>
      relations.some((each) => each.habit_id === one && each.lag_days === 1 && each.estimate > 0),
  },
  {
    what: "amounts of two habits whose rank correlation is about 0.5, within 200 days",
    draw: (random) => {
      const shared = Array.from({ length: 200 }, () => 30 * random());
      const amounts = () => shared.map((part) => Math.round(1 + part + 30 * random()));
      return [historyOf(one, amounts()), historyOf(other, amounts())];
    },
    isFound: ({ relations }) => relations.some(({ measure, estimate }) => measure === "rank" && estimate > 0.3),
  },
  {
    what: "Mondays with 35 % instead of 75 %, within a year",
    draw: (random) => [
      historyOf(
        one,
        drawDays(365, random, (day) => ((dayNumberOf(365, day) + 3) % 7 === 0 ? 0.35 : 0.75)),
      ),
    ],
    isFound: ({ weekdays }) => weekdays.some(({ weekday, estimate }) => weekday === 1 && estimate < 0),
  },
  {
    what: "winters with 45 % instead of 75 %, within six years",
    draw: (random) => [
      historyOf(
        one,
        drawDays(2190, random, (day) => ([11, 0, 1].includes(monthOf(dayNumberOf(2190, day))) ? 0.45 : 0.75)),
      ),
    ],
    isFound: ({ seasons }) => seasons.some(({ first_month, estimate }) => first_month === 12 && estimate < 0),
  },
  {
    what: "a habit that falls from 60 % to 30 % of the days, within two years",
    draw: (random) => [
      historyOf(
        one,
        drawDays(730, random, (day) => (day < 400 ? 0.6 : 0.3)),
      ),
    ],
    isFound: ({ changes }) => changes.some(({ estimate }) => estimate < 0),
  },
  {
    what: "two weeks with 50 % instead of 80 % after each of eight vacations",
    draw: (random) => {
      const vacation = new Set(Array.from({ length: 8 }, (_, index) => index * 80 + 60));
      const isVacation = (day: number) => vacation.has(day - (day % 10)) && day % 10 < 7;
      const isAfter = (day: number) => [7, 14, 20].some((back) => isVacation(day - back));
      const days = drawDays(730, random, (day) => (isAfter(day) ? 0.5 : 0.8));
      const history = historyOf(
        one,
        days.map((value, day) => (isVacation(day) ? null : value)),
      );
      const skipped = history.entries.filter((entry) => entry.skipped).map((entry) => entry.day);
      return [{ ...history, vacation: new Set(skipped) }];
    },
    isFound: ({ vacations }) => vacations !== null && vacations.estimate < 0,
  },
];

test.each(planted)("$what: found in at least 9 of 10 data sets", ({ what, draw, isFound }) => {
  const found = countWith((seed) => isFound(insightsOf(draw(randomNumbers(seed)))));
  tell(what, found);
  expect(found).toBeGreaterThanOrEqual(0.9 * dataSets);
});

test("two habits of the weekend, and two that fade together, are not told to go together", () => {
  const found = countWith((seed) => {
    const random = randomNumbers(seed);
    const weekend = () => drawDays(400, random, (day) => (day % 7 >= 5 ? 0.85 : 0.25));
    const fading = () => drawDays(400, random, (day) => 0.9 - day / 500);
    const all = [weekend(), weekend(), fading(), fading()];
    return insightsOf(all.map((amounts, index) => historyOf(index + 1, amounts))).relations.length > 0;
  });
  tell("a common weekend or decline taken for a relation", found);
  expect(found).toBeLessThanOrEqual(Math.ceil(dataSets / 50));
});

test("the range of a forecast holds the end of a month in about four of five", () => {
  let [forecasts, held] = [0, 0];
  for (let seed = 1; seed <= dataSets * 5; seed += 1) {
    const random = randomNumbers(seed);
    // From the 12th of a month on, which ends 19 days later.
    const days = Array.from({ length: 219 }, () => (random() < 0.6 ? Math.round(10 + 40 * random()) : 0));
    const history = historyOf(one, days.slice(0, 200), {
      schedule: { target_per: "month" },
      targets: [{ from: 0, target: 5000 }],
    });
    const [forecast] = insightsOf([history]).forecasts;
    if (!forecast) continue;
    const rest = days.slice(200, 200 + forecast.days_left).reduce((sum, amount) => sum + amount, 0);
    const end = forecast.so_far + rest;
    forecasts += 1;
    if (end >= forecast.low && end <= forecast.high) held += 1;
  }
  console.info(`the range of a forecast held the end in ${held} of ${forecasts}`);
  expect(forecasts).toBe(dataSets * 5);
  expect(held / forecasts).toBeGreaterThan(0.74);
  expect(held / forecasts).toBeLessThan(0.9);
});

test("the ranges of relations contain the true difference in at least 19 of 20 insights", () => {
  let [told, held] = [0, 0];
  for (let seed = 1; seed <= dataSets; seed += 1) {
    const random = randomNumbers(seed);
    const first = drawDays(300, random, () => 0.5);
    const second = drawDays(300, random, (day) => (first[day] ? 0.7 : 0.4));
    const all = [first, second, drawDays(300, random, () => 0.5), drawDays(300, random, () => 0.4)];
    const { relations } = insightsOf(all.map((amounts, index) => historyOf(index + 1, amounts)));
    for (const { habit_id, other_id, lag_days, low, high } of relations) {
      const truth = habit_id === 1 && other_id === 2 && lag_days === 0 ? 0.3 : 0;
      told += 1;
      if (low <= truth && truth <= high) held += 1;
    }
  }
  console.info(`the range of a relation held the truth in ${held} of ${told}`);
  expect(told).toBeGreaterThan(dataSets * 0.8);
  expect(held / told).toBeGreaterThanOrEqual(0.95);
});
