import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { cellOf, expectResult, focusedCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";

const selected = (page: Page) => page.locator('td[aria-selected="true"]').count();

async function recordedOn(user: User, habit: Habit, days: readonly string[]): Promise<(number | null)[]> {
  return Promise.all(days.map((day) => user.recorded(habit, day)));
}

test("Shift with arrow keys and a number fills a range in one call with one undo step", async ({ stage }) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const days = [4, 3, 2, 1].map(daysAgo);
  await user.record(run, days[1] as string, 9);
  const page = await stage.visit({ as: user });
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/progress\./.test(request.url()) && request.method() === "POST") calls.push(request.url());
  });
  await openDashboard(page);
  const announcements = await listen(page);
  await cellOf(page, run, days[0] as string).focus();
  for (let step = 1; step < 4; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => selected(page)).toBe(4);
  await expect.poll(announcements).toContain("4 days of Run selected");
  expect(await page.getByRole("grid").getAttribute("aria-multiselectable")).toBe("true");
  expect(await page.locator('td[tabindex="0"], th button[tabindex="0"]').count()).toBe(1);

  await page.keyboard.press("7");
  await page.getByRole("button", { name: "Fill 4 days" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([7, 7, 7, 7]);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain("progress.setMany");
  await expect.poll(announcements).toContain("Run, 4 days: 7 kilometers.");

  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(() => selected(page)).toBe(0);
  await page.keyboard.press("Control+z");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([null, 9, null, null]);
  await page.keyboard.press("Control+y");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([7, 7, 7, 7]);
});

