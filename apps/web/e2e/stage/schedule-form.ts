import type { Locator, Page } from "playwright-core";
import type { Stage } from "./stage.ts";
import { createPaidUser } from "./statistics.ts";
import { type Words, wordsOf } from "./words.ts";

/** The label's English word is another message elsewhere, so its translation is named here. */
export const scheduleLabels = { en: "Schedule", uk: "Розклад" } as const;

/** Opens the form of a new habit with a title, and chooses another schedule. */
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

/** A user of the paid plan on a phone, with the form of a new habit and another schedule. */
export async function visitScheduleForm(stage: Stage, language: "en" | "uk", title: string) {
  const words = wordsOf(language);
  const user = await createPaidUser(stage);
  // Without a habit, the dashboard shows the first steps instead.
  await user.createHabit();
  const page = await stage.visit({ as: user, language, width: 390 });
  await page.goto("/dashboard");
  return { words, user, page, dialog: await openScheduleForm(page, words, title) };
}
