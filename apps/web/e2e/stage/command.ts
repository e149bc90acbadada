import type { Page } from "playwright-core";

/** Opens the command palette by its shortcut, as soon as the page handles the shortcut. */
export async function openPalette(page: Page): Promise<void> {
  await page.locator('button[aria-keyshortcuts="Control+K"]').waitFor();
  await page.keyboard.press("Control+k");
}
