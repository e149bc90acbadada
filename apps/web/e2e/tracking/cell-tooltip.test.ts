import type { Locator, Page } from "playwright-core";
import { cellOf, expectResult, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { countRenders } from "../stage/renders.ts";
import { expect, mouseAndTouch, type Stage, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

async function createHabits(stage: Stage) {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 8000, unit: "meters" });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
  await user.call("PUT", `/habits/${walk.id}/progress/${daysAgo(1)}/`, { value: 2345, note: "In the rain" });
  await user.call("PUT", `/habits/${sweets.id}/progress/${daysAgo(2)}/`, { value: 1 });
  return { user, walk, sweets };
}

/** Creates habits with a goal of the month, of the week and of any seven days. */
async function createRhythms(stage: Stage) {
  const user = await stage.createUser();
  const monthly = await user.createHabit({ title: "Call", schedule: { times_per_month: 4 } });
  const weekly = await user.createHabit({
    title: "Run",
    unit: "minutes",
    target: 90,
    schedule: { target_per: "week" },
  });
  const often = await user.createHabit({ title: "Swim", schedule: { times_in_days: { times: 2, days: 7 } } });
  const past = daysAgo(10);
  const other = daysAgo(0).endsWith("-01") ? daysAgo(-1) : daysAgo(1);
  await user.record(monthly, daysAgo(0), 1);
  // The habit began earlier: a week that it began in asks for less.
  await user.record(weekly, daysAgo(20), 1);
  await user.record(weekly, past, 20);
  await user.record(often, past, 1);
  await user.record(often, daysAgo(9), 1);
  return { user, monthly, weekly, often, other, past };
}

async function openLayout(page: Page, layout: Layout): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
  await openDashboard(page);
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
}

/** The names of the marked headers. */
function marked(page: Page): Promise<(string | null)[]> {
  return page
    .locator("th[data-marked]")
    .evaluateAll((headers) =>
      headers.map((header) => (header as HTMLElement).dataset.date ?? header.getAttribute("aria-label")),
    );
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error("one of the two elements is not visible");
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, JSON.stringify([a, b])).toBe(true);
}

for (const layout of ["horizontal", "vertical"] as const) {
  test(`a cell under the pointer shows its exact amount and note, and marks its headers, ${layout}`, async ({
    stage,
  }) => {
    const { user, walk, sweets } = await createHabits(stage);
    const page = await stage.visit({ as: user });
    await openLayout(page, layout);
    const tooltip = page.getByRole("tooltip");
    const cell = cellOf(page, walk, daysAgo(1));
    await cell.hover();
    await tooltip.getByText("2,345 meters").waitFor();
    await tooltip.getByText("In the rain").waitFor();
    await expectApart(tooltip, cell);
    expect((await marked(page)).sort()).toEqual([daysAgo(1), "Walk"].sort());
    expect(await cell.getAttribute("aria-description")).toBe("In the rain");

    // WCAG 1.4.13 (hoverable): the tooltip stays while the pointer is in it.
    await tooltip.hover();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await tooltip.getByText("2,345 meters").waitFor();
    // WCAG 1.4.13 (dismissible): Escape closes the tooltip without a move of the pointer.
    await page.keyboard.press("Escape");
    await tooltip.waitFor({ state: "hidden" });

    await cellOf(page, sweets, daysAgo(1)).hover();
    await tooltip.getByText("Limit not exceeded, assumed", { exact: false }).waitFor();
    await cellOf(page, sweets, daysAgo(2)).hover();
    await tooltip.getByText("1 repetition").waitFor();
    await page.getByRole("heading", { level: 1 }).hover();
    await tooltip.waitFor({ state: "hidden" });
    // Only the focused cell stays marked: the first habit that is open today.
    expect((await marked(page)).sort()).toEqual([daysAgo(0), "Walk"].sort());
  });

  test(`a focused cell shows its content, and no tooltip covers it or its entry, ${layout}`, async ({ stage }) => {
    const { user, walk, sweets } = await createHabits(stage);
    const page = await stage.visit({ as: user, language: "uk" });
    await openLayout(page, layout);
    const tooltip = page.getByRole("tooltip");
    const cell = cellOf(page, walk, daysAgo(1));
    await cellOf(page, walk, daysAgo(0)).focus();
    await page.keyboard.press(layout === "horizontal" ? "ArrowLeft" : "ArrowDown");
    await tooltip.getByText(/2.345 метрів/).waitFor();
    await expectApart(tooltip, cell);
    expect((await marked(page)).sort()).toEqual([daysAgo(1), "Walk"].sort());
    await page.keyboard.press("Escape");
    await tooltip.waitFor({ state: "hidden" });

    await page.keyboard.press(layout === "horizontal" ? "ArrowRight" : "ArrowUp");
    await tooltip.waitFor();
    await page.keyboard.press("F2");
    await page.getByRole("dialog").waitFor();
    await tooltip.waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    // The tooltip of a neighboring cell does not cover the focused cell, on either side.
    await cellOf(page, sweets, daysAgo(1)).focus();
    await cell.hover();
    await tooltip.getByText(/2.345 метрів/).waitFor();
    await expectApart(tooltip, cellOf(page, sweets, daysAgo(1)));
    await cell.focus();
    await cellOf(page, sweets, daysAgo(2)).hover();
    await tooltip.getByText("1 повторення").waitFor();
    await expectApart(tooltip, cell);
  });
}

