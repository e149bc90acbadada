import { type ErrorKey, errorCode, errorTable } from "@daymark/domain/base/errors";
import { successCodes } from "@daymark/domain/base/successes";
import { fieldErrorCodes } from "@daymark/domain/base/validation";
import { languages } from "@daymark/domain/text/language";
import { describe, expect, test } from "vitest";
import { fieldErrorMessage, fieldErrorMessages } from "./field-messages.ts";
import { errorMessage, errorMessages } from "./messages.ts";
import { i18nFor } from "./server.ts";
import { successMessage, successMessages } from "./success-messages.ts";

const errorKeys = Object.keys(errorTable) as ErrorKey[];
const values = { min: 3, max: 80, options: "good, bad" };

describe.each(languages)("%s", (language) => {
  const i18n = i18nFor(language);

  test("every code has its own message in the catalog", () => {
    const descriptors = { ...errorMessages, ...fieldErrorMessages, ...successMessages };
    const ids = [errorMessages, fieldErrorMessages, successMessages].flatMap((table) => Object.values(table));
    expect(Object.keys(descriptors).length).toBeGreaterThan(80);
    for (const { id } of ids) expect(i18n.messages[id], id).toBeDefined();
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  });

  test("every error, field error and success is a whole sentence without open placeholders", () => {
    const sentences = [
      ...errorKeys.map((key) => errorMessage(i18n, key)),
      ...fieldErrorCodes.map((code) => fieldErrorMessage(i18n, { code, values })),
      ...successCodes.map((code) => successMessage(i18n, code)),
    ];
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^{}#]+[.!]$/u);
  });

  test("error keys that share a code have the same message", () => {
    for (const key of errorKeys) expect(errorMessage(i18n, errorCode(key))).toBe(errorMessage(i18n, key));
  });
});

test("the Ukrainian catalog contains only Ukrainian text", () => {
  const ukrainian = i18nFor("uk");
  for (const key of errorKeys)
    expect(errorMessage(ukrainian, key)).toMatch(/^([^A-Za-z]|JSON|API|VPN|Google|Facebook)*$/);
});

test.each([
  [1, "Enter at least 1 character.", "Введіть щонайменше 1 символ."],
  [2, "Enter at least 2 characters.", "Введіть щонайменше 2 символи."],
  [5, "Enter at least 5 characters.", "Введіть щонайменше 5 символів."],
  [22, "Enter at least 22 characters.", "Введіть щонайменше 22 символи."],
])("a number selects the plural form of the language: %i", (min, english, ukrainian) => {
  expect(fieldErrorMessage(i18nFor("en"), { code: "too_short", values: { min } })).toBe(english);
  expect(fieldErrorMessage(i18nFor("uk"), { code: "too_short", values: { min } })).toBe(ukrainian);
});

test("numbers are formatted for the language", () => {
  const error = { code: "too_long", values: { max: 12000 } } as const;
  expect(fieldErrorMessage(i18nFor("en"), error)).toBe("Enter at most 12,000 characters.");
  expect(fieldErrorMessage(i18nFor("uk"), error)).toBe("Введіть щонайбільше 12\u00a0000 символів.");
});

test("the message of a plan limit names type and plan if they are known", () => {
  const i18n = i18nFor("en");
  expect(errorMessage(i18n, "plan_limit_reached", { type: "good", plan: "free" })).toBe(
    "Limit reached for creating good habits on the free plan.",
  );
  expect(errorMessage(i18n, "plan_limit_reached")).toBe("Limit reached for creating habits.");
  expect(errorMessage(i18n, "plan_limit_reached", { type: "settings", plan: "free" })).toBe(
    "Keeping the layout and filter on all your devices is part of the paid plan.",
  );
  expect(errorMessage(i18n, "plan_limit_reached", { type: "analytics", plan: "free" })).toBe(
    "Insights, comparisons, trends, correlations and the year in review are part of the paid plan.",
  );
});
