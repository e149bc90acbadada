import type { Locator, Page } from "playwright-core";
import { press } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { publish } from "./blog-post.ts";

/** The text of the edited post. */
export const textOf = (page: Page) => page.locator("#post-text");

/** The blocks of the edited post. */
export const rows = (page: Page) => page.locator("#post-text > *");

/** The blocks that hold text. */
export const textRows = (page: Page) => page.locator("#post-text > :not([data-card], hr)");

/** The texts of the blocks, in order. */
export function texts(page: Page): Promise<string[]> {
  return textRows(page).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ""));
}

/**
 * Waits until the page has seen the caret's new place. Browsers fire `selectionchange` only after the key, at the
 * latest before the next frame.
 */
export async function untilCaretKnown(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Presses keys that move the caret or select. */
export async function moveCaret(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await untilCaretKnown(page);
}

/** Puts the caret at the end of a block. */
export async function placeCaret(page: Page, block: Locator): Promise<void> {
  await block.click();
  await moveCaret(page, "End");
}

/** Replaces the text of a block by keyboard. */
export async function write(page: Page, block: Locator, text: string): Promise<void> {
  await block.click();
  await moveCaret(page, "Home", "Shift+End");
  await page.keyboard.type(text);
}

export const isSaved = (page: Page) => page.getByText(/^Saved at /).waitFor();

/** Opens the menu of the post and chooses an item. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await press(page.getByRole("menuitem", { name, exact: true }));
}

/** Chooses an option of a select. */
export async function select(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Dispatches a paste event to the focused field, as a browser does. */
export async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

/** Publishes a post of these paragraphs. */
export function publishTexts(admin: User, texts: readonly string[], values: Record<string, unknown> = {}) {
  return publish(admin, { blocks: texts.map((text) => ({ kind: "paragraph", text })), ...values });
}
