import { openDashboard } from "../stage/calendar.ts";
import { expect, test } from "../stage/stage.ts";

test("a deleted account leaves nothing in the browser", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, withServiceWorker: true });
  await openDashboard(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // An empty cache holds no data of the user and may stay.
  const left = () =>
    page.evaluate(async () => [
      (await indexedDB.databases()).length,
      (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  await expect.poll(left).not.toContain(0);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.locator("input[name=username]").fill(user.username);
  await dialog.locator("input[name=password]").fill(user.password);
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await expect.poll(left).toEqual([0, 0, 0]);
});
