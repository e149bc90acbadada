import type { Page, Route } from "playwright-core";
import { cellOf, expectResult, focusedCell, openDashboard } from "./calendar.ts";
import { daysAgo } from "./day.ts";
import { expect, messageOf, test } from "./stage.ts";

const writes = /\/trpc\/[^?]*progress\.(set|increment|delete)/;

/** Holds every write back until told otherwise: an API that takes as long as the test likes. */
async function holdWrites(page: Page) {
  const held: Route[] = [];
  let isHolding = true;
  await page.route(writes, (route) => (isHolding ? void held.push(route) : route.continue()));
  return {
    waitForOne: () => expect.poll(() => held.length).toBeGreaterThan(0),
    release: async () => {
      isHolding = false;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

/** How many writes have been sent, and how many of them have come to an end. */
function countWrites(page: Page) {
  const count = { begun: 0, finished: 0 };
  page.on("request", (request) => {
    if (writes.test(request.url())) count.begun += 1;
  });
  const done = (request: { url(): string }) => {
    if (writes.test(request.url())) count.finished += 1;
  };
  page.on("requestfinished", done);
  page.on("requestfailed", done);
  return count;
}

test("a cell is repainted while the API has not answered, and the database follows", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const held = await holdWrites(page);
  await cellOf(page, habit, today).click();
  await expectResult(page, habit, today, "achieved");
  await held.waitForOne();
  expect(await user.recorded(habit, today)).toBeNull();
  await held.release();
  await expect.poll(() => user.recorded(habit, today)).toBe(1);
  await expectResult(page, habit, today, "achieved");
});

test("a write that fails returns the old value, says which habit and day, and keeps the focus", async ({ stage }) => {
  stage.expectError(/status of 500/);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Reading aloud", target: 30, unit: "minutes" });
  const day = daysAgo(0);
  await user.record(habit, day, 30);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expectResult(page, habit, day, "achieved");
  await page.route(writes, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  await cellOf(page, habit, day).focus();
  await page.keyboard.press("Backspace");
  const toast = messageOf(page, /Reading aloud, .*: not saved\./);
  await toast.waitFor();
  expect(await toast.count()).toBe(1);
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
  });
  expect(await toast.textContent()).toContain(date);
  await expectResult(page, habit, day, "achieved");
  expect(await focusedCell(page)).toEqual({ habit: habit.id, day });
  expect(await user.recorded(habit, day)).toBe(30);
});

test("ten fast toggles end in the last value, on the page and in the database", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const day = daysAgo(0);
  await user.record(habit, day, 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expectResult(page, habit, day, "achieved");
  const count = countWrites(page);
  const held = await holdWrites(page);
  await cellOf(page, habit, day).focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press("Enter");
  await expectResult(page, habit, day, "achieved");
  await held.waitForOne();
  await held.release();
  // The first, and of all that was wanted while it was underway the last.
  await expect.poll(() => count.finished).toBe(2);
  expect(await user.recorded(habit, day)).toBe(1);
  expect(count.begun).toBe(2);

  await page.keyboard.press("Enter");
  await expectResult(page, habit, day, "awaiting");
  await expect.poll(() => user.recorded(habit, day)).toBeNull();
  await page.reload();
  await expectResult(page, habit, day, "awaiting");
});

test("Ctrl+Z takes back what was recorded, long after its message is gone", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const [day, before] = [daysAgo(0), daysAgo(1)];
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  for (const each of [before, day]) {
    await cellOf(page, habit, each).click();
    await expectResult(page, habit, each, "achieved");
  }
  const toast = page.getByRole("button", { name: "Undo" });
  await toast.first().waitFor();
  await page.getByLabel("Dismiss").first().click();
  await toast.first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await expectResult(page, habit, day, "awaiting");
  await expectResult(page, habit, before, "achieved");
  await expect.poll(() => user.recorded(habit, day)).toBeNull();
  await page.keyboard.press("Control+Shift+z");
  await expectResult(page, habit, day, "achieved");
  await expect.poll(() => user.recorded(habit, day)).toBe(1);
});

test.for([
  ["0", "The value must be at least 1 and at most 10000."],
  ["10001", "The value must be at least 1 and at most 10000."],
  ["1.5", "A valid integer is required."],
  ["1e3", "A valid integer is required."],
] as const)("%s is refused beside its field, which keeps it", async ([typed, sentence], { stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Walk", target: 30, unit: "minutes" });
  const day = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, habit, day).focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Amount");
  await field.waitFor();
  await field.fill(typed);
  await field.press("Enter");
  await page.getByText(sentence).waitFor();
  expect(await field.inputValue()).toBe(typed);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = await field.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).textContent()).toContain(sentence);
  expect(await user.recorded(habit, day)).toBeNull();

  await field.fill("12");
  await field.press("Enter");
  await expect.poll(() => user.recorded(habit, day)).toBe(12);
});

test("a day of a numeric habit is recorded by its digits, skipped and noted", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Walk", target: 30, unit: "minutes" });
  const [day, before] = [daysAgo(0), daysAgo(1)];
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, habit, day).focus();
  await page.keyboard.type("45");
  await expect.poll(() => page.getByLabel("Amount").inputValue()).toBe("45");
  await page.keyboard.press("Enter");
  await expectResult(page, habit, day, "achieved");
  await expect.poll(() => user.recorded(habit, day)).toBe(45);

  await cellOf(page, habit, before).click();
  await page.getByRole("textbox", { name: "Note" }).fill("on the train");
  await page.getByRole("button", { name: "Skip this day" }).click();
  await expectResult(page, habit, before, "skipped");
  await page.reload();
  await expectResult(page, habit, before, "skipped");
  expect(await cellOf(page, habit, before).getAttribute("aria-label")).toContain("with a note");
});
