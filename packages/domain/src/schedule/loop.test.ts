/**
 * The days of the nine habits in Loop's own test database (github.com/iSoron/uhabits, `uhabits-core/assets/test/loop.db`), and
 * what its rules make of them. The expected streaks and scores were computed from a transcription of `EntryList.kt`,
 * `ScoreList.kt` and `StreakList.kt` into another language, not by our rules.
 */
import { expect, it } from "vitest";
import { fromDayNumber, toDayNumber } from "../base/day.ts";
import { computeStatistics } from "../rules/statistics.ts";
import { listRuns } from "../rules/streak.ts";
import { WindowCover } from "../rules/windows.ts";
import { entryOf, habitOf } from "../testing-days.ts";

interface LoopHabit {
  name: string;
  goal: { times: number; days: number };
  first: string;
  /** Days after the first one. */
  done: number[];
  streaks: [from: string, to: string][];
  /** At the end of a day. */
  scores: [day: string, score: number][];
}

const habits: LoopHabit[] = [
  {
    name: "Wake up early",
    goal: { times: 3, days: 7 },
    first: "2016-01-01",
    done: [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 66, 68, 70, 73,
      75, 77,
    ],
    streaks: [
      ["2015-12-28", "2016-02-04"],
      ["2016-03-05", "2016-03-20"],
    ],
    scores: [
      ["2016-01-14", 0.3294],
      ["2016-03-18", 0.4041],
      ["2016-03-28", 0.4801],
    ],
  },
  {
    name: "brush teeth",
    goal: { times: 3, days: 7 },
    first: "2016-01-06",
    done: [0, 7, 14, 21, 28, 35, 42, 43, 44, 49, 50, 51, 56, 57, 58, 63, 64, 66, 70, 71, 73],
    streaks: [
      ["2016-01-06", "2016-01-06"],
      ["2016-01-13", "2016-01-13"],
      ["2016-01-20", "2016-01-20"],
      ["2016-01-27", "2016-01-27"],
      ["2016-02-03", "2016-02-03"],
      ["2016-02-10", "2016-02-10"],
      ["2016-02-13", "2016-03-22"],
    ],
    scores: [
      ["2016-02-18", 0.2574],
      ["2016-03-19", 0.6997],
      ["2016-03-29", 0.6989],
    ],
  },
  {
    name: "Sleep early",
    goal: { times: 1, days: 5 },
    first: "2016-03-15",
    done: [0, 5],
    streaks: [["2016-03-15", "2016-03-24"]],
    scores: [
      ["2016-03-15", 0.0118],
      ["2016-03-20", 0.0784],
      ["2016-03-30", 0.1955],
    ],
  },
  {
    name: "Vegan",
    goal: { times: 1, days: 1 },
    first: "2016-02-24",
    done: [0, 2, 3, 6, 7, 8, 11, 13, 14, 15, 18, 21, 23, 25, 26],
    streaks: [
      ["2016-02-24", "2016-02-24"],
      ["2016-02-26", "2016-02-27"],
      ["2016-03-01", "2016-03-03"],
      ["2016-03-06", "2016-03-06"],
      ["2016-03-08", "2016-03-10"],
      ["2016-03-13", "2016-03-13"],
      ["2016-03-16", "2016-03-16"],
      ["2016-03-18", "2016-03-18"],
      ["2016-03-20", "2016-03-21"],
    ],
    scores: [
      ["2016-03-03", 0.2592],
      ["2016-03-21", 0.4239],
      ["2016-03-31", 0.2487],
    ],
  },
  {
    name: "Sport",
    goal: { times: 1, days: 1 },
    first: "2016-02-23",
    done: [0, 3, 4, 6, 8, 10, 14, 16, 20, 24, 25, 26],
    streaks: [
      ["2016-02-23", "2016-02-23"],
      ["2016-02-26", "2016-02-27"],
      ["2016-02-29", "2016-02-29"],
      ["2016-03-02", "2016-03-02"],
      ["2016-03-04", "2016-03-04"],
      ["2016-03-08", "2016-03-08"],
      ["2016-03-10", "2016-03-10"],
      ["2016-03-14", "2016-03-14"],
      ["2016-03-18", "2016-03-20"],
    ],
    scores: [
      ["2016-03-02", 0.2142],
      ["2016-03-20", 0.3475],
      ["2016-03-30", 0.2039],
    ],
  },
  {
    name: "I love you",
    goal: { times: 1, days: 1 },
    first: "2016-02-22",
    done: [0, 2, 4, 6, 8, 14, 15, 17, 19, 20, 23, 25, 26],
    streaks: [
      ["2016-02-22", "2016-02-22"],
      ["2016-02-24", "2016-02-24"],
      ["2016-02-26", "2016-02-26"],
      ["2016-02-28", "2016-02-28"],
      ["2016-03-01", "2016-03-01"],
      ["2016-03-07", "2016-03-08"],
      ["2016-03-10", "2016-03-10"],
      ["2016-03-12", "2016-03-13"],
      ["2016-03-16", "2016-03-16"],
      ["2016-03-18", "2016-03-19"],
    ],
    scores: [
      ["2016-03-01", 0.2121],
      ["2016-03-19", 0.3885],
      ["2016-03-29", 0.2279],
    ],
  },
  {
    name: "Vegan",
    goal: { times: 1, days: 1 },
    first: "2016-01-24",
    done: [
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 31, 33, 34,
      37, 38, 39, 42, 44, 45, 46, 49, 52, 54, 56, 57,
    ],
    streaks: [
      ["2016-01-24", "2016-02-20"],
      ["2016-02-24", "2016-02-24"],
      ["2016-02-26", "2016-02-27"],
      ["2016-03-01", "2016-03-03"],
      ["2016-03-06", "2016-03-06"],
      ["2016-03-08", "2016-03-10"],
      ["2016-03-13", "2016-03-13"],
      ["2016-03-16", "2016-03-16"],
      ["2016-03-18", "2016-03-18"],
      ["2016-03-20", "2016-03-21"],
    ],
    scores: [
      ["2016-02-07", 0.5506],
      ["2016-03-21", 0.5805],
      ["2016-03-31", 0.3406],
    ],
  },
  {
    name: "Sport",
    goal: { times: 1, days: 1 },
    first: "2016-02-23",
    done: [0, 3, 4, 6, 8, 10, 14, 16, 20, 24, 25, 26],
    streaks: [
      ["2016-02-23", "2016-02-23"],
      ["2016-02-26", "2016-02-27"],
      ["2016-02-29", "2016-02-29"],
      ["2016-03-02", "2016-03-02"],
      ["2016-03-04", "2016-03-04"],
      ["2016-03-08", "2016-03-08"],
      ["2016-03-10", "2016-03-10"],
      ["2016-03-14", "2016-03-14"],
      ["2016-03-18", "2016-03-20"],
    ],
    scores: [
      ["2016-03-02", 0.2142],
      ["2016-03-20", 0.3475],
      ["2016-03-30", 0.2039],
    ],
  },
  {
    name: "I love you",
    goal: { times: 1, days: 1 },
    first: "2016-02-22",
    done: [0, 2, 4, 6, 8, 14, 15, 17, 19, 20, 23, 25, 26],
    streaks: [
      ["2016-02-22", "2016-02-22"],
      ["2016-02-24", "2016-02-24"],
      ["2016-02-26", "2016-02-26"],
      ["2016-02-28", "2016-02-28"],
      ["2016-03-01", "2016-03-01"],
      ["2016-03-07", "2016-03-08"],
      ["2016-03-10", "2016-03-10"],
      ["2016-03-12", "2016-03-13"],
      ["2016-03-16", "2016-03-16"],
      ["2016-03-18", "2016-03-19"],
    ],
    scores: [
      ["2016-03-01", 0.2121],
      ["2016-03-19", 0.3885],
      ["2016-03-29", 0.2279],
    ],
  },
];

