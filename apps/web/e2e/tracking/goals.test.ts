import type { Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);
const oneOfTwo = { en: "1 of 2 goals achieved", uk: "Виконано цілей: 1 з 2" };
const achieved = "You achieved all of today’s goals.";

/** Counts the animations that scripts start in the header of the dashboard. Call this before the page loads. */
async function countAnimations(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    const counted = { animations: 0 };
    Object.assign(window, { counted });
    Element.prototype.animate = function (...options: Parameters<Element["animate"]>) {
      if (this.closest("main header")) counted.animations += 1;
      return animate.apply(this, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { counted: { animations: number } }).counted.animations);
}

async function createTwo(stage: Stage) {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const walk = await user.createHabit({ title: "Walk" });
  return { user, read, walk };
}

/** Positions of the heading, the calendar and its first cell. */
async function places(page: Page) {
  const all = [page.locator("main h1"), page.getByRole("grid"), page.locator("td[data-day]").first()];
  return Promise.all(all.map((each) => each.boundingBox()));
}

test.for(mouseAndTouch)(
  "the page acknowledges the press that achieves the last goal of today once, and moves nothing, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const { user, read, walk } = await createTwo(stage);
    const page = await stage.visit({ ...visit, as: user });
    const animations = await countAnimations(page);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openDashboard(page);
    const status = page.getByRole("status").filter({ hasText: words(achieved) });
    await press(cellOf(page, read, today), visit);
    await page.getByText(oneOfTwo[visit.language]).waitFor({ state: "attached" });
    expect([await status.count(), await animations()]).toEqual([0, 0]);
    const before = await places(page);
    await press(cellOf(page, walk, today), visit);
    await expect.poll(() => status.count()).toBe(1);
    await page.getByText(words("All goals achieved")).waitFor({ state: "attached" });
    // The animations of the light and of the mark.
    expect(await animations()).toBe(2);
    expect(await places(page)).toEqual(before);
    await untilLoaded(page);
    expect(await animations()).toBe(2);
    await page.reload();
    await page.getByText(words("All goals achieved")).waitFor({ state: "attached" });
    expect([await status.count(), await animations()]).toEqual([0, 0]);
  },
);

test("the page does not acknowledge a goal achieved on another device, and acknowledges one achieved again", async ({
  stage,
}) => {
  const { user, read, walk } = await createTwo(stage);
  const page = await stage.visit({ as: user });
  const animations = await countAnimations(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openDashboard(page);
  const status = page.getByRole("status").filter({ hasText: achieved });
  await cellOf(page, read, today).click();
  await page.getByText("1 of 2 goals achieved").waitFor();
  await untilLoaded(page);
  await user.record(walk, today, 1);
  await page.getByText("All goals achieved").waitFor();
  expect([await status.count(), await animations()]).toEqual([0, 0]);
  await page.keyboard.press("Control+z");
  await page.getByText("1 of 2 goals achieved").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => status.count()).toBe(1);
  expect(await animations()).toBe(2);
});

test("with reduced motion the page announces the last goal and moves nothing", async ({ stage }) => {
  const { user, read, walk } = await createTwo(stage);
  const page = await stage.visit({ as: user });
  const animations = await countAnimations(page);
  await openDashboard(page);
  for (const habit of [read, walk]) await cellOf(page, habit, today).click();
  await expect.poll(() => page.getByRole("status").filter({ hasText: achieved }).count()).toBe(1);
  await page.getByText("All goals achieved").waitFor();
  expect(await animations()).toBe(0);
});
