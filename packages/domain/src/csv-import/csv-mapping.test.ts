import { expect, test } from "vitest";
import * as z from "zod/mini";
import { codesOf } from "../testing-codes.ts";
import { type CsvMappingInput, csvMappingSchema, mappedHabitsMax, mappingBytesMax } from "./csv-mapping.ts";

const body = z.strictObject({ mapping: csvMappingSchema });
const columns = (habits: object[], more: object = {}) => ({
  mapping: { layout: "columns", day_column: 1, habits, ...more },
});

test("a mapping without the members that have a default is a table of a spreadsheet, and its habits are ticked", () => {
  const mapping: CsvMappingInput = { layout: "rows", day_column: 1, habit_column: 2 };
  expect(csvMappingSchema.parse(mapping)).toEqual({
    ...mapping,
    ...{ separator: "comma", decimal: "point", has_header: true, day_order: "year_first" },
    ...{ value_column: null, note_column: null, same_day: "first" },
    ...{ type: "good", unit: "repetitions", unit_label: null, target: 1 },
  });
});

test("a habit of a column has its own note column and its own word, in one spelling", () => {
  const mapped = { column: 2, title: "Read", note_column: 3, unit_label: " page ,pages" };
  expect(csvMappingSchema.parse(columns([mapped]).mapping)).toMatchObject({
    habits: [{ note_column: 3, unit_label: "page, pages" }],
  });
});

test("the answer names each fault of a mapping at its place", () => {
  const faulty = [
    { column: 2, title: "A" },
    { column: 201, title: " ", target: 0, note_column: 0 },
  ];
  expect(codesOf(body, columns(faulty, { day_column: 0, color: 1 }))).toEqual({
    "mapping.day_column": ["too_small"],
    "mapping.habits[1].column": ["too_big"],
    "mapping.habits[1].title": ["blank"],
    "mapping.habits[1].target": ["amount_out_of_range"],
    "mapping.habits[1].note_column": ["too_small"],
    "mapping.color": ["unknown_field"],
  });
  const wrongWord = { column: 2, title: "A", unit: "minutes", unit_label: "page, pages" };
  expect(codesOf(body, columns([wrongWord]))).toEqual({
    "mapping.habits[0].unit_label": ["unit_label_repetitions_only"],
  });
  expect(codesOf(body, columns([]))).toEqual({ "mapping.habits": ["too_few"] });
  expect(codesOf(body, { mapping: { layout: "rows", day_column: 1 } })).toEqual({
    "mapping.habit_column": ["required"],
  });
  expect(codesOf(body, { mapping: { layout: "grid" } })).toEqual({ "mapping.layout": ["invalid"] });
  expect(codesOf(body, { mapping: "rows" })).toEqual({ mapping: ["invalid"] });
});

test("the longest mapping is no longer than its part of a form", () => {
  const unit_label = Array.from({ length: 4 }, () => "😀".repeat(24)).join(", ");
  const content = { type: "good", unit: "repetitions", unit_label, target: 10_000 };
  const habit = { column: 200, title: "😀".repeat(80), note_column: 200, ...content };
  const longest = columns(Array.from({ length: mappedHabitsMax }, () => habit));
  expect(codesOf(body, longest)).toEqual({});
  expect(Buffer.byteLength(JSON.stringify(longest.mapping))).toBeLessThanOrEqual(mappingBytesMax);
  expect(codesOf(body, columns(Array.from({ length: mappedHabitsMax + 1 }, () => habit)))).toEqual({
    "mapping.habits": ["too_many"],
  });
});
