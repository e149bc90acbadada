import type { Page } from "playwright-core";
import { cellOf, expectResult, openDashboard } from "./calendar.ts";
import { daysAgo } from "./day.ts";
import { expect, messageOf, test } from "./stage.ts";
import type { Habit } from "./user.ts";

/** Titles as the calendar has them, from its first row or column on. */
const titles = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));

async function openMenu(page: Page, habit: Habit) {
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await page.getByRole("menu").waitFor();
}

test("the order changes by menu and by keyboard, is announced, and survives a reload", async ({ stage }) => {
  const user = await stage.createUser();
  const first = await user.createHabit({ title: "One" });
  await user.createHabit({ title: "Two" });
  const third = await user.createHabit({ title: "Three" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expect.poll(() => titles(page)).toEqual(["One", "Two", "Three"]);

  await openMenu(page, third);
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(() => titles(page)).toEqual(["One", "Three", "Two"]);
  await page.getByText("Three moved to place 2 of 3.").waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Arrange habits" }).click();
  const handle = page.getByRole("button", { name: `Move ${first.title}`, exact: true });
  // A dialog takes the focus when it has opened, wherever it was.
  await page.locator("[role=dialog]:focus-within").waitFor();
  await handle.focus();
  await page.keyboard.press("Space");
  await page.getByText("One picked up, place 1 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowDown");
  await page.getByText("One is over place 2 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowDown");
  await page.getByText("One is over place 3 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("One dropped at place 3 of 3.").waitFor({ state: "attached" });
  await expect.poll(() => titles(page)).toEqual(["Three", "Two", "One"]);
  await expect
    .poll(async () => (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map((habit) => habit.title))
    .toEqual(["Three", "Two", "One"]);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["Three", "Two", "One"]);
});

test("deleting says how many days go, undo brings them all back", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  await user.createHabit({ title: "Walk" });
  const days = [0, 1, 2].map(daysAgo);
  for (const day of days) await user.record(habit, day, 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await openMenu(page, habit);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByText("3 recorded days go with it.").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await messageOf(page, "“Read” and all its days were deleted.").waitFor();
  await expect.poll(() => titles(page)).toEqual(["Walk"]);
  await expect
    .poll(async () => (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map(({ title }) => title))
    .toEqual(["Walk"]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["Read", "Walk"]);
  for (const day of days) await expectResult(page, habit, day, "achieved");
  for (const day of days) expect(await user.recorded(habit, day)).toBe(1);
});

test("a full plan explains itself where the button is, and in the dialog of one kind", async ({ stage }) => {
  const user = await stage.createUser();
  for (const title of ["One", "Two", "Three"]) await user.createHabit({ title });
  for (const title of ["Sweets", "Coffee"]) await user.createHabit({ title, type: "bad" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "New habit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").waitFor();
  await dialog.getByText("Good habit", { exact: true }).click();
  await dialog.getByText("You keep 3 of 3 good habits.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await user.createHabit({ title: "Chips", type: "bad" });
  await page.reload();
  await page.getByRole("button", { name: "New habit" }).click();
  await page.getByRole("heading", { name: "The free plan is full" }).waitFor();
  await page.getByText("You keep 3 of 3 good and 3 of 3 bad habits, archived ones included.").waitFor();
});

test("fifty creations at once end in exactly three", async ({ stage }) => {
  const user = await stage.createUser();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => user.createHabit({ title: `Habit ${index}` })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expect.poll(async () => (await titles(page)).length).toBe(3);
});

test("a bad habit mirrors the meaning of its marks", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Coffee", type: "bad", target: 2 });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const today = daysAgo(0);
  await expectResult(page, habit, today, "not_exceeded");
  await cellOf(page, habit, today).focus();
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await expectResult(page, habit, today, "exceeded");
  expect(await cellOf(page, habit, today).getAttribute("aria-label")).toContain("limit exceeded");
});
