import { randomUUID } from "node:crypto";
import { dayLog } from "@daymark/db/schema/day-log";
import { habits, habitTargets } from "@daymark/db/schema/habit";
import { notes } from "@daymark/db/schema/note";
import { progress } from "@daymark/db/schema/progress";
import { vacations } from "@daymark/db/schema/vacation";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { periods } from "@daymark/domain/base/period";
import { type Unit, type UnitKind, unitKinds } from "@daymark/domain/base/unit";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import { typedLine, typedText } from "@daymark/domain/text/text";
import { habitTypes, timesOfDay } from "@daymark/domain/tracking/habit-type";
import { isForGoodOnly, type Schedule } from "@daymark/domain/tracking/schedule";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { toScheduleColumns } from "../base/schedule-columns.ts";
import { exportJson } from "../export/testing.ts";
import { createTestApi, habitInput, noon, type TestUser } from "../testing.ts";
import { importFile } from "./testing.ts";

const api = await createTestApi({ max: 10 });
const { db } = api;
afterAll(api.drop);

const today = toDayNumber("2026-11-21");
/** Text as every form sends it: trimmed, and with a visible character (U+2800 alone, for example, is not). */
const asTyped = typedText({ min: 1, max: 1_000 });
const text = fc
  .string({ minLength: 1, maxLength: 30, unit: "grapheme" })
  .filter((line) => asTyped.safeParse(line).data === line);
/** The same for a name, which has one line. */
const title = text.filter((name) => typedLine({ min: 1, max: 1_000 }).safeParse(name).data === name);
const instant = fc.date({ min: new Date("2020-01-01"), max: new Date(noon), noInvalidDate: true });
const amount = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10_000 }));
const day = fc.integer({ min: today - 80, max: today + 5 });

/** The content of a day. The generator of a good habit leaves out what a good habit's day cannot have. */
const state = fc.oneof(
  { weight: 4, arbitrary: fc.record({ value: amount }) },
  fc.constant({ skipped: true }),
  fc.constant({ skipped: true, vacation: 0 }),
  fc.constant({ skipped: true, vacation: 1 }),
  fc.constant({ confirmed: true }),
  fc.constant({}),
);

const from = day.map(fromDayNumber);
const monthWeekday = fc.record({ nth: fc.constantFrom(1, 2, 3, 4, -1), weekday: fc.integer({ min: 1, max: 7 }) });
/** A schedule of every kind. */
const schedule: fc.Arbitrary<Schedule> = fc
  .oneof(
    fc.record({ times_per_week: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ times_per_month: fc.integer({ min: 1, max: 31 }) }),
    fc.record({ times_per_quarter: fc.integer({ min: 1, max: 92 }) }),
    fc
      .tuple(fc.integer({ min: 1, max: 366 }), fc.integer({ min: 1, max: 366 }))
      .map(([one, other]) => ({ times_in_days: { times: Math.min(one, other), days: Math.max(one, other) } })),
    fc.record({ months_since_last: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ every_days: fc.integer({ min: 1, max: 366 }), from }),
    fc.record({ every_weeks: fc.integer({ min: 1, max: 52 }), from }),
    fc.record({ every_months: fc.integer({ min: 1, max: 24 }), from }),
    fc.record({ month_days: fc.subarray([1, 2, 15, 29, 30, 31, -1], { minLength: 1 }) }),
    fc.record({
      month_weekdays: fc.uniqueArray(monthWeekday, {
        selector: ({ nth, weekday }) => `${nth} ${weekday}`,
        minLength: 1,
        maxLength: 5,
      }),
    }),
    fc.record({ target_per: fc.constantFrom(...periods) }),
  )
  // The database library takes only objects with a prototype.
  .map((given) => ({ ...given }));