test.for(["en", "uk"] as const)(
  "the tooltip of a day tells how far the habit is in the month, or was in the week or window, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const { user, monthly, weekly, often, other, past } = await createRhythms(stage);
    const page = await stage.visit({ as: user, language });
    await openLayout(page, "horizontal");
    const tooltip = page.getByRole("tooltip");
    await cellOf(page, monthly, other).hover();
    await tooltip.getByText(words("{done} of {goal} this month", { done: 1, goal: 4 })).waitFor();

    await page.goto(`/dashboard?month=${past.slice(0, 7)}`);
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
    const ninety = { en: "90 minutes", uk: "90 хвилин" }[language];
    await cellOf(page, weekly, past).hover();
    await tooltip.getByText(words("{done} of {goal}, {days}", { done: 20, goal: ninety, days: "" })).waitFor();
    await cellOf(page, often, past).hover();
    await tooltip.getByText(words("{done} of {goal}, {days}", { done: 2, goal: 2, days: "" })).waitFor();
  },
);

test.for([
  ["en", "horizontal"],
  ["uk", "vertical"],
] as const)(
  "the focused cell is described by its note and how far the habit is in the month, or was in the week or window, %s, %s",
  async ([language, layout], { stage }) => {
    const words = wordsOf(language);
    const { user, monthly, weekly, often, other, past } = await createRhythms(stage);
    await user.call("PUT", `/habits/${weekly.id}/progress/${past}/`, { value: 20, note: "In the rain" });
    const page = await stage.visit({ as: user, language });
    await openLayout(page, layout);
    await cellOf(page, monthly, other).focus();
    await expect
      .poll(() => descriptionOf(page, cellOf(page, monthly, other)))
      .toBe(words("{done} of {goal} this month", { done: 1, goal: 4 }));

    await page.goto(`/dashboard?month=${past.slice(0, 7)}`);
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
    const ninety = { en: "90 minutes", uk: "90 хвилин" }[language];
    await cellOf(page, weekly, past).focus();
    const ofWeek = () => descriptionOf(page, cellOf(page, weekly, past));
    await expect.poll(ofWeek).toContain(words("{done} of {goal}, {days}", { done: 20, goal: ninety, days: "" }));
    expect(await ofWeek()).toMatch(/ In the rain$/);
    await cellOf(page, often, past).focus();
    const ofWindow = await descriptionOf(page, cellOf(page, often, past));
    expect(ofWindow).toContain(words("{done} of {goal}, {days}", { done: 2, goal: 2, days: "" }));
    // Another cell has its note only.
    expect(await ofWeek()).toBe("In the rain");
  },
);

/** The description that the browser computes for assistive technology. */
async function descriptionOf(page: Page, cell: Locator): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  await cell.evaluate((element) => Object.assign(window, { described: element }));
  const { result } = await cdp.send("Runtime.evaluate", { expression: "described" });
  const { nodes } = await cdp.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  await cdp.detach();
  return nodes[0]?.description?.value ?? "";
}

test("touch opens no tooltip, and neither does pressing a cell", async ({ stage }) => {
  const { user, walk } = await createHabits(stage);
  for (const { touch, width } of mouseAndTouch) {
    const page = await stage.visit({ as: user, touch, width });
    await openLayout(page, "vertical");
    if (touch) {
      await cellOf(page, walk, daysAgo(0)).tap();
      await expectResult(page, walk, daysAgo(0), "achieved");
    } else {
      await cellOf(page, walk, daysAgo(1)).click();
      await page.getByRole("dialog").waitFor();
    }
    expect(await page.getByRole("tooltip").count()).toBe(0);
    await page.close();
  }
});

test("with fifty habits, a pointer that crosses the calendar renders no cell", async ({ stage }) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const habits = [];
  for (let number = 1; number <= 50; number += 1) {
    habits.push(await user.createHabit({ title: `Habit ${number}`, type: number <= 25 ? "good" : "bad" }));
  }
  const page = await stage.visit({ as: user });
  const renders = await countRenders(page);
  await openLayout(page, "horizontal");
  const [first, second, third] = habits;
  if (!first || !second || !third) throw new Error("there are no habits");
  await page.locator("th[data-marked]").first().waitFor();
  // Proves that the counter works: React rendered each cell once.
  expect((await renders.read())[`cell ${first.id} ${daysAgo(0)}`]).toBeGreaterThan(0);
  await renders.reset();
  for (const [habit, back] of [
    [second, 5],
    [third, 3],
    [second, 2],
  ] as const) {
    await cellOf(page, habit, daysAgo(back)).hover();
    await expect.poll(() => marked(page).then((names) => names.sort())).toEqual([daysAgo(back), habit.title].sort());
  }
  await page.getByRole("tooltip").waitFor();
  expect(await renders.read()).toEqual({});

  // An arrow key renders only the two cells whose tab stop changes.
  await cellOf(page, first, daysAgo(0)).focus();
  await renders.reset();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => marked(page).then((names) => names.sort())).toEqual([daysAgo(0), second.title].sort());
  const drawn = Object.keys(await renders.read()).sort();
  expect(drawn).toEqual([`cell ${first.id} ${daysAgo(0)}`, `cell ${second.id} ${daysAgo(0)}`].sort());
});
