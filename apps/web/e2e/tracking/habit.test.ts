import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { inDatabase } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { loseAnswerOf } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test, untilMovable } from "../stage/stage.ts";
import type { Habit } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** Titles in the calendar's order, from its first row or column. */
const titles = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));

async function openMenu(page: Page, habit: Habit, visit = { touch: false }) {
  await press(page.locator(`[data-habit-header="${habit.id}"]`), visit);
  await page.getByRole("menu").waitFor();
}

test("a user reorders habits by menu and keyboard, hears the result, and finds the order after a reload", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const first = await user.createHabit({ title: "One" });
  await user.createHabit({ title: "Two" });
  const third = await user.createHabit({ title: "Three" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expect.poll(() => titles(page)).toEqual(["One", "Two", "Three"]);

  await openMenu(page, third);
  await press(page.getByRole("menuitem", { name: "Move up" }));
  await expect.poll(() => titles(page)).toEqual(["One", "Three", "Two"]);
  await page.getByText("Three moved to position 2 of 3.").waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Arrange habits" }).click();
  const handle = page.getByRole("button", { name: `Move ${first.title}`, exact: true });
  // A dialog takes the focus when it has opened, wherever the focus was before.
  await page.locator("[role=dialog]:focus-within").waitFor();
  await handle.focus();
  await page.keyboard.press("Space");
  await page.getByText("One picked up, position 1 of 3.").waitFor({ state: "attached" });
  await untilMovable(page);
  await page.keyboard.press("ArrowDown");
  await page.getByText("One is over position 2 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowDown");
  await page.getByText("One is over position 3 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("One dropped at position 3 of 3.").waitFor({ state: "attached" });
  await expect.poll(() => titles(page)).toEqual(["Three", "Two", "One"]);
  await expect
    .poll(async () => (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map((habit) => habit.title))
    .toEqual(["Three", "Two", "One"]);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["Three", "Two", "One"]);
});

test("a habit whose response was lost is created once, from a template and in the form", async ({ stage }) => {
  stage.expectError(/ERR_CONNECTION_RESET/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  const created = async () =>
    (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map((habit) => habit.title);
  const unreachable = messageOf(page, "The server could not be reached. Check your connection and try again.");
  await page.goto("/dashboard");
  const template = page.getByRole("button", { name: "Start this habit" }).first();
  await template.waitFor();
  await loseAnswerOf(page, "**/api/habits/");
  await template.click();
  await unreachable.waitFor();
  await template.click();
  await page.getByRole("grid").waitFor();
  expect(await created()).toHaveLength(1);

  await page.getByRole("button", { name: "New habit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Walk");
  await loseAnswerOf(page, "**/api/habits/");
  const create = dialog.getByRole("button", { name: "Create habit" });
  await create.click();
  await unreachable.waitFor();
  await create.click();
  await dialog.waitFor({ state: "detached" });
  expect((await created()).filter((title) => title === "Walk")).toHaveLength(1);
  await expect.poll(async () => (await titles(page)).filter((title) => title === "Walk")).toHaveLength(1);
});

test.for(mouseAndTouch)(
  "the deletion of a habit says how many days it removes, and undo restores them all, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    await user.createHabit({ title: "Walk" });
    const days = [0, 1, 2].map(daysAgo);
    for (const day of days) await user.record(habit, day, 1);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await openMenu(page, habit, visit);
    await press(page.getByRole("menuitem", { name: words("Delete") }), visit);
    const dialog = page.getByRole("alertdialog");
    const days3 = { en: "3 recorded days go with it.", uk: "Разом із нею зникнуть 3 записані дні." };
    await dialog.getByText(days3[visit.language]).waitFor();
    await press(dialog.getByRole("button", { name: words("Delete") }), visit);
    await messageOf(page, words("“{title}” and all its days are in the trash.", { title: "Read" })).waitFor();
    await expect.poll(() => titles(page)).toEqual(["Walk"]);
    await expect
      .poll(async () => (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map(({ title }) => title))
      .toEqual(["Walk"]);

    await press(page.getByRole("button", { name: words("Undo") }), visit);
    await expect.poll(() => titles(page)).toEqual(["Read", "Walk"]);
    for (const day of days) await expectResult(page, habit, day, "achieved");
    for (const day of days) expect(await user.recorded(habit, day)).toBe(1);
  },
);

test.for(mouseAndTouch)(
  "if deleted habits fill a plan, the form says so before the user fills it in, counts down, and then allows it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    for (const title of ["Walk", "Swim"]) await user.createHabit({ title });
    const page = await stage.visit({ ...visit, as: user });
    await page.clock.install();
    await openDashboard(page);
    const announcements = await listen(page);
    const remove = async () => {
      await openMenu(page, read, visit);
      await press(page.getByRole("menuitem", { name: words("Delete") }), visit);
      const question = page.getByRole("alertdialog");
      await press(question.getByRole("button", { name: words("Delete") }), visit);
      await expect.poll(() => titles(page)).toEqual(["Walk", "Swim"]);
    };
    const dialog = page.getByRole("dialog");
    const create = dialog.getByRole("button", { name: words("Create habit") });
    const isWaiting = () => create.getAttribute("aria-disabled");
    const reason = {
      en: /“Read” was deleted and counts for \d+ more seconds?\./,
      uk: /видалена звичка «Read» враховуватиметься ще \d+ секунд/,
    };
    const full = words("There is no room while “{title}” still counts.", { title: "Read" });

    await remove();
    await press(page.getByRole("button", { name: words("New habit") }), visit);
    await dialog.getByText(reason[visit.language]).waitFor();
    expect(await isWaiting()).toBe("true");
    await press(dialog.getByRole("button", { name: words("Undo the deletion") }), visit);
    await expect.poll(() => titles(page)).toEqual(["Read", "Walk", "Swim"]);
    await expect.poll(() => dialog.getByText(reason[visit.language]).count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await remove();
    await press(page.getByRole("button", { name: words("New habit") }), visit);
    await dialog.getByText(reason[visit.language]).waitFor();
    await dialog.getByLabel(words("Title")).fill("Sing");
    await page.keyboard.press("Enter");
    // The test advances the clock of the page and the timestamps of the server by the remaining time.
    await inDatabase(stage, async (sql) => {
      // The expression uses UTC, because a distributed table accepts only immutable functions of its columns in an
      // update.
      await sql`
        update habits set deleted_at = (deleted_at at time zone 'UTC' - interval '36 seconds') at time zone 'UTC'
        where id = ${read.id}`;
    });
    await page.clock.fastForward(36_000);
    await expect.poll(isWaiting).toBe(null);
    await expect.poll(() => dialog.getByText(reason[visit.language]).count()).toBe(0);
    await expect.poll(async () => (await announcements()).join()).toContain(words("You can create the habit now."));
    // The page announces the reason when it appears, and not each second.
    expect((await announcements()).filter((text) => text.includes(full))).toHaveLength(2);
    await press(create, visit);
    await expect.poll(() => titles(page)).toEqual(["Walk", "Swim", "Sing"]);
  },
);

test("the dialog announces why a plan is full each time it opens, also if the page knows it already", async ({
  stage,
}) => {
  const words = wordsOf("en");
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  for (const title of ["Walk", "Swim"]) await user.createHabit({ title });
  await user.call("DELETE", `/habits/${read.id}/`);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  for (const _opening of [1, 2]) {
    const announcements = await listen(page);
    await page.getByRole("button", { name: words("New habit") }).click();
    const reason = words("There is no room while “{title}” still counts.", { title: "Read" });
    await expect.poll(async () => (await announcements()).join()).toContain(reason);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
});

test.for(mouseAndTouch)(
  "the button explains a full plan, and so does the dialog for one type, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    for (const title of ["One", "Two", "Three"]) await user.createHabit({ title });
    for (const title of ["Sweets", "Coffee"]) await user.createHabit({ title, type: "bad" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const button = page.getByRole("button", { name: words("New habit") });
    await press(button, visit);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words("Title")).waitFor();
    await press(dialog.getByText(words("Good habit"), { exact: true }), visit);
    const full = "You have {used} of {limit} good habits. Delete one to make room; archived ones count too.";
    await dialog.getByText(words(full, { used: 3, limit: 3 })).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await user.createHabit({ title: "Chips", type: "bad" });
    await page.reload();
    await press(button, visit);
    await page.getByRole("heading", { name: words("The free plan is full") }).waitFor();
    const both =
      "You have {goodUsed} of {goodLimit} good and {badUsed} of {badLimit} bad habits, archived ones included.";
    await page.getByText(words(both, { goodUsed: 3, goodLimit: 3, badUsed: 3, badLimit: 3 })).waitFor();
  },
);

test("the marks of a bad habit have the opposite meaning", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Coffee", type: "bad", target: 2 });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const today = daysAgo(0);
  await expectResult(page, habit, today, "not_exceeded");
  await cellOf(page, habit, today).focus();
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await expectResult(page, habit, today, "exceeded");
  expect(await cellOf(page, habit, today).getAttribute("aria-label")).toContain("limit exceeded");
});
