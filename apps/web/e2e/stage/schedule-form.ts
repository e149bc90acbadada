import type { Locator, Page } from "playwright-core";
import type { Words } from "./words.ts";

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
