import type { Page } from "playwright-core";

/** Opens the palette of commands by its key, as soon as the page knows it. */
export async function openPalette(page: Page): Promise<void> {
  await page.locator('button[aria-keyshortcuts="Control+K"]').waitFor();
  await page.keyboard.press("Control+k");
}
