import type { Page } from "playwright-core";
import { expect } from "../stage/stage.ts";

/** The page can do without a network from now on: its files and what it showed are cached. */
export async function waitUntilCached(page: Page, language: "en" | "uk" = "en") {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => cachedIn(page, language)).toEqual({ hasDocument: true, hasAnswers: true });
}

function cachedIn(page: Page, language: "en" | "uk") {
  return page.evaluate(async (lang) => {
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    const seen = names.find((name) => name.startsWith("daymark-seen-"));
    const rows = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const counting = database.transaction("values").objectStore("values").count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      });
    const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return {
      hasDocument:
        (await caches.match(`/dashboard?lang=${lang}`, { ignoreVary: true })) !== undefined && files.flat().length > 50,
      hasAnswers: seen !== undefined && (await rows(seen)) >= 5,
    };
  }, language);
}

/** The names of the browser's caches and databases. The function opens none, because opening a deleted one creates it again. */
export function leftIn(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
}
