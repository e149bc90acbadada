import type { Page, Route } from "playwright-core";
import { cellOf, expectResult, focusedCell, holdCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const writes = /\/trpc\/[^?]*progress\.(set|increment|delete)/;

/** Holds every write until the test releases it, like a slow API. */
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

/** Counts the writes that the page has sent and those that have completed. */
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

test.for(mouseAndTouch)(
  "a cell changes before the API answers, and the database follows, $width px",
  async (visit, { stage }) => {
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    const today = daysAgo(0);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const held = await holdWrites(page);
    await press(cellOf(page, habit, today), visit);
    await expectResult(page, habit, today, "achieved");
    await held.waitForOne();
    expect(await user.recorded(habit, today)).toBeNull();
    await held.release();
    await expect.poll(() => user.recorded(habit, today)).toBe(1);
    await expectResult(page, habit, today, "achieved");
  },
);

test.for(mouseAndTouch)(
  "a failed write restores the old value, names the habit and day, and keeps the focus, $language, $width px",
  async (visit, { stage }) => {
    stage.expectError(/status of 500/);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Reading aloud" });
    const day = daysAgo(0);
    await user.record(habit, day, 1);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await expectResult(page, habit, day, "achieved");
    await page.route(writes, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
    if (visit.touch) await cellOf(page, habit, day).tap();
    else await cellOf(page, habit, day).press("Backspace");
    const words = wordsOf(visit.language);
    const sentence = words("{title}, {date}: not saved. {reason}", {
      title: habit.title,
      date: words("today"),
      reason: "",
    });
    await messageOf(page, sentence.trim()).waitFor();
    // The previous message may still be closing.
    await expect.poll(() => messageOf(page, /.+/).count()).toBe(1);
    await expectResult(page, habit, day, "achieved");
    await expect.poll(() => focusedCell(page)).toEqual({ habit: habit.id, day });
    expect(await user.recorded(habit, day)).toBe(1);
  },
);

test.for(mouseAndTouch)(
  "after ten fast toggles page and database have the last value, $width px",
  async (visit, { stage }) => {
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    const day = daysAgo(0);
    await user.record(habit, day, 1);
    const page = await stage.visit({ ...visit, as: user });
    const cell = cellOf(page, habit, day);
    const toggle = () => (visit.touch ? cell.tap() : cell.press("Enter"));
    await openDashboard(page);
    await expectResult(page, habit, day, "achieved");
    const count = countWrites(page);
    const held = await holdWrites(page);
    for (let times = 0; times < 10; times += 1) await toggle();
    await expectResult(page, habit, day, "achieved");
    await held.waitForOne();
    await held.release();
    // The page sends the first write, and then only the last value set meanwhile.
    await expect.poll(() => count.finished).toBe(2);
    expect(await user.recorded(habit, day)).toBe(1);
    expect(count.begun).toBe(2);

    await toggle();
    await expectResult(page, habit, day, "awaiting");
    await expect.poll(() => user.recorded(habit, day)).toBeNull();
    await page.reload();
    await expectResult(page, habit, day, "awaiting");
  },
);

test("Ctrl+Z undoes a recorded value long after its message has disappeared", async ({ stage }) => {
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

test.for(mouseAndTouch)(
  "the field refuses 0, 10001, 1.5 and 1e3, and keeps what the user typed, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Walk", target: 30, unit: "minutes" });
    const day = daysAgo(0);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    if (visit.touch) await holdCell(page, habit, day);
    else await cellOf(page, habit, day).click();
    const field = page.getByLabel(words("Amount"), { exact: true });
    await field.waitFor();
    for (const [typed, source] of [
      ["0", "The value must be at least 1 and at most 10000."],
      ["1.5", "A valid integer is required."],
      ["10001", "The value must be at least 1 and at most 10000."],
      ["1e3", "A valid integer is required."],
    ] as const) {
      const sentence = words(source);
      await field.fill(typed);
      await field.press("Enter");
      await page.getByText(sentence).waitFor();
      expect(await field.inputValue()).toBe(typed);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const described = await field.getAttribute("aria-describedby");
      expect(await page.locator(`[id="${described}"]`).textContent()).toContain(sentence);
      expect(await user.recorded(habit, day)).toBeNull();
    }

    await field.fill("12");
    await field.press("Enter");
    await expect.poll(() => user.recorded(habit, day)).toBe(12);
  },
);

test("digits record a numeric habit's day, and keys skip it and add a note", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Walk", target: 30, unit: "minutes" });
  const [day, before] = [daysAgo(0), daysAgo(1)];
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, habit, day).focus();
  await page.keyboard.type("45");
  await expect.poll(() => page.getByLabel("Amount", { exact: true }).inputValue()).toBe("45");
  await page.keyboard.press("Enter");
  await expectResult(page, habit, day, "achieved");
  await expect.poll(() => user.recorded(habit, day)).toBe(45);

  await cellOf(page, habit, before).click();
  await page.getByRole("textbox", { name: "Note" }).fill("on the train");
  await page.getByRole("button", { name: "Skip this day" }).click();
  await expectResult(page, habit, before, "skipped");
  // While the server lacks the write, a reload would ask for confirmation.
  const path = `/habits/${habit.id}/progress/?from=${before}&to=${before}`;
  await expect
    .poll(async () => (await user.call<{ results: { skipped: boolean }[] }>("GET", path)).results[0]?.skipped)
    .toBe(true);
  await page.reload();
  await expectResult(page, habit, before, "skipped");
  expect(await cellOf(page, habit, before).getAttribute("aria-label")).toContain("with a note");
});

test("the first day of a streak does not shift the days", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, width: 390 });
  await openDashboard(page);
  const today = cellOf(page, read, daysAgo(0));
  const before = await today.boundingBox();
  await today.click();
  await page.locator("thead").getByText("current streak 1 day").waitFor({ state: "attached" });
  expect((await today.boundingBox())?.y).toBe(before?.y);
});
