import type { Locator, Page } from "playwright-core";
import type { Stage } from "./stage.ts";
import { createPaidUser } from "./statistics.ts";
import { type Words, wordsOf } from "./words.ts";

/** The label's English text has another translation elsewhere, so the test names the one of the label. */
export const scheduleLabels = { en: "Schedule", uk: "Розклад" } as const;

/** Opens the form of a new habit, fills in the title and opens "Another schedule". */
export async function openScheduleForm(page: Page, words: Words, title: string): Promise<Locator> {
  await page
    .getByRole("button", { name: words("New habit") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("Title")).fill(title);
  await dialog.getByRole("button", { name: words("Another schedule") }).click();
  return dialog;
}

/** Creates a paid user on a phone and opens the form of a new habit with another schedule. */
export async function visitScheduleForm(stage: Stage, language: "en" | "uk", title: string) {
  const words = wordsOf(language);
  const user = await createPaidUser(stage);
  // Without a habit, the dashboard shows the first steps instead of the button.
  await user.createHabit();
  const page = await stage.visit({ as: user, language, width: 390 });
  await page.goto("/dashboard");
  return { words, user, page, dialog: await openScheduleForm(page, words, title) };
}
