import type { Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, messageOf, press, type Stage, test } from "../stage/stage.ts";
import {
  chartOf,
  createPaidUser,
  figureOf,
  fileOf,
  openReasons,
  openStatistics,
  sumOf,
  tableOf,
  unfoldAll,
} from "../stage/statistics.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** Records several days of a habit in one call. */
async function recordAll(user: User, habit: Habit, days: readonly (readonly [day: string, value: number])[]) {
  await user.call("PUT", "/progress/", { entries: days.map(([day, value]) => ({ habit_id: habit.id, day, value })) });
}

async function createFreeReader(stage: Stage) {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 20, unit: "minutes" });
  await recordAll(user, read, [
    [daysAgo(70), 25],
    [daysAgo(40), 20],
    [daysAgo(39), 12],
    [daysAgo(5), 30],
    [daysAgo(4), 45],
    [daysAgo(3), 20],
    [daysAgo(1), 22],
  ]);
  await user.call("PUT", `/habits/${read.id}/progress/${daysAgo(2)}/`, { skipped: true });
  const study = await user.createHabit({ title: "Study", target: 20, unit: "minutes" });
  await recordAll(
    user,
    study,
    [45, 5, 4, 3].map((back) => [daysAgo(back), 20]),
  );
  const walk = await user.createHabit({ title: "Walk" });
  await user.record(walk, daysAgo(0), 1);
  return { user, read, study, walk };
}

