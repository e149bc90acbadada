import type { Locator } from "playwright-core";
import { cellOf, focusedCell, holdCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { smallTargets } from "../stage/settings.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

async function entriesOf(user: User, habit: Habit): Promise<{ value: number; unit: string }[]> {
  const path = `/habits/${habit.id}/progress/?from=${today}&to=${today}`;
  const { results } = await user.call<{ results: { value: number; unit: string }[] }>("GET", path);
  return results.map(({ value, unit }) => ({ value, unit }));
}

/** Waits until a button has the focus. */
const isFocused = (button: Locator) =>
  expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

/** Opens a page with a stopped clock, so that no timer becomes a minute old by itself. */
async function openStopped(stage: Stage, visit: Parameters<Stage["visit"]>[0]) {
  const page = await stage.visit(visit);
  const began = Date.now();
  await page.clock.setFixedTime(began);
  await openDashboard(page);
  return { page, wait: (seconds: number) => page.clock.setFixedTime(began + seconds * 1000) };
}

test("by keyboard alone a timer under a minute continues, is discarded, or counts as a minute", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const { page, wait } = await openStopped(stage, { as: user });
  const cell = cellOf(page, read, today);
  const pill = page.getByRole("button", { name: "Timer for Read" });
  const dialog = page.getByRole("dialog", { name: "Keep less than a minute?" });
  await cell.focus();
  await page.keyboard.press("t");
  await pill.waitFor();
  await wait(59);
  await page.keyboard.press("t");
  await dialog.getByText("Read: it ran for 0:59.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await pill.count()).toBe(1);

  await cell.focus();
  await page.keyboard.press("t");
  await isFocused(dialog.getByRole("button", { name: "Keep as 1 minute" }));
  await page.keyboard.press("Shift+Tab");
  await isFocused(dialog.getByRole("button", { name: "Discard" }));
  await page.keyboard.press("Enter");
  await pill.waitFor({ state: "detached" });
  expect(await entriesOf(user, read)).toEqual([]);

  await cell.focus();
  await page.keyboard.press("t");
  await pill.waitFor();
  await page.keyboard.press("t");
  // The button that loses nothing has the focus.
  await isFocused(dialog.getByRole("button", { name: "Keep as 1 minute" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => entriesOf(user, read)).toEqual([{ value: 1, unit: "minutes" }]);
  await pill.waitFor({ state: "detached" });
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: today });

  // The page records a full minute without a question, and any time of a habit in seconds.
  await page.keyboard.press("t");
  await pill.waitFor();
  await wait(119);
  await page.keyboard.press("t");
  await expect.poll(() => entriesOf(user, read)).toEqual([{ value: 2, unit: "minutes" }]);
});

test("a habit in seconds records a short time without a question", async ({ stage }) => {
  const user = await stage.createUser();
  const plank = await user.createHabit({ title: "Plank", target: 45, unit: "seconds" });
  const { page, wait } = await openStopped(stage, { as: user });
  await cellOf(page, plank, today).focus();
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Timer for Plank" }).waitFor();
  await wait(42);
  await page.keyboard.press("t");
  await expect.poll(() => entriesOf(user, plank)).toEqual([{ value: 42, unit: "seconds" }]);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test.for(mouseAndTouch)("stopping a short timer asks the user, $language, $width px", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  await user.record(read, today, 10);
  const { page, wait } = await openStopped(stage, { ...visit, as: user });
  if (visit.touch) await holdCell(page, read, today);
  else await cellOf(page, read, today).click();
  await press(page.getByRole("button", { name: words("Start a timer") }), visit);
  const pill = page.locator("[data-timer] button");
  await pill.waitFor();
  await wait(42);
  await press(page.getByRole("button", { name: words("Stop the timer") }), visit);
  const dialog = page.getByRole("dialog", { name: words("Keep less than a minute?") });
  await dialog.getByText("0:42").waitFor();
  if (visit.touch) expect(await smallTargets(page)).toEqual([]);
  await press(dialog.getByRole("button", { name: words("Keep as 1 minute") }), visit);
  await expect.poll(() => entriesOf(user, read)).toEqual([{ value: 11, unit: "minutes" }]);
  await pill.waitFor({ state: "detached" });
});