test("clearing a range keeps a note written on another device, and undo restores the amounts", async ({ stage }) => {
  stage.expectError(/status of 409/);
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const days = [2, 1].map(daysAgo);
  for (const day of days) await user.record(run, day, 5);
  const page = await stage.visit({ as: user });
  // Blocks live changes, so that the page does not learn of the other device.
  await page.route("**/trpc/live.changes*", () => {});
  await openDashboard(page);
  for (const day of days) await expectResult(page, run, day, "achieved");
  const notes = async () => {
    const path = `/habits/${run.id}/progress/?from=${days[0]}&to=${days[1]}`;
    const { results } = await user.call<{ results: { note: string | null }[] }>("GET", path);
    return results.map(({ note }) => note);
  };
  await user.call("PUT", `/habits/${run.id}/progress/${days[1]}/`, { note: "along the river" });
  await cellOf(page, run, days[0] as string).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Backspace");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([null, null]);
  expect(await notes()).toEqual(["along the river"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([5, 5]);
  // Undo and redo of a filled range clear days in the same way.
  await user.call("PUT", `/habits/${run.id}/progress/${days[0]}/`, { note: "by night" });
  await page.keyboard.press("Control+y");
  await expect.poll(() => recordedOn(user, run, days)).toEqual([null, null]);
  expect((await notes()).sort()).toEqual(["along the river", "by night"]);
});

test("a range that cannot be saved is reverted as a whole, with one message and a retry", async ({ stage }) => {
  stage.expectError(/status of 500/);
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const days = [2, 1, 0].map(daysAgo);
  await user.record(run, days[1] as string, 5);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expectResult(page, run, days[1] as string, "achieved");
  const isManyCall = /progress\.setMany/;
  await page.route(isManyCall, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  await cellOf(page, run, days[2] as string).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("s");
  const failure = messageOf(page, /Run, 3 days: skipped: not saved\./);
  await failure.waitFor();
  expect(await failure.count()).toBe(1);
  await expectResult(page, run, days[1] as string, "achieved");
  await expectResult(page, run, days[2] as string, "awaiting");
  await page.unroute(isManyCall);
  await page.getByRole("button", { name: "Try again" }).click();
  for (const day of days) await expectResult(page, run, day, "skipped");
});

test("a retry keeps notes written on another device meanwhile, for one day and for several", async ({ stage }) => {
  stage.expectError(/status of 500/);
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const days = [2, 1, 0].map(daysAgo) as [string, string, string];
  await user.record(run, days[0], 5);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expectResult(page, run, days[0], "achieved");
  const isWrite = /progress\.(set|increment)/;
  const refuse = () =>
    page.route(isWrite, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  const again = page.getByRole("button", { name: "Try again" });
  const writeNoteElsewhere = async (day: string, note: string) => {
    // A message stays while the pointer is over it.
    await again.hover();
    await user.call("PUT", `/habits/${run.id}/progress/${day}/`, { note });
    await expect.poll(() => cellOf(page, run, day).getAttribute("aria-label")).toContain("with a note");
    await page.unroute(isWrite);
  };
  const recorded = async () => {
    const path = `/habits/${run.id}/progress/?from=${days[0]}&to=${days[2]}`;
    const { results } = await user.call<{ results: { day: string; value: number | null; note: string | null }[] }>(
      "GET",
      path,
    );
    return results.map(({ day, value, note }) => [day, value, note]).sort();
  };
  await refuse();
  await cellOf(page, run, days[0]).focus();
  await page.keyboard.press("Backspace");
  await messageOf(page, /Run, .*: not saved\./).waitFor();
  await writeNoteElsewhere(days[0], "along the river");
  await again.click();
  await expect.poll(recorded).toEqual([[days[0], null, "along the river"]]);

  await refuse();
  await cellOf(page, run, days[1]).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("5");
  await page.getByRole("button", { name: "Fill 2 days" }).waitFor();
  await page.keyboard.press("Enter");
  await messageOf(page, /Run, 2 days: .*: not saved\./).waitFor();
  await writeNoteElsewhere(days[2], "by night");
  await again.click();
  await expect.poll(recorded).toEqual([
    [days[0], null, "along the river"],
    [days[1], 5, null],
    [days[2], 5, "by night"],
  ]);
});

test("a selection over several habits can be skipped, cleared, or set to each habit's goal", async ({ stage }) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const [before, today] = [daysAgo(1), daysAgo(0)];
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const announcements = await listen(page);
  await cellOf(page, run, before).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(() => selected(page)).toBe(4);
  await expect.poll(announcements).toContain("2 days of 2 habits selected");
  // The habits count kilometers and minutes, so one number does not fit both.
  await page.keyboard.press("Enter");
  await page.getByText("These habits use different units").waitFor();
  await page.getByRole("button", { name: "Each habit’s own goal" }).click();
  await expect.poll(() => recordedOn(user, run, [before, today])).toEqual([5, 5]);
  await expect.poll(() => recordedOn(user, read, [before, today])).toEqual([30, 30]);
  await expect.poll(() => focusedCell(page)).toEqual({ habit: read.id, day: today });
  await page.keyboard.press("Backspace");
  await expect.poll(() => recordedOn(user, run, [before, today])).toEqual([null, null]);
  await expect.poll(() => recordedOn(user, read, [before, today])).toEqual([null, null]);
});

test("a user copies the previous day to a day, and all of yesterday to the empty habits", async ({ stage }) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const walk = await user.createHabit({ title: "Walk", target: 1 });
  const [before, today] = [daysAgo(1), daysAgo(0)];
  await user.record(run, before, 4);
  await user.record(read, before, 20);
  await user.record(read, today, 5);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, run, today).focus();
  await page.keyboard.press("y");
  await expect.poll(() => user.recorded(run, today)).toBe(4);
  await page.keyboard.press("Backspace");
  await expect.poll(() => user.recorded(run, today)).toBeNull();

  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Same as the day before: 4 kilometers" }).click();
  await expect.poll(() => user.recorded(run, today)).toBe(4);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await expect.poll(() => user.recorded(run, today)).toBeNull();

  await page.keyboard.press("Shift+Y");
  await expect.poll(() => user.recorded(run, today)).toBe(4);
  expect(await user.recorded(read, today)).toBe(5);
  expect(await user.recorded(walk, today)).toBeNull();
});

test("an amount may be typed in another unit of its kind, is stored in it, and is shown in the habit's unit", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 1, unit: "hours" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, read, today).click();
  await page.getByLabel("Amount", { exact: true }).fill("25");
  await page.getByLabel("Unit", { exact: true }).selectOption({ label: "Minutes" });
  await page.getByText("= 0.42 hours").waitFor();
  await page.getByLabel("Amount", { exact: true }).press("Enter");
  await expect.poll(() => user.recorded(read, today)).toBe(25);
  const { results } = await user.call<{ results: { unit: string }[] }>(
    "GET",
    `/habits/${read.id}/progress/?from=${today}&to=${today}`,
  );
  expect(results[0]?.unit).toBe("minutes");
  await expect.poll(() => cellOf(page, read, today).getAttribute("aria-label")).toContain("25 minutes, 0.42 hours");
  await cellOf(page, read, today).click();
  await expect.poll(() => page.getByLabel("Amount", { exact: true }).inputValue()).toBe("25");
  expect(await page.getByLabel("Unit", { exact: true }).inputValue()).toBe("minutes");
});

