import type { Locator, Page } from "playwright-core";
import { checkStates } from "../stage/axe.ts";
import { daysAgo } from "../stage/day.ts";
import { createCorrelatedHabits } from "../stage/insights.ts";
import { expect, test, widths } from "../stage/stage.ts";
import { createPaidUser, openReasons, openStatistics, unfoldAll } from "../stage/statistics.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const timeout = 300_000;
const words = wordsOf("en");

/** Creates a habit of each kind, with every possible result of a day. */
async function createHabits(user: User) {
  const read = await user.createHabit({
    title: "Читати перед сном щонайменше один розділ",
    target: 30,
    unit: "minutes",
    hue: 225,
  });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 1, hue: 0 });
  const run = await user.call<Habit>("POST", "/habits/", {
    title: "Run",
    type: "good",
    target: 5,
    unit: "kilometers",
    hue: 135,
    schedule: { times_per_week: 2 },
  });
  const fresh = await user.createHabit({ title: "Draw", type: "bad", hue: 90 });
  const days = Array.from({ length: 45 }, (_, index) => index + 1);
  const entries = days.flatMap((back) => {
    const day = daysAgo(back);
    return [
      { habit_id: read.id, day, ...(back === 4 ? { skipped: true } : { value: back === 9 ? 12 : 20 + back }) },
      ...(back === 2 ? [{ habit_id: sweets.id, day, confirmed: true }] : []),
      ...(back % 5 === 0 ? [{ habit_id: sweets.id, day, value: back === 20 ? 4 : 1 }] : []),
      ...(back % 3 === 0 ? [{ habit_id: run.id, day, value: 6 }] : []),
    ];
  });
  await user.call("PUT", "/progress/", { entries });
  return { read, sweets, run, fresh };
}

/** Switches every chart to its table. */
async function showTables(dialog: Locator) {
  for (const button of await dialog.getByRole("button", { name: "Table", exact: true }).all()) await button.click();
}

async function openAnalytics(page: Page): Promise<Locator> {
  await page.goto("/dashboard?analytics=0");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  return dialog;
}

test("axe finds no problem in statistics, their tables, and the explanation of a streak", { timeout }, async ({
  stage,
}) => {
  const user = await stage.createUser();
  const { read, sweets, run } = await createHabits(user);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  const inside = page.getByRole("dialog");
  const open = (habit: Habit) => async () => {
    await openStatistics(page, habit);
    await inside.locator("table.year").waitFor();
  };
  const openExplanation = (habit: Habit) => async () => {
    await openReasons(page, habit, words);
    await unfoldAll(inside);
  };
  await checkStates(page, [
    { name: "of a good habit", open: open(read) },
    { name: "of a bad habit", open: open(sweets) },
    { name: "as tables", open: () => showTables(inside) },
    { name: "the reasons of days", open: openExplanation(sweets) },
    { name: "the reasons of weeks", open: openExplanation(run) },
  ]);
});

test("axe finds no problem in analytics, their offer, and empty charts", { timeout }, async ({ stage }) => {
  const free = await stage.createUser();
  const fresh = await free.createHabit({ title: "Draw", type: "bad" });
  const guest = await stage.visit({ language: "en", theme: "light", as: free });
  await checkStates(guest, [
    {
      name: "nothing yet",
      open: async () => void (await openStatistics(guest, fresh)),
    },
    {
      name: "the offer",
      open: async () => {
        const dialog = await openAnalytics(guest);
        await dialog.getByText("Paid plan", { exact: true }).waitFor();
      },
    },
  ]);

  const user = await createPaidUser(stage);
  await createHabits(user);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  const inside = await openAnalytics(page);
  const turnTo = (view: string) => async () => {
    await inside.getByRole("button", { name: view, exact: true }).click();
    await inside.getByRole("img").first().waitFor();
  };
  await checkStates(page, [
    { name: "insights", open: () => inside.getByText("Insights need").waitFor() },
    { name: "year in review", open: turnTo("Year in review") },
    { name: "names in the picture", open: () => inside.getByRole("switch", { name: "Show names of habits" }).click() },
    { name: "comparison", open: turnTo("Compare") },
    { name: "trend", open: turnTo("Trend") },
    { name: "correlation", open: turnTo("Together") },
    { name: "as tables", open: () => showTables(inside) },
  ]);
});

test("axe finds no problem in insights and their tables", { timeout }, async ({ stage }) => {
  const user = await createPaidUser(stage);
  await createCorrelatedHabits(user);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  const inside = page.getByRole("dialog");
  await checkStates(page, [
    {
      name: "findings",
      open: async () => {
        await openAnalytics(page);
        await inside.getByRole("heading", { name: "The day after a streak" }).waitFor();
      },
    },
    { name: "as tables", open: () => showTables(inside) },
  ]);
});

/** Lists touch targets of less than 44 px in either direction. */
async function smallButtons(dialog: Locator): Promise<string[]> {
  return dialog.locator("button:visible, summary:visible").evaluateAll((targets) =>
    targets
      .map((target) => ({
        name: target.textContent || target.getAttribute("aria-label"),
        box: target.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ name, box }) => `${name} is ${Math.round(box.width)} × ${Math.round(box.height)} px`),
  );
}

test("on a phone every button is a large enough touch target, and touch reads the charts", async ({ stage }) => {
  const user = await stage.createUser();
  const { sweets } = await createHabits(user);
  const page = await stage.visit({ as: user, width: widths.phone, touch: true });
  const reasons = await openReasons(page, sweets, words);
  await unfoldAll(reasons);
  expect(await smallButtons(reasons)).toEqual([]);
  const dialog = await openStatistics(page, sweets);
  expect(await smallButtons(dialog)).toEqual([]);
  const weekdays = dialog.locator("section", { has: page.getByRole("heading", { name: "Weekdays", level: 3 }) });
  // The slider is for keyboards, so the test taps the element around it, which does not move.
  const picture = weekdays.getByRole("slider").locator("xpath=..");
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  await picture.tap({ position: { x: 4, y: height / 2 } });
  await expect.poll(() => weekdays.locator("p[aria-hidden]").textContent()).toMatch(/^Sunday: /);
  await picture.tap({ position: { x: width - 4, y: height / 2 } });
  await expect.poll(() => weekdays.locator("p[aria-hidden]").textContent()).toMatch(/^Saturday: /);
});

test("in forced colors a chart's shapes stand out from its background", async ({ stage }) => {
  const user = await stage.createUser();
  const { sweets } = await createHabits(user);
  const page = await stage.visit({ as: user });
  await page.emulateMedia({ forcedColors: "active" });
  const dialog = await openStatistics(page, sweets);
  const paint = (selector: string, property: string) =>
    dialog
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const ground = await dialog.evaluate((box) => getComputedStyle(box).backgroundColor);
  expect(await paint(".plot-bar", "fill")).not.toBe(ground);
  expect(await paint(".plot-line", "stroke")).not.toBe(ground);
  // A recorded day is a disc, an assumed one a ring.
  const disc = await paint('.year td[data-result="not_exceeded"]:not([data-assumed])', "background-color");
  const ring = await paint('.year td[data-result="not_exceeded"][data-assumed]', "background-color");
  expect(disc).not.toBe(ring);
  expect(await paint('.year td[data-result="not_exceeded"][data-assumed]', "outline-style")).toBe("solid");
});
