import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { putOnPaidPlan } from "./plan.ts";
import { expect, type Stage } from "./stage.ts";
import type { Habit, User } from "./user.ts";
import type { Words } from "./words.ts";

/** Creates a user on the paid plan. */
export async function createPaidUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  return user;
}

/** Opens the statistics of a habit by their address and waits until the figures are there. */
export async function openStatistics(page: Page, habit: Pick<Habit, "id" | "title">): Promise<Locator> {
  await page.goto(`/dashboard?statistics=${habit.id}`);
  const dialog = page.getByRole("dialog", { name: habit.title, exact: true });
  await dialog.locator("dl").waitFor();
  return dialog;
}

/** Opens the reasons for a habit's streak. */
export async function openReasons(page: Page, habit: Pick<Habit, "id" | "title">, words: Words): Promise<Locator> {
  const dialog = await openStatistics(page, habit);
  await dialog.getByRole("button", { name: words("Why this streak?") }).click();
  await dialog.getByRole("heading", { name: words("Day by day") }).waitFor();
  return dialog;
}

/** Opens all disclosures of a dialog. */
export async function unfoldAll(dialog: Locator): Promise<void> {
  const folded = dialog.locator("details:not([open]) > summary:visible");
  do {
    if ((await folded.count()) > 0) await folded.first().click();
    // The content of a disclosure is drawn a moment after it opens, and contains disclosures itself.
    await expect.poll(() => dialog.locator("details[open]:not(:has(> ul))").count()).toBe(0);
  } while ((await folded.count()) > 0);
}

/** A chart with its caption, table and buttons, found by its heading. */
export function chartOf(dialog: Locator, title: string): Locator {
  return dialog.locator("section", { has: dialog.page().getByRole("heading", { name: title, exact: true, level: 3 }) });
}

/** The rows of a chart's table, including the header. */
export async function tableOf(dialog: Locator, title: string, words: Words): Promise<string[][]> {
  const picture = chartOf(dialog, title);
  await picture.getByRole("button", { name: words("Table") }).click();
  const table = picture.locator("table");
  await table.waitFor();
  expect((await table.locator("caption").textContent())?.length).toBeGreaterThan(0);
  const rows = await table.locator("tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

/** The CSV file of a chart, by lines, without its byte order mark. */
export async function fileOf(dialog: Locator, title: string, words: Words): Promise<{ name: string; lines: string[] }> {
  const button = chartOf(dialog, title).getByRole("button", { name: words("Download as CSV: {title}", { title }) });
  const [saved] = await Promise.all([dialog.page().waitForEvent("download"), button.click()]);
  const text = (await buffer(await saved.createReadStream())).toString("utf8");
  expect(text.startsWith("\u{feff}")).toBe(true);
  return { name: saved.suggestedFilename(), lines: text.slice(1).trimEnd().split("\r\n") };
}

/** A figure by its name, as the page shows it: "74.9%". */
export async function figureOf(dialog: Locator, name: string): Promise<string> {
  const term = dialog.locator("dt", { hasText: new RegExp(`^${name}$`) });
  return (await term.locator("xpath=following-sibling::dd[1]").textContent())?.trim() ?? "";
}

/** The sum of the numbers in a column. */
export function sumOf(rows: readonly (readonly string[])[], column: number): number {
  return rows.slice(1).reduce((sum, row) => sum + (Number((row[column] ?? "").replaceAll(/[^\d.]/g, "")) || 0), 0);
}
