import { habitOf } from "@daymark/domain/testing-habits";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { successShare } from "./streak-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("successes of an amount of a period are counted in its periods, all others in days", () => {
  const share = (changes: Parameters<typeof habitOf>[0]) => i18n._(successShare(habitOf(changes), 2, "3"));
  expect(share({ schedule: { target_per: "week" } })).toBe("2 weeks of 3");
  expect(share({ schedule: { target_per: "quarter" } })).toBe("2 quarters of 3");
  expect(share({ schedule: { times_per_week: 2 } })).toBe("2 days of 3");
  expect(share({ type: "bad", schedule: { target_per: "week" } })).toBe("2 days of 3");
  const past_schedules = [{ until: "2026-11-01", weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null }];
  expect(share({ schedule: { target_per: "week" }, past_schedules })).toBe("2 days of 3");
});
