import fc from "fast-check";
import { expect, test } from "vitest";
import { type Unit, unitKinds } from "../base/unit.ts";
import { amountOfLog, type LogAmount, roundedSum } from "./amount-of-log.ts";
import { followDay, logItemsOfDayMax, type StoredLogItem } from "./follow-day.ts";

const at = "2026-11-21T09:00:00.000Z";

function itemsOf(...values: number[]): StoredLogItem[] {
  return values.map((value, index) => ({ id: String(index), value, unit: "minutes" }));
}

function minutes(value: number): LogAmount {
  return { value, unit: "minutes" };
}

/** The items after a change, oldest first. */
function changed(items: readonly StoredLogItem[], days: Parameters<typeof followDay>[1]): LogAmount[] {
  const { removed, updated, added } = followDay(items, days, at);
  const kept = items
    .filter(({ id }) => !removed.includes(id))
    .map((item) => updated.find(({ id }) => id === item.id) ?? item);
  return [...kept, ...added].map(({ value, unit }) => ({ value, unit }));
}

test("a larger amount adds one item of the difference at the given time", () => {
  expect(followDay(itemsOf(2, 3), { before: minutes(5), after: minutes(9) }, at)).toEqual({
    removed: [],
    updated: [],
    added: [{ ...minutes(4), at }],
  });
});

test("a larger amount makes the newest item larger if the day may have no further one", () => {
  const change = followDay(itemsOf(2, 3), { before: minutes(5), after: minutes(9) }, at, 1);
  expect(change).toEqual({ removed: [], updated: [{ id: "1", ...minutes(7) }], added: [] });
  const first = followDay([], { before: minutes(5), after: minutes(9) }, at, 1);
  expect(first.added).toEqual([{ ...minutes(9), at: null }]);
});

test("a smaller amount takes from the newest items", () => {
  expect(followDay(itemsOf(2, 3, 4), { before: minutes(9), after: minutes(4) }, at)).toEqual({
    removed: ["2"],
    updated: [{ id: "1", ...minutes(2) }],
    added: [],
  });
});

test("a day without an amount has no items", () => {
  expect(followDay(itemsOf(2, 3), { before: minutes(5), after: null }, at).removed).toEqual(["0", "1"]);
});

test("an amount from before the log becomes an item without a time", () => {
  expect(followDay([], { before: minutes(5), after: minutes(6) }, at).added).toEqual([
    { ...minutes(5), at: null },
    { ...minutes(1), at },
  ]);
});

test("the newest item of a full log grows", () => {
  const items = itemsOf(...Array.from({ length: logItemsOfDayMax }, () => 1));
  const change = followDay(items, { before: minutes(100), after: minutes(107) }, at);
  expect(change).toEqual({ removed: [], updated: [{ id: "99", ...minutes(8) }], added: [] });
});

test("an item keeps its unit if what is left of it is whole in that unit", () => {
  const items: StoredLogItem[] = [{ id: "0", value: 1500, unit: "meters" }];
  const after = { value: 1, unit: "kilometers" } as const;
  expect(changed(items, { before: { value: 1500, unit: "meters" }, after })).toEqual([{ value: 1000, unit: "meters" }]);
});

const kinds = Object.values(unitKinds).map((kind) => Object.keys(kind) as Unit[]);
const scene = fc.constantFrom(...kinds).chain((units) => {
  const amount = fc.record({ value: fc.integer({ min: 1, max: 10_000 }), unit: fc.constantFrom(...units) });
  return fc.record({
    given: fc.array(amount, { maxLength: 8 }),
    before: fc.option(amount),
    after: fc.option(amount),
    habitUnit: fc.constantFrom(...units),
  });
});

test("the items always add up to the day, and each is an amount that a user can record", () => {
  fc.assert(
    fc.property(scene, ({ given, before, after }) => {
      const items = given.map((item, index) => ({ id: String(index), ...item }));
      const left = changed(items, { before, after });
      for (const { value } of left) expect(value).toSatisfy((each: number) => each >= 1 && each <= 10_000);
      if (after) expect(roundedSum(left, after.unit)).toBe(after.value);
      else expect(left).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("a change to the same amount changes nothing", () => {
  fc.assert(
    fc.property(scene, ({ given, before, after }) => {
      const items = given.map((item, index) => ({ id: String(index), ...item }));
      const first = changed(items, { before, after }).map((item, index) => ({ id: String(index), ...item }));
      expect(followDay(first, { before: after, after }, at)).toEqual({ removed: [], updated: [], added: [] });
    }),
  );
});

test("the amount of a day is in the habit's unit if that is exact, else in one in which it is", () => {
  const items = (...list: [number, Unit][]) => list.map(([value, unit]) => ({ value, unit }));
  expect(amountOfLog([], "kilometers")).toBeNull();
  expect(amountOfLog(items([1500, "meters"], [500, "meters"]), "kilometers")).toEqual({ value: 2, unit: "kilometers" });
  expect(amountOfLog(items([1, "kilometers"], [500, "meters"]), "kilometers")).toEqual({ value: 1500, unit: "meters" });
  expect(amountOfLog(items([10_000, "minutes"], [1, "minutes"]), "minutes")).toBeUndefined();
  expect(amountOfLog(items([9_000, "minutes"], [9_000, "minutes"]), "hours")).toEqual({ value: 300, unit: "hours" });
});

test("a day without one of its items can always be recorded, also after its habit changed to a smaller unit", () => {
  const meters = (value: number): LogAmount => ({ value, unit: "meters" });
  expect(amountOfLog([meters(9_000), meters(9_000)], "meters")).toBeUndefined();
  const kilometers = { value: 18, unit: "kilometers" };
  expect(amountOfLog([meters(9_000), meters(9_000)], "meters", "kilometers")).toEqual(kilometers);
  fc.assert(
    fc.property(scene, fc.nat(), ({ given, after, habitUnit }, chosen) => {
      const items = given.map((item, index) => ({ id: String(index), ...item }));
      const ofDay = changed(items, { before: after, after });
      const rest = ofDay.filter((_, index) => index !== chosen % ofDay.length);
      expect(amountOfLog(rest, habitUnit, after?.unit)).not.toBeUndefined();
    }),
  );
});

test("the amount of a day that can be recorded equals the sum of its items", () => {
  fc.assert(
    fc.property(scene, ({ given, habitUnit }) => {
      const amount = amountOfLog(given, habitUnit);
      if (amount) expect(roundedSum(given, amount.unit)).toBe(amount.value);
    }),
  );
});
