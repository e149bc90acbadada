import type { Page } from "playwright-core";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

/**
 * The limits of a dashboard are counts, because times depend on the machine (`npm run bench` measures them).
 * budget.test.ts limits the bytes of its scripts. On the last day of a month the vertical layout has a fifth more rows
 * than on the 25th.
 */
const elementsMax = { 6: 1_100, 50: 3_500 };
const requestsMax = 16;
/**
 * Requests 1.5 s after the first frame. On a slow machine the calendar is complete even later, so they do not count.
 */
const later = /^\/(?:trpc\/live\.changes|assets\/messages-[\w-]+\.js)$/;
const views = [
  ["horizontal", 390],
  ["horizontal", 1440],
  ["vertical", 390],
  ["vertical", 1440],
] as const;

async function createUser(stage: Stage, count: number): Promise<User> {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  for (let number = 1; number <= count; number += 1) {
    const habit = await user.createHabit({ title: `Habit ${number}`, type: number % 2 === 0 ? "bad" : "good" });
    await user.record(habit, daysAgo(number % 5), 1);
  }
  return user;
}

interface Filled {
  /** Paths of all requests until the calendar is complete. */
  fetched: string[];
  elements: number;
}

/** Runs in the page: measures the costs when the calendar is complete. */
function watchFilled() {
  const checkFrame = () => {
    const grid = document.querySelector('main [role="grid"]');
    if (!grid || grid.getAttribute("aria-busy") === "true" || !grid.querySelector("[data-result]")) {
      return requestAnimationFrame(checkFrame);
    }
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const filled: Filled = {
      fetched: entries.map(({ name }) => new URL(name).pathname),
      elements: document.querySelectorAll("*").length,
    };
    return Object.assign(window, { filled });
  };
  requestAnimationFrame(checkFrame);
}

async function openFilled(page: Page): Promise<Filled> {
  await page.addInitScript(watchFilled);
  await page.goto("/dashboard");
  const filled = await page.waitForFunction(() => (window as unknown as { filled?: Filled }).filled);
  const { fetched, elements } = (await filled.jsonValue()) as Filled;
  return { fetched: fetched.filter((path) => !later.test(path)), elements };
}

test("a dashboard keeps within its elements and requests, with 6 and with 50 habits", { timeout: 120_000 }, async ({
  stage,
}) => {
  const users = { 6: await createUser(stage, 6), 50: await createUser(stage, 50) };
  for (const habits of [6, 50] as const) {
    for (const [layout, width] of views) {
      const page = await stage.visit({ as: users[habits], width });
      await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
      const filled = await openFilled(page);
      const name = `${habits} habits, ${layout}, ${width} px`;
      console.info(`${name}: ${filled.elements} elements, ${filled.fetched.length} requests`);
      expect.soft(filled.elements, `elements of ${name}`).toBeLessThanOrEqual(elementsMax[habits]);
      expect
        .soft(filled.fetched.length, [`requests until ${name} were filled in:`, ...filled.fetched].join("\n"))
        .toBeLessThanOrEqual(requestsMax);
      await page.close();
    }
  }
});