const habit = fc
  .record({
    title,
    description: fc.oneof(fc.constant(""), text),
    type: fc.constantFrom(...habitTypes),
    kind: fc.constantFrom(...(Object.keys(unitKinds) as UnitKind[])),
    hue: fc.integer({ min: 0, max: 359 }),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    schedule: fc.option(schedule, { freq: 4 }),
    past: fc.uniqueArray(
      fc.record({
        until: fc.integer({ min: today - 70, max: today - 1 }).map(fromDayNumber),
        weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        schedule: fc.option(schedule),
      }),
      { selector: ({ until }) => until, maxLength: 3 },
    ),
    group_name: fc.option(fc.constantFrom("Morning", "Вечір")),
    emoji: fc.option(fc.constantFrom("🏃", "🧘🏽‍♀️", "❤️")),
    unit_label: fc.option(fc.constantFrom("page, pages", "сторінка, сторінки, сторінок", "км/год")),
    time_of_day: fc.option(fc.constantFrom(...timesOfDay)),
    end: fc.option(
      fc.oneof(
        fc.record({ until: from }),
        fc.record({ days: fc.integer({ min: 1, max: 3660 }), from }),
        fc.record({ total: fc.integer({ min: 1, max: 1000 }), from }),
      ),
    ),
    keeps_log: fc.boolean(),
    archived: fc.boolean(),
    created_on: fc.integer({ min: today - 70, max: today }),
    created_at: instant,
    targets: fc.uniqueArray(fc.record({ from: day, target: amount }), {
      selector: (target) => target.from,
      minLength: 1,
      maxLength: 4,
    }),
    days: fc.uniqueArray(fc.tuple(day, state, fc.option(text), fc.nat()), {
      selector: ([number]) => number,
      maxLength: 40,
    }),
    unitIndex: fc.nat(),
  })
  .map(({ kind, unitIndex, type, schedule: given, past, unit_label: word, end, ...rest }) => {
    const units = Object.keys(unitKinds[kind]) as Unit[];
    const unitAt = (index: number) => units[index % units.length] as Unit;
    const allowed = (each: Schedule | null) => (type === "good" || (each && !isForGoodOnly(each)) ? each : null);
    const past_schedules = past
      .toSorted((a, b) => (a.until < b.until ? -1 : 1))
      .map((each) => ({ ...each, schedule: allowed(each.schedule) }));
    // The database library takes only objects with a prototype.
    const ends = end && (type === "good" || !("total" in end)) ? { ...end } : null;
    const columns = { ...toScheduleColumns(allowed(given)), past_schedules, ends };
    const unit = unitAt(unitIndex);
    const unit_label = unit === "repetitions" ? word : null;
    return { ...rest, type, unit, unit_label, unitAt, ...columns };
  });

const content = fc.record({
  habits: fc.array(habit, { maxLength: 6 }),
  notes: fc.array(fc.record({ text, pinned: fc.boolean(), created_at: instant, updated_at: instant }), {
    maxLength: 4,
  }),
  // Equal vacations are imported as one.
  vacations: fc.uniqueArray(fc.record({ from: day, length: fc.nat(20), created_at: instant }), {
    minLength: 2,
    maxLength: 2,
    selector: ({ from, length }) => `${from} ${length}`,
  }),
});
type Content = typeof content extends fc.Arbitrary<infer Given> ? Given : never;

/** Inserts the rows directly, so that they include what no form can create any more: changed units, old targets. */
async function fill(user_id: number, { habits: given, ...rest }: Content): Promise<void> {
  const kept = await db
    .insert(vacations)
    .values(
      rest.vacations.map(({ from, length, created_at }) => ({
        user_id,
        from_day: fromDayNumber(from),
        to_day: fromDayNumber(from + length),
        created_at,
      })),
    )
    .returning({ id: vacations.id });
  for (const [position, { days, targets, unitAt, created_on, ...habit }] of given.entries()) {
    const [made] = await db
      .insert(habits)
      .values({ ...habit, user_id, position, created_on: fromDayNumber(created_on) })
      .returning({ id: habits.id });
    const key = { user_id, habit_id: made?.id ?? 0 };
    await db
      .insert(habitTargets)
      .values(targets.map(({ from, target }) => ({ ...key, from_day: fromDayNumber(from), target })));
    const rows = days.flatMap(([number, said, note, unitIndex]) => {
      const {
        value = null,
        skipped = false,
        confirmed = false,
        vacation,
      } = said as {
        value?: number;
        skipped?: boolean;
        confirmed?: boolean;
        vacation?: number;
      };
      const isConfirmed = confirmed && habit.type === "bad";
      if (value === null && !skipped && !isConfirmed && note === null) return [];
      const vacation_id = vacation === undefined ? null : (kept[vacation]?.id ?? null);
      const unit = unitAt(unitIndex);
      return [{ ...key, day: fromDayNumber(number), value, unit, skipped, confirmed: isConfirmed, note, vacation_id }];
    });
    if (rows.length > 0) await db.insert(progress).values(rows);
    const items = habit.keeps_log ? rows.flatMap(itemsOf) : [];
    if (items.length > 0) await db.insert(dayLog).values(items);
  }
  if (rest.notes.length > 0) await db.insert(notes).values(rest.notes.map((note) => ({ ...note, user_id })));
}

