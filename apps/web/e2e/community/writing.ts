import type { Locator, Page } from "playwright-core";
import { press } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { publish } from "./blog-post.ts";

/** The text of the post that is being written. */
export const textOf = (page: Page) => page.locator("#post-text");

/** Its blocks. */
export const rows = (page: Page) => page.locator("#post-text > *");

/** The blocks that are texts, as they are in the post. */
export const textRows = (page: Page) => page.locator("#post-text > :not([data-card], hr)");

/** What the texts say, in their order. */
export function texts(page: Page): Promise<string[]> {
  return textRows(page).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ""));
}

/**
 * Waits until the page knows of a caret that a key has moved: browsers tell of it (`selectionchange`) only after the key,
 * before the next frame at the latest.
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

/** Replaces the text of a block, as a writer does. */
export async function write(page: Page, block: Locator, text: string): Promise<void> {
  await block.click();
  await moveCaret(page, "Home", "Shift+End");
  await page.keyboard.type(text);
}

export const isSaved = (page: Page) => page.getByText(/^Saved at /).waitFor();

/** Opens the menu of what can be done with the post, and chooses. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await press(page.getByRole("menuitem", { name, exact: true }));
}

/** Chooses of a list that opens. */
export async function select(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** As a browser pastes: by an event of its own, in the field that has the focus. */
export async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

/** A post of these paragraphs, published. */
export function publishTexts(admin: User, texts: readonly string[], values: Record<string, unknown> = {}) {
  return publish(admin, { blocks: texts.map((text) => ({ kind: "paragraph", text })), ...values });
}