const unit = { unit: "repetitions", targets: [{ from: 0, target: 1 }] } as const;
const laterToday = toDayNumber("2016-12-31");

function historyOf({ goal, first, done }: LoopHabit) {
  const begin = toDayNumber(first);
  const entries = done.map((offset) => entryOf(begin + offset, { value: 1, unit: "repetitions" }));
  const covered = new WindowCover(goal, unit, entries, laterToday).firstCovered();
  const schedule = goal.times === goal.days ? null : { times_in_days: goal };
  return { habit: habitOf(Math.min(begin, covered ?? begin), { ...unit, schedule }), entries };
}

it("nine habits of Loop have 164 days", () => {
  expect([habits.length, habits.flatMap(({ done }) => done).length]).toEqual([9, 164]);
});

it.each(habits)("the streaks of $name are those of Loop", (given) => {
  const { habit, entries } = historyOf(given);
  const runs = listRuns(habit, entries, laterToday);
  expect(runs.map(({ from, to }) => [from, to])).toEqual(given.streaks);
  for (const { from, to, length } of runs) expect(length).toBe(toDayNumber(to) - toDayNumber(from) + 1);
});

it.each(habits)("the strength of $name is the score of Loop, to four decimals", (given) => {
  const { habit, entries } = historyOf(given);
  for (const [day, score] of given.scores) {
    const tomorrow = toDayNumber(day) + 1;
    const known = entries.filter((entry) => entry.day < tomorrow);
    expect(computeStatistics(habit, known, tomorrow).strength, day).toBe(score);
  }
});

it("a monthly habit that was kept for twelve months has the streak and the score of Loop", () => {
  const dates = [3, 1, 2, 1, 3, 1, 2, 2, 1, 3, 2, 1].map((date, month) => new Date(Date.UTC(2025, month, date)));
  const entries = dates.map((date) => entryOf(toDayNumber(date.toISOString().slice(0, 10)), { value: 10 }));
  const habit = habitOf(toDayNumber("2025-01-03"), { schedule: { times_in_days: { times: 1, days: 30 } } });
  const today = toDayNumber("2025-12-31");
  expect(listRuns(habit, entries, today)).toMatchObject([
    { from: "2025-01-03", to: fromDayNumber(today), length: 363, is_current: true },
  ]);
  // The score depends on the dates: with the first of each month it falls from 0.9517 on December 30 to 0.9474 on the next
  // day, on which only one of the last 60 days is done.
  const strengthOn = (day: string) => computeStatistics(habit, entries, toDayNumber(day) + 1).strength;
  expect([strengthOn("2025-12-30"), strengthOn("2025-12-31")]).toEqual([0.951, 0.9515]);
});