async function createPaidReader(stage: Stage) {
  const user = await createPaidUser(stage);
  const draw = await user.createHabit({ title: "Draw", target: 20, unit: "minutes" });
  const drawn = Array.from({ length: 40 }, (_, index) => index + 1).filter((back) => back !== 10);
  await recordAll(
    user,
    draw,
    drawn.map((back) => [daysAgo(back), back === 36 ? 15 : 20 + (back % 3)]),
  );
  await user.call("PUT", `/habits/${draw.id}/progress/${daysAgo(10)}/`, { skipped: true });
  const stretch = await user.createHabit({ title: "Stretch" });
  await recordAll(
    user,
    stretch,
    Array.from({ length: 400 }, (_, index) => [daysAgo(index), 1]),
  );
  const play = await user.createHabit({ title: "Play", target: 20, unit: "minutes" });
  await recordAll(
    user,
    play,
    [1, 2, 4].map((back) => [daysAgo(back), 20 + back]),
  );
  const run = await user.createHabit({ title: "Run", hue: 135, schedule: { times_per_week: 2 } });
  const weekday = (new Date(`${daysAgo(0)}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(daysAgo(0), -weekday);
  // The test may run on any weekday, and the current week can still be met.
  const runs = [-21, -14, -12, -7, -5, 0].map((days) => addDays(monday, days));
  await recordAll(
    user,
    run,
    runs.map((day) => [day, 1]),
  );
  const fresh = await user.createHabit({ title: "Cook" });
  const skipped = await user.createHabit({ title: "Climb" });
  for (const back of [0, 1, 2]) {
    await user.call("PUT", `/habits/${skipped.id}/progress/${daysAgo(back)}/`, { skipped: true });
  }
  const ahead = await user.createHabit({ title: "Swim" });
  await user.record(ahead, daysAgo(-3), 1);
  return { user, draw, stretch, play, run, fresh, skipped, ahead };
}

let freeReader: ReturnType<typeof createFreeReader> | undefined;
let paidReader: ReturnType<typeof createPaidReader> | undefined;

/** The users of all tests that change nothing. A free user has at most three good habits. */
const readerOf = (stage: Stage) => {
  freeReader ??= createFreeReader(stage);
  return freeReader;
};
const paidReaderOf = (stage: Stage) => {
  paidReader ??= createPaidReader(stage);
  return paidReader;
};

/** The first weekday in each request for statistics. */
function readWeekStarts(page: Page): string[] {
  const inputs: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.includes("habit.analysis")) inputs.push(url.searchParams.get("input") ?? "");
  });
  return inputs;
}

test.for(["en", "uk"] as const)(
  "every table adds up to the figures, every file equals its table, and weeks start as in the calendar, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const { user, read: habit } = await readerOf(stage);
    const facts = await user.call<{ total: number; successful_days: number; counted_days: number }>(
      "GET",
      `/habits/${habit.id}/statistics/`,
    );
    expect(facts).toMatchObject({ total: 174, successful_days: 6, counted_days: 69 });

    const page = await stage.visit({ as: user, language });
    const weekStarts = readWeekStarts(page);
    const dialog = await openStatistics(page, habit);
    // The week starts as in the calendar.
    await expect.poll(() => weekStarts.join()).toContain(`"week_start":${language === "en" ? 7 : 1}`);
    expect(await figureOf(dialog, words("Total"))).toBe(
      { en: "2\u00a0h 54\u00a0min", uk: "2\u00a0год 54\u00a0хв" }[language],
    );
    expect(await figureOf(dialog, words("Current streak"))).toBe("4");
    expect(await figureOf(dialog, words("Longest streak"))).toBe("4");

    for (const title of [words("Months"), words("Weekdays")]) {
      const rows = await tableOf(dialog, title, words);
      expect(sumOf(rows, 1), `${title}: successes`).toBe(facts.successful_days);
      expect(sumOf(rows, 2), `${title}: failures`).toBe(facts.counted_days - facts.successful_days);
      expect(sumOf(rows, 4), `${title}: skipped`).toBe(1);
      expect(sumOf(rows, 5), `${title}: recorded`).toBe(7);
      expect(sumOf(rows, 6), `${title}: total`).toBe(facts.total);
      const { name, lines } = await fileOf(dialog, title, words);
      expect(name).toMatch(/^[\p{L}\d-]+\.csv$/u);
      expect(lines[0]?.split(",").slice(0, 3)).toEqual(rows[0]?.slice(0, 3));
      expect(lines).toHaveLength(rows.length);
    }
    // Days of the previous year are on a separate page.
    const years = new Set([0, 1, 2, 3, 4, 5, 39, 40, 70].map((back) => daysAgo(back).slice(0, 4)));
    const days = await fileOf(dialog, words("Year"), words);
    if (years.size === 1) expect(days.lines).toHaveLength(facts.counted_days + 1 + 1 + 1);
    expect(days.lines.at(-2)).toBe(`${daysAgo(1)},${words("goal achieved")},22`);
    const year = chartOf(dialog, words("Year"));
    await year.getByRole("button", { name: words("Table") }).click();
    const byDay = year.locator("table").last().locator("tr");
    await expect.poll(() => byDay.count()).toBe(days.lines.length);
    expect((await byDay.nth(-2).locator("td").allTextContents()).join()).toBe(`${words("goal achieved")},22`);
    const distribution = await tableOf(dialog, words("Distribution"), words);
    expect(sumOf(distribution, 2)).toBe(7);
    const streaks = await fileOf(dialog, words("Streaks"), words);
    expect(streaks.lines[1]).toBe(`${daysAgo(5)},${daysAgo(1)},4`);
    expect(streaks.lines).toHaveLength(1 + 3);
  },
);

test("a chart has a text alternative, and arrow keys read its points", async ({ stage }) => {
  const { user, study: habit } = await readerOf(stage);
  const page = await stage.visit({ as: user });
  const dialog = await openStatistics(page, habit);
  const weekdays = chartOf(dialog, "Weekdays");
  expect(await weekdays.getByRole("img").getAttribute("aria-label")).toMatch(/^Success rate by weekday\. .+/);
  const slider = weekdays.getByRole("slider", { name: "Weekday by weekday" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^Sunday: /);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^Monday: /);
  expect(await weekdays.locator("p[aria-hidden]").textContent()).toBe(await slider.getAttribute("aria-valuetext"));

  const day = chartOf(dialog, "Year").getByRole("slider", { name: "Day by day" });
  await day.focus();
  const nameOf = (back: number) =>
    new Date(`${daysAgo(back)}T00:00:00Z`).toLocaleDateString("en-US", {
      timeZone: "UTC",
      month: "long",
      day: "numeric",
    });
  expect(await day.getAttribute("aria-valuetext")).toBe(`${nameOf(0)}, goal awaiting`);
  // In this chart the day before is above.
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowUp");
  await expect.poll(() => day.getAttribute("aria-valuetext")).toBe(`${nameOf(3)}, 20 minutes, goal achieved`);
});

test("statistics have a URL: the menu opens it, going back closes it, and a link opens it again", async ({ stage }) => {
  const { user, walk: habit } = await readerOf(stage);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await press(page.getByRole("menuitem", { name: "Statistics" }));
  const dialog = page.getByRole("dialog", { name: "Walk" });
  await dialog.waitFor();
  expect(new URL(page.url()).search).toBe(`?statistics=${habit.id}`);
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await page.goForward();
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");
  await page.goto(`/dashboard?statistics=${habit.id}`);
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.goto("/dashboard?statistics=987654");
  await page.getByRole("heading", { name: "Habit not found" }).waitFor();
});

test("the explanation of a streak shows each day's rule, what broke the last streak, and a link to that day", async ({
  stage,
}) => {
  const words = wordsOf("en");
  const { user, draw: habit } = await paidReaderOf(stage);
  const page = await stage.visit({ as: user });
  const dialog = await openReasons(page, habit, words);
  const text = await dialog.textContent();
  expect(text).toContain("34 days in a row");
  expect(text).toContain("15 minutes of 20 minutes");
  expect(text).toContain("record at least 20 minutes or skip the day");
  expect(text).toContain("Correct it: a streak of 39 days.");
  // Consecutive days with one rule share a line until the user expands it.
  await unfoldAll(dialog);
  await expect.poll(() => dialog.locator('li[data-rule="goal_reached"]').count()).toBe(34);
  await expect.poll(() => dialog.locator('li[data-rule="skipped"]').count()).toBe(1);
  await expect.poll(() => dialog.locator('li[data-rule="awaiting_today"]').count()).toBe(1);

  await dialog.getByRole("button", { name: "Open the day" }).first().click();
  await dialog.waitFor({ state: "detached" });
  const entry = page.getByRole("dialog", { name: /Draw/ });
  await entry.waitFor();
  await expect.poll(() => entry.getByRole("textbox").first().inputValue()).toBe("15");
  await expect.poll(() => cellOf(page, habit, daysAgo(36)).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.day))
    .toBe(daysAgo(36));
});

test("a streak of 400 days is a short list that expands down to its start", async ({ stage }) => {
  const { user, stretch: habit } = await paidReaderOf(stage);
  const page = await stage.visit({ as: user });
  const dialog = await openReasons(page, habit, wordsOf("en"));
  await dialog.getByText("400 days in a row").waitFor();
  // Each month is one line. The newest one is expanded, with one line for all its days.
  expect(await dialog.locator("details").count()).toBeLessThanOrEqual(15);
  expect(await dialog.locator("li[data-rule]").count()).toBe(0);
  await dialog.getByRole("button", { name: "Show earlier days" }).click();
  await dialog.getByRole("button", { name: "Show earlier days" }).waitFor({ state: "detached" });
  await unfoldAll(dialog);
  await expect.poll(() => dialog.locator('li[data-rule="goal_reached"]').count()).toBe(400);
});

test("the explanation of a streak also links to its day in the year layout", async ({ stage }) => {
  const { user, play: habit } = await paidReaderOf(stage);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.evaluate(() => localStorage.setItem("dashboardLayout", "year"));
  const dialog = await openReasons(page, habit, wordsOf("en"));
  // The days of past weeks are collapsed.
  await unfoldAll(dialog);
  await dialog
    .getByRole("button", { name: /^Open in the calendar: .*/ })
    .last()
    .click();
  const entry = page.getByRole("dialog", { name: /Play, / });
  await entry.waitFor();
  expect(await entry.getByRole("textbox").first().inputValue()).toBe("22");
});

test("a bad habit's streak says how many days are assumed, one press confirms them and another undoes it", async ({
  stage,
}) => {
  const words = wordsOf("en");
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Sweets", type: "bad", target: 1 });
  await user.record(habit, daysAgo(6), 3);
  await user.record(habit, daysAgo(4), 1);
  await user.call("PUT", `/habits/${habit.id}/progress/${daysAgo(2)}/`, { note: "At the fair" });
  const assumed = async () =>
    (await user.call<{ assumed_days: number }>("GET", `/habits/${habit.id}/statistics/`)).assumed_days;
  expect(await assumed()).toBe(5);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "5 of them assumed" }).waitFor();

  let dialog = await openReasons(page, habit, words);
  await unfoldAll(dialog);
  await expect.poll(() => dialog.locator('li[data-rule="assumed"]').count()).toBe(5);
  dialog = await openStatistics(page, habit);
  await dialog.getByText("6 days, 5 of them assumed").waitFor();
  await dialog.getByRole("button", { name: "Confirm 5 days" }).click();
  // A message stays while the pointer is over it.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await dialog.getByText("6 days, 5 of them assumed").waitFor({ state: "detached" });
  await expect.poll(assumed).toBe(0);
  expect(await figureOf(dialog, "Current streak")).toBe("6");
  const { results } = await user.call<{ results: { confirmed: boolean; note: string | null }[] }>(
    "GET",
    `/habits/${habit.id}/progress/?from=${daysAgo(2)}&to=${daysAgo(2)}`,
  );
  expect(results).toMatchObject([{ confirmed: true, note: "At the fair" }]);

  await undo.click();
  await dialog.getByText("6 days, 5 of them assumed").waitFor();
  await expect.poll(assumed).toBe(5);
  const after = await user.call<{ results: { note: string | null }[] }>(
    "GET",
    `/habits/${habit.id}/progress/?from=${daysAgo(2)}&to=${daysAgo(2)}`,
  );
  expect(after.results).toMatchObject([{ confirmed: false, note: "At the fair" }]);
});

test("a weekly goal's streak counts weeks, and skips a day that was not needed", async ({ stage }) => {
  const words = wordsOf("en");
  const { user, run: habit } = await paidReaderOf(stage);
  const page = await stage.visit({ as: user });
  const dialog = await openReasons(page, habit, words);
  expect(await dialog.textContent()).toContain("2 weeks in a row");
  expect(await dialog.textContent()).toContain("1 day done, 2 needed");
  const met = dialog.locator("details", { hasText: "2 of 2: the week counts" });
  await expect.poll(() => met.count()).toBe(2);
  await unfoldAll(dialog);
  await expect.poll(() => met.first().locator('li[data-rule="goal_reached"]').count()).toBe(2);
  await expect.poll(() => met.first().locator('li[data-rule="week_met"]').count()).toBe(5);
  const overview = await openStatistics(page, habit);
  expect(await figureOf(overview, "Current streak")).toBe("2");
  await overview.getByText(/^This week: /).waitFor();
});

test("before any day counts, the statistics say why there are no figures", async ({ stage }) => {
  const { user, fresh, skipped, ahead } = await paidReaderOf(stage);
  const page = await stage.visit({ as: user });
  const words = [
    [fresh, "Today is the first day."],
    [skipped, "So far every day was skipped or off."],
    [ahead, "Your records are in the future"],
  ] as const;
  for (const [habit, sentence] of words) {
    const dialog = await openStatistics(page, habit);
    await dialog.getByText(sentence).waitFor();
    expect(await figureOf(dialog, "Success rate")).toBe("–");
    await chartOf(dialog, "Year").locator("table.year").waitFor();
    expect(await chartOf(dialog, "Months").count()).toBe(0);
  }
});

test("statistics that cannot be loaded say why, and the user can retry", async ({ stage }) => {
  stage.expectError(/status of 500|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { user, walk: habit } = await readerOf(stage);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  let isBroken = true;
  await page.route(/\/trpc\/[^?]*habit\.analysis/, (route) =>
    isBroken ? route.fulfill({ status: 500, contentType: "application/json", body: "{}" }) : route.continue(),
  );
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await press(page.getByRole("menuitem", { name: "Statistics" }));
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("The statistics could not be loaded").waitFor();
  isBroken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog").locator("dl").waitFor();

  await page.context().setOffline(true);
  await page.getByRole("dialog").getByRole("button", { name: "Why this streak?" }).click();
  await alert.getByText("No connection").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("dialog").getByRole("heading", { name: "Day by day" }).waitFor();
  expect(await messageOf(page, /./).count()).toBe(0);
});

test("if only the explanation of a streak cannot be loaded, the page says so and the user can retry", async ({
  stage,
}) => {
  stage.expectError(/ERR_FAILED/);
  const { user, walk: habit } = await readerOf(stage);
  const page = await stage.visit({ as: user });
  const lost = (url: URL) => url.pathname.startsWith("/trpc/") && url.pathname.includes("habit.streak");
  await page.route(lost, (route) => route.abort());
  const dialog = await openStatistics(page, habit);
  await dialog.getByRole("button", { name: "Why this streak?" }).click();
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute(lost);
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("1 day in a row").waitFor();
});
