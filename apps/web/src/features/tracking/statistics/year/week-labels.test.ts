import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { expect, test } from "vitest";
import { createFormat } from "../../../../lib/language/format.ts";
import { weekLabels } from "./week-labels.ts";

const weeks = (count: number) =>
  Array.from({ length: count }, (_, index) => fromDayNumber(toDayNumber("2026-09-07") + 7 * index));

test("each month is named once, at its first week", () => {
  const labels = weekLabels(weeks(10), createFormat("en"));
  expect(labels).toEqual(["Sep", "", "", "", "Oct", "", "", "", "Nov", ""]);
  expect(weekLabels([], createFormat("en"))).toEqual([]);
});

test("for several years only the years are named", () => {
  expect(weekLabels(weeks(160), createFormat("uk")).filter(Boolean)).toEqual(["2026", "2027", "2028", "2029"]);
});
