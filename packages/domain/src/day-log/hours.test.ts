import { expect, test } from "vitest";
import { hoursOfLog } from "./hours.ts";

function quarter(start: string, value = 1, unit: "minutes" | "hours" = "minutes") {
  return { startMs: Date.parse(start), unit, count: 1, value };
}

/** The hours with items: hour, count and amount. */
function filled(quarters: ReturnType<typeof quarter>[], timezone: string) {
  const hours = hoursOfLog(quarters, timezone, "minutes");
  expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  return hours.filter(({ count }) => count > 0).map(({ hour, count, amount }) => [hour, count, amount]);
}

test("items are counted by the clock of the zone, and their amounts are converted", () => {
  const quarters = [quarter("2026-11-21T06:45:00Z", 5), quarter("2026-11-20T06:00:00Z", 1, "hours")];
  expect(filled(quarters, "UTC")).toEqual([[6, 2, 65]]);
  expect(filled(quarters, "Europe/Kyiv")).toEqual([[8, 2, 65]]);
});

test.each([
  ["Asia/Kathmandu", "2026-11-21T18:15:00Z", 0],
  ["Asia/Kolkata", "2026-11-21T18:30:00Z", 0],
  ["Australia/Adelaide", "2026-11-21T13:30:00Z", 0],
  ["America/St_Johns", "2026-11-21T03:30:00Z", 0],
  ["Pacific/Kiritimati", "2026-11-21T09:45:00Z", 23],
])("a zone of half or quarter hours has its own hours: %s", (timezone, start, hour) => {
  expect(filled([quarter(start)], timezone)).toEqual([[hour, 1, 1]]);
});

test("an hour that the clock repeats counts both times, and one that it skips has nothing", () => {
  // On 25 October 2026 at 01:00 UTC the clocks of Kyiv went back from 04:00 to 03:00.
  const repeated = [quarter("2026-10-25T00:30:00Z"), quarter("2026-10-25T01:30:00Z")];
  expect(filled(repeated, "Europe/Kyiv")).toEqual([[3, 2, 2]]);
  // On 29 March 2026 at 01:00 UTC they went forward from 03:00 to 04:00.
  const skipped = [quarter("2026-03-29T00:45:00Z"), quarter("2026-03-29T01:00:00Z")];
  expect(filled(skipped, "Europe/Kyiv")).toEqual([
    [2, 1, 1],
    [4, 1, 1],
  ]);
});

test("midnight is hour 0", () => {
  expect(filled([quarter("2026-11-21T00:00:00Z")], "UTC")).toEqual([[0, 1, 1]]);
});
