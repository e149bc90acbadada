import type { Page } from "playwright-core";
import { cachedAnswers, waitUntilCached } from "../pages/restored.ts";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { noNetwork } from "./no-network.ts";

const today = daysAgo(0);
/** A streak longer than the days that the dashboard loads, so that the page does not know its start. */
const streak = 45;

const streaks = {
  en: (count: number) => new RegExp(`current streak ${count} days?,`),
  uk: (count: number) => new RegExp(`поточна серія ${count} (день|дні|днів),`),
};

/** The flame of a habit in the calendar. */
function flameOf(page: Page, habit: Habit, language: "en" | "uk", count: number) {
  return page
    .locator(`[data-habit-streak="${habit.id}"]`)
    .and(page.getByRole("button", { name: streaks[language](count) }));
}

/** The streak of the only habit in the answers that the browser stores. */
async function cachedStreak(page: Page): Promise<number | undefined> {
  const lists = (await cachedAnswers(page)).map(
    ({ data }) => data.results as { current_streak?: number }[] | undefined,
  );
  return lists.flatMap((results) => results?.[0]?.current_streak ?? [])[0];
}

async function createReader(stage: Stage): Promise<{ user: User; habit: Habit }> {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const entries = Array.from({ length: streak }, (_, index) => ({
    habit_id: habit.id,
    day: daysAgo(index + 1),
    value: 1,
  }));
  await user.call("PUT", "/progress/", { entries });
  return { user, habit };
}

test.for(mouseAndTouch)(
  "the flame moves with the press offline, survives a reload, and the server agrees, $language, $width px",
  async (visit, { stage }) => {
    stage.expectError(noNetwork);
    const words = wordsOf(visit.language);
    const { user, habit } = await createReader(stage);
    const page = await stage.visit({ ...visit, as: user, withServiceWorker: true });
    await openDashboard(page);
    await flameOf(page, habit, visit.language, streak).waitFor();
    await waitUntilCached(page, visit.language);
    await page.context().setOffline(true);
    await press(cellOf(page, habit, today), visit);
    await flameOf(page, habit, visit.language, streak + 1).waitFor();
    await page.keyboard.press("Control+z");
    await flameOf(page, habit, visit.language, streak).waitFor();
    await page.keyboard.press("Control+Shift+z");
    await flameOf(page, habit, visit.language, streak + 1).waitFor();
    await expect
      .poll(() => cellOf(page, habit, today).getAttribute("aria-label"))
      .toContain(words("waiting to be saved"));
    await expect.poll(() => cachedStreak(page)).toBe(streak + 1);
    await page.reload();
    await expectResult(page, habit, today, "achieved");
    await flameOf(page, habit, visit.language, streak + 1).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => user.recorded(habit, today)).toBe(1);
    await untilLoaded(page);
    await flameOf(page, habit, visit.language, streak + 1).waitFor();
    expect(await user.call("GET", `/habits/${habit.id}/statistics/`)).toMatchObject({ current_streak: streak + 1 });
  },
);

test("the flame moves before the server has answered, and no late answer reverts it", async ({ stage }) => {
  const { user, habit } = await createReader(stage);
  const other = await user.createHabit({ title: "Walk" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await flameOf(page, habit, "en", streak).waitFor();
  await untilLoaded(page);
  const held = Promise.withResolvers<void>();
  await page.route(/progress\.set/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await cellOf(page, habit, today).click();
  await flameOf(page, habit, "en", streak + 1).waitFor();
  // Another device makes the page fetch again before the server has the press.
  const answered = page.waitForResponse(/statisticsList/);
  await user.record(other, today, 1);
  await answered;
  await flameOf(page, other, "en", 1).waitFor();
  expect(await flameOf(page, habit, "en", streak + 1).count()).toBe(1);
  const asked = page.waitForResponse(/statisticsList/);
  held.resolve();
  const figures = await (await asked).text();
  expect(figures).toContain(`"current_streak":${streak + 1}`);
  await untilLoaded(page);
  expect(await flameOf(page, habit, "en", streak + 1).count()).toBe(1);
});
