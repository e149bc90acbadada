import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";

test("over plain HTTP in a home network a page renews its session, records a day, and creates habits and notes", async ({
  stage,
}) => {
  // The browser ignores this header without HTTPS and says so.
  stage.expectError(/Cross-Origin-Opener-Policy header has been ignored/);
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const { port } = new URL(stage.url);
  // A new tab has no access token, so it renews the session first.
  const page = await stage.visit({ as: user, url: `http://home.test:${port}` });
  await openDashboard(page);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await cellOf(page, read, daysAgo(0)).click();
  await expectResult(page, read, daysAgo(0), "achieved");

  await page.getByRole("button", { name: "New habit" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Walk");
  await dialog.getByRole("button", { name: "Create habit" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New note" }).click();
  await page.getByRole("textbox", { name: "New note" }).fill("Shoes by the door");
  const notes = async () => (await user.call<{ results: { text: string }[] }>("GET", "/notes/")).results;
  await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(["Shoes by the door"]);

  await page.reload();
  await expectResult(page, read, daysAgo(0), "achieved");
  await page.locator("[data-habit-header]").filter({ hasText: "Walk" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: /^Note from/ }).inputValue()).toBe("Shoes by the door");
});
