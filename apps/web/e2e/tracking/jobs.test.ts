import type { Locator, Page } from "playwright-core";
import { cellOf, expectResult, focusedCell, holdCell, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { createSixHabits, type SixHabits } from "../stage/six-habits.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** A user with a keyboard but without a mouse, and one with a phone. The numbers are those of docs/details.md. */
const visits = {
  keys: { width: 1440, touch: false, language: "en" },
  presses: { width: 390, height: 844, touch: true, language: "uk" },
} as const;

const today = daysAgo(0);
const yesterday = daysAgo(1);
const first = `${today.slice(0, 7)}-01`;

interface Job {
  user: User;
  habits: SixHabits;
  page: Page;
  words: ReturnType<typeof wordsOf>;
  /** Presses a key and counts it. */
  key(key: string): Promise<void>;
  /** Taps the target and counts it. */
  tap(target: Locator): Promise<void>;
  /** Counts another gesture of a finger. */
  touch(gesture: () => Promise<void>): Promise<void>;
  /** The number of keys or gestures so far. */
  count(): number;
}

interface Start {
  /** Date and time of the page's clock. Without it, the real time applies. */
  on?: string;
  hasTotal?: boolean;
  before?: (user: User, habits: SixHabits) => Promise<void>;
}

/** Opens the dashboard of six habits and starts to count. */
async function begin(stage: Stage, device: keyof typeof visits, { on, hasTotal, before }: Start = {}): Promise<Job> {
  const { user, habits } = await createSixHabits(stage);
  await before?.(user, habits);
  const page = await stage.visit({ as: user, ...visits[device], ...(on && { timezone: "Etc/GMT" }) });
  if (on) await page.clock.setFixedTime(new Date(`${on}T12:00:00`));
  if (hasTotal) await page.addInitScript(() => localStorage.setItem("dashboard_month_total", "true"));
  await openDashboard(page);
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
  if (device === "keys") await expectFocus(page, habits[0], on ?? today);
  let count = 0;
  const touch = (gesture: () => Promise<void>) => {
    count += 1;
    return gesture();
  };
  return {
    user,
    habits,
    page,
    words: wordsOf(visits[device].language),
    key: (key) => {
      count += 1;
      return page.keyboard.press(key);
    },
    tap: (target) => touch(() => target.tap()),
    touch,
    count: () => count,
  };
}

const expectFocus = (page: Page, { id }: Habit, day: string) =>
  expect.poll(() => focusedCell(page)).toEqual({ habit: id, day });

const expectFocused = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

async function expectSix({ user, page, habits, words }: Job) {
  for (const [index, value] of [1, 5, 30, null, null, null].entries()) {
    const habit = habits[index] as Habit;
    await expectResult(page, habit, today, value === null ? "not_exceeded" : "achieved");
    await expect.poll(() => user.recorded(habit, today)).toBe(value);
  }
  const confirmed = page.locator(`td[data-day="${today}"][aria-label*="${words("confirmed")}"]`);
  await expect.poll(() => confirmed.count()).toBe(3);
}

test("recording today for six habits takes six keys", async ({ stage }) => {
  const job = await begin(stage, "keys");
  for (const habit of job.habits) {
    await expectFocus(job.page, habit, today);
    await job.key("Space");
  }
  await expectSix(job);
  expect(job.count()).toBe(6);
});

test("recording today for six habits takes six presses", async ({ stage }) => {
  const job = await begin(stage, "presses");
  for (const habit of job.habits) await job.tap(cellOf(job.page, habit, today));
  await expectSix(job);
  expect(job.count()).toBe(6);
});

for (const [when, on] of [
  ["today", undefined],
  ["on the first of a month", first],
] as const) {
  const missed = on ? addDays(on, -1) : yesterday;
  // A habit begins with its first record, and no earlier day is open.
  const start: Start = {
    ...(on && { on }),
    before: async (user, habits) => {
      for (const habit of habits) await user.record(habit, addDays(missed, -1), 1);
    },
  };

  test(`recording yesterday's goal takes two keys, ${when}`, async ({ stage }) => {
    const job = await begin(stage, "keys", start);
    const { user, habits, page } = job;
    await job.key("ArrowLeft");
    await expectFocus(page, habits[0], missed);
    await job.key("Space");
    await expectResult(page, habits[0], missed, "achieved");
    await expect.poll(() => user.recorded(habits[0], missed)).toBe(1);
    expect(job.count()).toBe(2);
  });

  test(`recording yesterday's goal takes one press, ${when}`, async ({ stage }) => {
    const job = await begin(stage, "presses", start);
    const { user, habits, page } = job;
    await job.tap(cellOf(page, habits[0], missed));
    await expectResult(page, habits[0], missed, "achieved");
    await expect.poll(() => user.recorded(habits[0], missed)).toBe(1);
    expect(job.count()).toBe(1);
  });
}

async function expectNote({ user, habits }: Job, text: string) {
  const path = `/habits/${habits[0].id}/progress/?from=${today}&to=${today}`;
  const noted = async () => (await user.call<{ results: { note: string | null }[] }>("GET", path)).results[0]?.note;
  await expect.poll(noted).toBe(text);
}

test("a note of a day takes two keys beside its text", async ({ stage }) => {
  const job = await begin(stage, "keys");
  const note = job.page.getByLabel("Note", { exact: true });
  await job.key("n");
  await expectFocused(note);
  await job.page.keyboard.type("By the river");
  await job.key("Control+Enter");
  await expectNote(job, "By the river");
  expect(job.count()).toBe(2);
});

test("a note of a day takes three presses beside its text", async ({ stage }) => {
  const job = await begin(stage, "presses");
  const { page, habits, words } = job;
  const sheet = page.getByRole("dialog");
  await job.touch(() => holdCell(page, habits[0], today));
  await job.tap(sheet.getByLabel(words("Note"), { exact: true }));
  await page.keyboard.type("Біля річки");
  // A tap on the free area above the sheet closes the sheet, which saves.
  await job.touch(() => page.touchscreen.tap(visits.presses.width / 2, 40));
  await sheet.waitFor({ state: "detached" });
  await expectNote(job, "Біля річки");
  expect(job.count()).toBe(3);
});

/** Records a streak of two days, and before it a broken one of three. */
async function breakStreak(user: User, [walk]: SixHabits) {
  for (const back of [6, 5, 4, 2, 1]) await user.record(walk, daysAgo(back), 1);
}

function reasonsOf({ page, words }: Job): Locator {
  const dialog = page.getByRole("dialog", { name: "Walk", exact: true });
  return dialog.getByRole("heading", { name: words("What broke your last streak") });
}

test("finding out why a streak broke takes four keys", async ({ stage }) => {
  const job = await begin(stage, "keys", { before: breakStreak });
  const { id } = job.habits[0];
  const flame = job.page.locator(`[data-habit-streak="${id}"]`);
  await flame.waitFor();
  await job.key("Home");
  await expectFocused(job.page.locator(`td[data-habit="${id}"]`).first());
  await job.key("ArrowLeft");
  await expectFocused(job.page.locator(`[data-habit-header="${id}"]`));
  await job.key("Tab");
  await expectFocused(flame);
  await job.key("Enter");
  await reasonsOf(job).waitFor();
  expect(job.count()).toBe(4);
});

test("finding out why a streak broke takes one press", async ({ stage }) => {
  const job = await begin(stage, "presses", { before: breakStreak });
  await job.tap(job.page.locator(`[data-habit-streak="${job.habits[0].id}"]`));
  await reasonsOf(job).waitFor();
  expect(job.count()).toBe(1);
});

async function runLastMonth(user: User, [, run]: SixHabits) {
  await user.record(run, addDays(first, -12), 5);
  await user.record(run, addDays(first, -10), 7);
}

const totals = { keys: "12 kilometers", presses: "12 кілометрів" };

async function expectTotal({ page }: Job, total: string) {
  const cell = page.locator("td", { has: page.getByText(total, { exact: true }) });
  const isInView = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  };
  await cell.waitFor();
  expect(await cell.evaluate(isInView)).toBe(true);
}

test("last month's total takes one key", async ({ stage }) => {
  const job = await begin(stage, "keys", { hasTotal: true, before: runLastMonth });
  expect(await job.page.getByText(totals.keys, { exact: true }).count()).toBe(0);
  await job.key("PageUp");
  await expectTotal(job, totals.keys);
  expect(job.count()).toBe(1);
});

test("last month's total takes one press", async ({ stage }) => {
  const job = await begin(stage, "presses", { hasTotal: true, before: runLastMonth });
  expect(await job.page.getByText(totals.presses, { exact: true }).count()).toBe(0);
  await job.tap(job.page.getByRole("button", { name: job.words("Previous month") }));
  await expectTotal(job, totals.presses);
  expect(job.count()).toBe(1);
});
