import { habitOf } from "@daymark/domain/testing-habits";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { createLanguageStore } from "../../../../lib/language/language.ts";
import { goalName } from "./goal-words.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const habit = habitOf({
  unit: "kilometers",
  target: 8,
  targets: [
    { from: "2026-01-01", target: 5 },
    { from: "2026-03-10", target: 8 },
  ],
});

test("a month shows the goal that held in it, not the one of today", () => {
  const ofMonth = (month: string, last: number) =>
    goalName(i18n, habit, { from: `${month}-01`, to: `${month}-${last}` });
  expect(ofMonth("2025-12", 31)).toBe("Goal: 5 kilometers");
  expect(ofMonth("2026-02", 28)).toBe("Goal: 5 kilometers");
  expect(ofMonth("2026-03", 31)).toBe("Goal: 5 kilometers, then 8 kilometers");
  expect(ofMonth("2026-04", 30)).toBe("Goal: 8 kilometers");
});

test("a bad habit has a limit, which needs no unit if it counts repetitions", () => {
  const sweets = habitOf({ type: "bad", unit: "repetitions", targets: [{ from: "2026-01-01", target: 2 }] });
  expect(goalName(i18n, sweets, { from: "2026-02-01", to: "2026-02-28" })).toBe("At most 2 a day");
  const screen = habitOf({ type: "bad", unit: "minutes", targets: [{ from: "2026-01-01", target: 20 }] });
  expect(goalName(i18n, screen, { from: "2026-02-01", to: "2026-02-28" })).toBe("At most 20 minutes");
});

test("a limit with an own unit is right in Ukrainian, whose forms are those of the nominative", async () => {
  const languages = createLanguageStore("uk");
  await languages.need("dashboard");
  const range = { from: "2026-02-01", to: "2026-02-28" };
  const cigarettes = { type: "bad", unit: "repetitions", unit_label: "цигарка, цигарки, цигарок" } as const;
  const one = habitOf({ ...cigarettes, targets: [{ from: "2026-01-01", target: 1 }] });
  expect(goalName(languages.i18n, one, range)).toBe("Щонайбільше 1 цигарка на день");
  expect(goalName(languages.i18n, habitOf({ ...one, schedule: { target_per: "week" } }), range)).toBe(
    "Щонайбільше 1 цигарка на тиждень",
  );
});