test("one press confirms that nothing was done, and mark and name distinguish that day from an assumed one", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const cell = cellOf(page, sweets, today);
  await expect.poll(() => cell.getAttribute("aria-label")).toContain("limit not exceeded, assumed");
  await cell.click();
  await page.getByRole("button", { name: "Nothing today" }).click();
  await expect.poll(() => cell.getAttribute("aria-label")).toContain("limit not exceeded, confirmed");
  const confirmed = async () => {
    const path = `/habits/${sweets.id}/progress/?from=${today}&to=${today}`;
    const { results } = await user.call<{ results: { confirmed: boolean }[] }>("GET", path);
    return results[0]?.confirmed ?? false;
  };
  await expect.poll(confirmed).toBe(true);
  await cell.focus();
  await page.keyboard.press("c");
  await expect.poll(() => cell.getAttribute("aria-label")).toContain("assumed");
  await expect.poll(confirmed).toBe(false);
});

test("the keyboard alone records a whole day, and a change of layout keeps the focused habit and day", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk" });
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user, language: "uk" });
  await openDashboard(page);
  // The grid is one tab stop, on today. From here on the test uses only keys.
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  for (let press = 0; press < 20 && !(await focusedCell(page)); press += 1) await page.keyboard.press("Tab");
  await expect.poll(() => focusedCell(page)).toEqual({ habit: walk.id, day: today });
  // The focus moves to the next open habit by itself.
  await page.keyboard.press("Space");
  // A keyboard with a Ukrainian layout sends another letter for the key of Latin G.
  await page.keyboard.press("KeyG");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => user.recorded(walk, today)).toBe(1);
  await expect.poll(() => user.recorded(run, today)).toBe(5);
  await expect.poll(() => user.recorded(sweets, today)).toBe(1);

  await cellOf(page, run, today).focus();
  await page.keyboard.press("ArrowLeft");
  const at = await focusedCell(page);
  await page.getByRole("button", { name: "Вертикальний макет" }).click();
  await page.locator('[role=grid][data-layout="vertical"]').waitFor();
  await expect.poll(() => focusedCell(page)).toEqual(at);
  await page.getByRole("button", { name: "Горизонтальний макет" }).click();
  await page.locator('[role=grid][data-layout="horizontal"]').waitFor();
  await expect.poll(() => focusedCell(page)).toEqual(at);
});

test("a message without undo replaces the undo button of the previous message", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 20 });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, read, daysAgo(0)).focus();
  await page.keyboard.press("7");
  await page.keyboard.press("Enter");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.waitFor();
  await expect.poll(() => user.recorded(read, daysAgo(0))).toBe(7);
  await cellOf(page, read, daysAgo(0)).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Backspace");
  await messageOf(page, "Nothing to change.").waitFor();
  expect(await undo.count()).toBe(0);
  expect(await user.recorded(read, daysAgo(0))).toBe(7);
});
