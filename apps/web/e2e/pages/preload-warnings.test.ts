import type { Page } from "playwright-core";
import { expect, test } from "../stage/stage.ts";

/**
 * Collects Chromium's warnings about files that it fetches twice although the document preloads them, or that it
 * preloads without use.
 */
function watchPreloads(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (/\bpreload/i.test(message.text())) warnings.push(`${message.text()} (${page.url()})`);
  });
  return warnings;
}

/** Lists preloaded fonts that no text on the page uses. Chromium's own warning comes only some seconds later. */
function unusedFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const loaded = Array.from(document.fonts).filter(({ status }) => status === "loaded").length;
    const named = Array.from(document.querySelectorAll('link[rel="preload"][as="font"]'), ({ outerHTML }) => outerHTML);
    return named.slice(loaded);
  });
}

test("a page uses all files that its document preloads", async ({ stage }) => {
  for (const path of ["/", "/login"]) {
    const page = await stage.visit();
    const warnings = watchPreloads(page);
    await page.goto(path);
    expect([...warnings, ...(await unusedFonts(page))], path).toEqual([]);
  }
});

test("a page that a service worker controls uses all files that its document preloads", { timeout: 120_000 }, async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  const warnings = watchPreloads(page);
  await page.goto("/dashboard");
  await page.getByRole("grid").waitFor();
  // The service worker installs itself a moment later and caches the whole build.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const path of ["/dashboard", "/settings", "/blog"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null), path).toBe(true);
    expect([...warnings, ...(await unusedFonts(page))], path).toEqual([]);
  }
});
