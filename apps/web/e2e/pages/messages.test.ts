import type { Locator, Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const messages = "[role=group]:has(> div p[data-type])";

/**
 * Lists what a message covers although it must stay visible: headings, dialogs, the banner, the focus, and the buttons
 * of the navbar unless a dialog makes them inert.
 */
function covered(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((message) => message.checkVisibility());
    const dear = [
      ...document.querySelectorAll(
        "main :is(h1, h2, h3), [role$=dialog], main > section, :root:not(:has([role$=dialog])) header :is(button, summary)",
      ),
      ...document.querySelectorAll(":focus"),
    ].filter((element) => element.checkVisibility() && !element.closest("[aria-live]"));
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    return shown.flatMap((message) =>
      dear
        .filter((element) => overlap(message.getBoundingClientRect(), element.getBoundingClientRect()))
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
    );
  }, messages);
}

const topOf = (cell: Locator) => cell.evaluate((element) => element.getBoundingClientRect().top);

/** Expects a message within its space. A longer one scrolls. */
async function expectWithinRoom(page: Page) {
  const shown = await page
    .locator(messages)
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((message) => {
        const { top, bottom } = message.getBoundingClientRect();
        const bar = document.querySelector("body > header")?.getBoundingClientRect();
        return top >= 0 && bar !== undefined && bottom <= bar.bottom;
      }),
    );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.every(Boolean)).toBe(true);
}

const windows = ([320, 390, 768, 1024, 1440] as const).flatMap((width) =>
  (["en", "uk"] as const).map((language) => ({ width, language, touch: width < 768 })),
);

test.for(windows)(
  "a message covers and moves no heading, banner, button or pressed day, $width px, $language",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const habit = await user.createHabit({
      title: "A habit with a title as long as people write them, or even longer",
    });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const cell = cellOf(page, habit, daysAgo(0));
    // Waits for the user name, which takes space in the navbar.
    if (visit.width >= 768) await page.getByText(user.username).first().waitFor();
    const before = await topOf(cell);
    await press(cell, visit);
    await messageOf(page, habit.title).waitFor();
    expect(await covered(page)).toEqual([]);
    await expectWithinRoom(page);
    expect(await topOf(cell)).toBe(before);
    await press(page.getByRole("button", { name: words("Undo"), exact: true }), visit);
    await expect.poll(() => user.recorded(habit, daysAgo(0))).toBe(null);
    expect(await topOf(cell)).toBe(before);
  },
);

test.for(mouseAndTouch)("a message does not cover an open dialog, $language, $width px", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  stage.expectError(/ERR_FAILED|status of 500/);
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  await user.createHabit({ title: "Read" });
  // A long dialog takes the full height of this window.
  const page = await stage.visit({ ...visit, as: user, height: 480 });
  await openDashboard(page);
  await press(page.getByRole("button", { name: words("New habit") }), visit);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("Title")).fill("Walk");
  await page.route("**/api/habits/", (route) => route.abort());
  await page.keyboard.press("Enter");
  await messageOf(page, words("The server could not be reached. Check your connection and try again.")).waitFor();
  await dialog.waitFor();
  expect(await covered(page)).toEqual([]);
  await expectWithinRoom(page);
});

test("the screen shows at most the two newest messages, and on a phone one", async ({ stage }) => {
  const user = await stage.createUser();
  const [read, walk] = [await user.createHabit({ title: "Read" }), await user.createHabit({ title: "Walk" })];
  stage.expectError(/ERR_FAILED|status of 500/);
  for (const width of [1440, 390]) {
    await user.call("POST", "/notes/", { text: "Buy oats" });
    const page = await stage.visit({ as: user, width });
    await openDashboard(page);
    // Three kinds of messages: a deleted note, a day that was not saved, a recorded day.
    await page.getByRole("button", { name: "Delete note" }).first().click();
    await messageOf(page, "The note was deleted.").waitFor();
    await page.route("**/trpc/progress.set**", (route) => route.fulfill({ status: 500 }));
    // The calendar renders only what is near the viewport.
    await page.evaluate(() => scrollTo(0, 0));
    await cellOf(page, read, daysAgo(1)).click();
    await messageOf(page, /not saved/).waitFor();
    await page.unroute("**/trpc/progress.set**");
    await cellOf(page, walk, daysAgo(1)).click();
    await messageOf(page, "Walk, yesterday").waitFor();
    await expect.poll(() => page.locator(messages).filter({ visible: true }).count()).toBe(width === 390 ? 1 : 2);
    expect(await covered(page)).toEqual([]);
    // Further messages wait for space.
    const first = messageOf(page, "The note was deleted.");
    expect(await first.isVisible()).toBe(false);
    for (const text of ["Walk, yesterday", /not saved/]) {
      await page
        .locator(messages, { has: messageOf(page, text) })
        .getByRole("button", { name: "Dismiss" })
        .click();
    }
    await first.waitFor();
  }
});

test("on a phone Undo is at the bottom and never covers the pressed day", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit();
  const page = await stage.visit({ as: user, width: 390, height: 700, touch: true });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "vertical"));
  await openDashboard(page);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const overlap = async (cell: Locator) => {
    const [a, b] = [await undo.boundingBox(), await cell.boundingBox()];
    if (!a || !b) throw new Error("not on the screen");
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };
  const cell = cellOf(page, habit, daysAgo(0));
  // The only column is as wide as the calendar, so a day at the bottom edge is at the place of the button.
  await cell.evaluate((element) => {
    const spacer = document.createElement("div");
    spacer.style.height = "2000px";
    document.querySelector("main")?.append(spacer);
    scrollTo(0, 0);
    document.querySelector("main")?.prepend(Object.assign(document.createElement("div"), { id: "above" }));
    const above = document.getElementById("above");
    if (above) above.style.height = `${innerHeight - 40 - element.getBoundingClientRect().bottom}px`;
  });
  await cell.tap();
  await undo.waitFor();
  expect(await overlap(cell)).toBe(false);
  const box = await undo.boundingBox();
  expect(box && box.height >= 44 && box.y > 700 / 2).toBe(true);
  await undo.tap();
  await expect.poll(() => user.recorded(habit, daysAgo(0))).toBe(null);

  // The palette leaves the focus at the top, so the button stays at the bottom edge.
  await openPalette(page);
  await page.getByRole("combobox").fill("read");
  await page.keyboard.press("Enter");
  await undo.waitFor();
  const low = await undo.boundingBox();
  expect(low && 700 - (low.y + low.height)).toBe(16);
});
