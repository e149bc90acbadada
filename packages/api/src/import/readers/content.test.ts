import { expect, test } from "vitest";
import { type ImportDay, ImportDays } from "./content.ts";

const dayOf = (index: number) => new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
const days = Array.from(
  { length: 36_525 },
  (_, index): ImportDay => ({
    day: dayOf(index),
    value: index % 3 === 0 ? null : 1 + (index % 90),
    unit: "minutes",
    skipped: index % 3 === 0,
    note: index % 5 === 0 ? `«Слово» ${index}` : null,
    confirmed: false,
    vacation_id: index % 6 === 0 ? index : null,
  }),
);

test("a century of days is returned unchanged, a thousand days at a time", () => {
  const packed = new ImportDays();
  for (const day of days) packed.add(day);
  const pages = [...packed.pages()];
  expect(packed.length).toBe(days.length);
  expect(Math.max(...pages.map((page) => page.length))).toBe(1000);
  expect(pages.flat()).toEqual(days);
});

test("each added day is found, including the first and the last of the century", () => {
  const packed = new ImportDays();
  const there = [0, 7, 8, 500, 36_524];
  for (const index of there) packed.add(days[index] as ImportDay);
  const known = days.flatMap(({ day }, index) => (packed.has(day) ? [index] : []));
  expect(known).toEqual(there);
});
