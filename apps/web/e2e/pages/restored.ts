import type { Page } from "playwright-core";
import { expect } from "../stage/stage.ts";

/** Waits until the page works offline: the browser has cached its files and the answers that it showed. */
export async function waitUntilCached(page: Page, language: "en" | "uk" = "en") {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => cachedIn(page, language)).toEqual({ hasDocument: true, hasAnswers: true });
}

async function cachedIn(page: Page, language: "en" | "uk") {
  const answers = await cachedAnswers(page);
  return page.evaluate(
    async ({ lang, hasAnswers }) => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      const document = await caches.match(`/dashboard?lang=${lang}`, { ignoreVary: true });
      return { hasDocument: document !== undefined && files.flat().length > 50, hasAnswers };
    },
    { lang: language, hasAnswers: answers.length >= 5 },
  );
}

/** The answers of the API that the browser stores for offline use. */
export function cachedAnswers(page: Page): Promise<{ queryKey: [string[]]; data: Record<string, unknown> }[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    const seen = names.find((name) => name.startsWith("daymark-seen-"));
    if (seen === undefined) return [];
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(seen);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction("values").objectStore("values").getAll();
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result);
        };
      };
    });
  });
}

/**
 * The names of the browser's caches and databases. Opens none of them, because opening a deleted database creates it
 * again.
 */
export function leftIn(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
}
