import { expect, test } from "vitest";
import { clockTimeOf, instantOfClockTime } from "./clock-time.ts";

const kyiv = { timezone: "Europe/Kyiv", dayStartHour: 0 };

test("a time of a day is an instant, and its clock shows that time again", () => {
  const at = instantOfClockTime("2026-11-21", "07:05", kyiv);
  expect(at).toBe("2026-11-21T05:05:00.000Z");
  expect(clockTimeOf(at, "Europe/Kyiv")).toBe("07:05");
  expect(clockTimeOf("2026-11-20T22:00:00.000Z", "Europe/Kyiv")).toBe("00:00");
});

test("a time before the hour at which the day begins is that of the next date", () => {
  const night = { ...kyiv, dayStartHour: 3 };
  expect(instantOfClockTime("2026-11-21", "02:59", night)).toBe("2026-11-22T00:59:00.000Z");
  expect(instantOfClockTime("2026-11-21", "03:00", night)).toBe("2026-11-21T01:00:00.000Z");
});

test("a repeated time is the first one, and a skipped one the same moment after it", () => {
  expect(instantOfClockTime("2026-10-25", "03:30", kyiv)).toBe("2026-10-25T00:30:00.000Z");
  expect(instantOfClockTime("2026-03-29", "03:30", kyiv)).toBe("2026-03-29T01:30:00.000Z");
});
