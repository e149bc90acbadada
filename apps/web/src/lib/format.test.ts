import { expect, test } from "vitest";
import { createFormat } from "./format.ts";

test("English is written as in the United States, Ukrainian as in Ukraine", () => {
  const [english, ukrainian] = [createFormat("en"), createFormat("uk")];
  expect(english.day("2026-11-21")).toBe("Nov 21, 2026");
  expect(ukrainian.day("2026-11-21", { dateStyle: "long" })).toBe("21 листопада 2026 р.");
  expect(english.number(10_000.5)).toBe("10,000.5");
  expect(ukrainian.number(10_000.5)).toBe("10\u00a0000,5");
});

test("a day is the same day in every zone", () => {
  const format = createFormat("en");
  const before = process.env.TZ;
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Kyiv"]) {
    process.env.TZ = zone;
    expect(format.day("2026-03-29", { dateStyle: "short" })).toBe("3/29/26");
  }
  process.env.TZ = before;
});
