import type { Locator, Page } from "playwright-core";
import { press } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { publish } from "./blog-post.ts";

/** The blocks of the post that is being written. */
export const rows = (page: Page) => page.locator("ol > li[data-block]");

/** What the texts say, in their order. */
export function texts(page: Page): Promise<string[]> {
  return rows(page)
    .locator("textarea")
    .evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));
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