/** A day as a log: its first unit in the morning, and the rest at an unknown time. */
function itemsOf({
  value,
  ...row
}: {
  user_id: number;
  habit_id: number;
  day: string;
  value: number | null;
  unit: Unit;
}) {
  const { user_id, habit_id, day, unit } = row;
  const created_at = new Date(noon);
  const times = [
    { at: new Date(`${day}T07:15:00Z`), value: 1 },
    ...(value && value > 1 ? [{ at: null, value: value - 1 }] : []),
  ];
  return value ? times.map((time) => ({ user_id, habit_id, day, unit, created_at, id: randomUUID(), ...time })) : [];
}

/** Everything that the screens show, without what an import changes. */
async function shownTo({ caller }: TestUser) {
  const lists = [await caller.habit.list({}), await caller.habit.list({ archived: true })];
  const all = lists.flatMap(({ results }) => results);
  const shown = [];
  for (const { id, ...habit } of all) {
    const { habit_id: _, ...statistics } = await caller.habit.statistics({ id });
    const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
    const log: Omit<LogItem, "id" | "habit_id">[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await caller.dayLog.list({ id, from: "2026-01-01", to: "2026-12-31", limit: 100, cursor });
      log.push(...page.results.map(({ id: _, habit_id: __, ...item }) => item));
      cursor = page.next ?? undefined;
      more = cursor !== undefined;
    }
    shown.push({ ...habit, log, statistics, days: results.map(({ habit_id: _, ...entry }) => entry) });
  }
  return {
    habits: shown,
    notes: (await caller.note.list({})).results.map(({ id: _, ...note }) => note).toSorted(byText),
    vacations: (await caller.vacation.list({})).results.map(({ id: _, ...vacation }) => vacation).toSorted(byText),
  };
}

/** Of two rows at the same instant or day the newer comes first, but an import gives both the same time. */
function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

async function deleteEverything(user_id: number): Promise<void> {
  for (const table of [habits, notes, vacations]) await db.delete(table).where(eq(table.user_id, user_id));
}

test("after export, deletion and import the habits, days, statistics and notes are the same", async () => {
  await fc.assert(
    fc.asyncProperty(content, async (given) => {
      const user = await api.createUser({ plan: "paid" });
      await fill(user.user.id, given);
      const before = await shownTo(user);
      const file = await exportJson(user.caller);
      await deleteEverything(user.user.id);
      expect(await shownTo(user)).toEqual({ habits: [], notes: [], vacations: [] });

      const preview = await importFile(user.caller, file, { dry_run: true });
      expect(await shownTo(user)).toEqual({ habits: [], notes: [], vacations: [] });
      const report = await importFile(user.caller, file);
      expect(report).toEqual({ ...preview, dry_run: false });
      expect(report).toMatchObject({
        imported: {
          habits: file.habits.length,
          progress: file.progress.length,
          notes: file.notes.length,
          vacations: file.vacations.length,
          log: file.log.length,
        },
        refused: [],
        remarks: [],
      });
      expect(await shownTo(user)).toEqual(before);

      // A second import duplicates nothing.
      const again = await importFile(user.caller, file);
      expect(again).toMatchObject({
        imported: { habits: 0, progress: 0, notes: 0, vacations: 0, log: 0 },
        refused_count: file.habits.length + file.notes.length,
      });
      expect(await shownTo(user)).toEqual(before);
    }),
    { numRuns: 25 },
  );
});

test("a habit whose title was stored with a line break is not imported twice", async () => {
  const user = await api.createUser();
  const { id } = await user.caller.habit.create({ ...habitInput, title: "Two lines" });
  await db.update(habits).set({ title: "Two\nlines" }).where(eq(habits.id, id));
  const { imported } = await importFile(user.caller, await exportJson(user.caller));
  expect(imported).toMatchObject({ habits: 0, progress: 0 });
});
