import { expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";

const today = daysAgo(0);

test("days and notes queued in a browser since version 0.1.6 are sent by the current version", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  // This page has the same origin but opens no user's storage.
  await page.goto("/privacy-policy");
  const userId = await page.evaluate(() => {
    const [, payload = ""] = (localStorage.getItem("refreshToken") ?? "").split(".");
    return String(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))).sub);
  });
  await page.evaluate(
    async ({ userId, items }) => {
      const opening = indexedDB.open(`daymark-waiting-${userId}`, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("values");
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction("values", "readwrite");
      for (const [key, item] of items) transaction.objectStore("values").put(item, key);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
      localStorage.setItem("waiting", `${userId} ${items.length}`);
    },
    { userId, items: itemsOfVersion016(habit.id, today) },
  );
  await openDashboard(page);
  await expect.poll(() => user.recorded(habit, today)).toBe(1);
  await expectResult(page, habit, today, "achieved");
  const notes = async () => (await user.call<{ results: { text: string }[] }>("GET", "/notes/")).results;
  await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(["Begun in a tunnel"]);
});

/** A day and a note in the form in which version 0.1.6 stored them. */
function itemsOfVersion016(habitId: number, day: string): [key: string, item: object][] {
  const nothing = { value: null, unit: "repetitions", skipped: false, note: null, confirmed: false };
  const state = { revision: "0f8fad5b-d9cb-469f-a165-70867728950e", sinceMs: 1_790_000_000_000, trouble: null };
  const found = { habitId, day, found: nothing, wanted: { ...nothing, value: 1 }, habitUnit: "repetitions" };
  const note = { kind: "note", id: null, text: "Begun in a tunnel", found: null, tried: null, ...state };
  return [
    [`day ${habitId} ${day}`, { kind: "day", title: "Read", ...found, parts: ["amount"], tried: [], ...state }],
    ["note -1", { ...note, creation: "7c9e6679-7425-40de-944b-e07fc1f90ae7" }],
  ];
}
