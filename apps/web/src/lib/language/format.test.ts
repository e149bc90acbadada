import { expect, test } from "vitest";
import { createFormat } from "./format.ts";

test("English uses the formats of the United States, and Ukrainian those of Ukraine", () => {
  const [english, ukrainian] = [createFormat("en"), createFormat("uk")];
  expect(english.day("2026-11-21")).toBe("Nov 21, 2026");
  expect(ukrainian.day("2026-11-21", { dateStyle: "long" })).toBe("21 листопада 2026 р.");
  expect(english.number(10_000.5)).toBe("10,000.5");
  expect(ukrainian.number(10_000.5)).toBe("10\u00a0000,5");
});

test("a day is the same in every time zone", () => {
  const format = createFormat("en");
  const before = process.env.TZ;
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Kyiv"]) {
    process.env.TZ = zone;
    expect(format.day("2026-03-29", { dateStyle: "short" })).toBe("3/29/26");
  }
  process.env.TZ = before;
});

test("a relative time uses a suitable unit", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const [english, ukrainian] = [createFormat("en"), createFormat("uk")];
  expect(english.relative("2026-11-21T11:59:30Z", now)).toBe("now");
  expect(english.relative("2026-11-21T11:59:00Z", now)).toBe("1 minute ago");
  expect(english.relative("2026-11-21T09:30:00Z", now)).toBe("2 hours ago");
  expect(english.relative("2026-11-20T11:00:00Z", now)).toBe("yesterday");
  expect(english.relative("2026-12-21T12:00:00Z", now)).toBe("in 30 days");
  expect(english.relative("2025-05-01T12:00:00Z", now)).toBe("last year");
  expect(ukrainian.relative("2026-11-21T10:00:00Z", now)).toBe("2 години тому");
  expect(ukrainian.relative("2026-11-26T12:00:00Z", now)).toBe("через 5 днів");
});
