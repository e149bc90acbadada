import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";

async function entryOf(user: User, habit: Habit, day: string): Promise<{ value: number; unit: string } | null> {
  const path = `/habits/${habit.id}/progress/?from=${day}&to=${day}`;
  const { results } = await user.call<{ results: { value: number; unit: string }[] }>("GET", path);
  return results[0] ? { value: results[0].value, unit: results[0].unit } : null;
}

test("a timer survives a reload, is shown in another tab and on other pages, and loses no second", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const today = daysAgo(0);
  await user.record(read, today, 10);
  const page = await stage.visit({ as: user });
  const began = Date.now();
  await page.clock.setFixedTime(began);
  await openDashboard(page);
  await cellOf(page, read, today).click();
  await page.getByRole("button", { name: "Start a timer" }).click();
  await page.keyboard.press("Escape");
  const pill = page.getByRole("button", { name: "Timer for Read" });
  await pill.waitFor();

  await page.clock.setFixedTime(began + 154_000);
  await page.reload();
  await expect.poll(() => page.locator("[data-timer] time").textContent()).toBe("2:34");
  const other = await page.context().newPage();
  await other.clock.setFixedTime(began + 154_000);
  await other.goto("/settings");
  await other.getByRole("button", { name: "Timer for Read" }).click();
  await other.getByRole("button", { name: "Stop and add" }).click();
  await messageOf(other, "Read, today: 754 seconds, goal awaiting.").waitFor();
  // A message stays while the pointer is over it.
  const undo = other.getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect.poll(() => entryOf(user, read, today)).toEqual({ value: 754, unit: "seconds" });
  await pill.waitFor({ state: "detached" });
  await undo.click();
  await expect.poll(() => entryOf(user, read, today)).toEqual({ value: 10, unit: "minutes" });
});

test("a timer whose time the server refuses continues, says so, and counts once when the user stops it again", async ({
  stage,
}) => {
  stage.expectError(/status of 500/);
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  const began = Date.now();
  await page.clock.setFixedTime(began);
  await openDashboard(page);
  await cellOf(page, read, today).focus();
  await page.keyboard.press("t");
  const pill = page.getByRole("button", { name: "Timer for Read" });
  await pill.waitFor();
  const stop = async () => {
    await pill.click();
    await page.getByRole("button", { name: "Stop and add" }).click();
  };
  const isWrite = /progress\.set/;
  await page.route(isWrite, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  await page.clock.setFixedTime(began + 154_000);
  await stop();
  await messageOf(page, /^Read, today: not saved\. .* The timer keeps running\.$/).waitFor();
  // The timer still holds the time, so a retry would add it twice.
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.unroute(isWrite);
  await page.reload();
  await page.clock.setFixedTime(began + 200_000);
  await stop();
  await expect.poll(() => entryOf(user, read, today)).toEqual({ value: 200, unit: "seconds" });
  await pill.waitFor({ state: "detached" });
});

test("the current version shows and continues the timer and days of an older version, which stored seconds only", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 60, unit: "minutes" });
  const today = daysAgo(0);
  const entries = [
    { habit_id: read.id, day: today, value: 900, unit: "seconds" },
    { habit_id: read.id, day: addDays(today, -1), value: 3600, unit: "seconds" },
  ];
  await user.call("PUT", "/progress/", { entries });
  const page = await stage.visit({ as: user });
  await page.clock.setFixedTime(Date.now());
  await page.addInitScript(
    ({ habitId, day }) => {
      const claims = JSON.parse(atob((localStorage.getItem("refreshToken") ?? "").split(".")[1] ?? ""));
      localStorage.setItem(`timer_${claims.sub}`, JSON.stringify({ habitId, day, startedAt: Date.now() - 2_700_000 }));
    },
    { habitId: read.id, day: today },
  );
  await openDashboard(page);
  await expect.poll(() => page.locator("[data-timer] time").textContent()).toBe("45:00");
  expect(await cellOf(page, read, today).getAttribute("aria-label")).toContain("900 seconds");
  await expectResult(page, read, addDays(today, -1), "achieved");
  await cellOf(page, read, today).focus();
  await page.keyboard.press("t");
  // The day keeps its unit, and the goal of 60 minutes is reached.
  await expect.poll(() => entryOf(user, read, today)).toEqual({ value: 3600, unit: "seconds" });
  await expectResult(page, read, today, "achieved");
  await page.getByRole("button", { name: "current streak 2 days" }).waitFor();
});

test("whole minutes of a timer count as minutes for habits in minutes and hours, and as seconds for one in seconds", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  const habits = [
    { title: "Read", target: 45, unit: "minutes", after: 45 * 60, amount: { value: 45, unit: "minutes" } },
    { title: "Sleep", target: 1, unit: "hours", after: 3600, amount: { value: 60, unit: "minutes" } },
    { title: "Plank", target: 120, unit: "seconds", after: 120, amount: { value: 120, unit: "seconds" } },
  ];
  let now = Date.now();
  for (const { after, amount, ...input } of habits) {
    const habit = await user.createHabit(input);
    await page.clock.setFixedTime(now);
    await openDashboard(page);
    await cellOf(page, habit, today).focus();
    await page.keyboard.press("t");
    await page.getByRole("button", { name: `Timer for ${input.title}` }).waitFor();
    now += after * 1000;
    await page.clock.setFixedTime(now);
    await page.keyboard.press("t");
    await expect.poll(() => entryOf(user, habit, today)).toEqual(amount);
    await expectResult(page, habit, today, "achieved");
  }
});

test("a timer that ran past midnight asks which day gets its time", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  const noon = Date.now();
  await page.clock.setFixedTime(noon);
  await openDashboard(page);
  await cellOf(page, read, today).focus();
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Timer for Read" }).waitFor();
  // The user forgot the timer for another day and can correct the time.
  await page.clock.setFixedTime(noon + 86_400_000);
  await page.reload();
  await page.getByRole("button", { name: "Timer for Read" }).click();
  await page.getByRole("button", { name: "Stop and add" }).click();
  const dialog = page.getByRole("dialog", { name: "Did you forget the timer?" });
  expect(await dialog.getByLabel("Minutes").inputValue()).toBe("1440");
  await dialog.getByLabel("Minutes").fill("1e3");
  await dialog.getByRole("button", { name: "Add time" }).click();
  await dialog.getByText("A valid integer is required.").waitFor();
  await dialog.getByLabel("Minutes").fill("45");
  await dialog.getByRole("button", { name: "Add time" }).click();
  await expect.poll(() => entryOf(user, read, today)).toEqual({ value: 45, unit: "minutes" });
  expect(await entryOf(user, read, addDays(today, 1))).toBeNull();
});

test("the palette cancels and restores a timer, and the next user sees nothing of it", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const command = async (typed: string, name: string) => {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.getByRole("option", { name }).click();
  };
  await command("start timer", "Read: start a timer");
  const pill = page.getByRole("button", { name: "Timer for Read" });
  await pill.waitFor();
  await command("discard", "Discard the timer: Read");
  await pill.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await pill.waitFor();

  const next = await stage.createUser();
  await page.evaluate(
    ([refresh]) => {
      sessionStorage.clear();
      localStorage.setItem("refreshToken", refresh as string);
    },
    [next.refresh],
  );
  await page.goto("/settings");
  await page.getByRole("button", { name: "Commands" }).waitFor();
  expect(await page.locator("[data-timer]").count()).toBe(0);
});
