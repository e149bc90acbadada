import type { Page } from "playwright-core";
import { focusedCell, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, press, type Stage, test, untilMovable } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** Sections and habits in the calendar's order, from its first row or column. */
async function shown(page: Page): Promise<{ sections: string[]; titles: string[] }> {
  const grid = page.getByRole("grid");
  const headings = grid.locator(
    "tbody > tr:first-child > th[scope=rowgroup], thead > tr:first-child > th[scope=colgroup]",
  );
  return {
    sections: (await headings.allTextContents()).map((text) => text.trim()),
    titles: await page
      .locator("[data-habit-header]")
      .evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title)),
  };
}

/** Titles in the server's order. */
async function storedTitles(user: User): Promise<string[]> {
  return (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map(({ title }) => title);
}

async function createFour(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await user.createHabit({ title: "Walk" });
  await user.createHabit({ title: "Read", time_of_day: "evening" });
  await user.createHabit({ title: "Stretch", time_of_day: "evening" });
  await user.createHabit({ title: "Sweets", type: "bad" });
  return user;
}

test.for(mouseAndTouch)(
  "a part of the day chosen in the form creates sections in the calendar, and without one there are none, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Walk" });
    await user.createHabit({ title: "Read" });
    await user.createHabit({ title: "Sweets", type: "bad" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const plain = { sections: [words("Good habits"), words("Bad habits")], titles: ["Walk", "Read", "Sweets"] };
    await expect.poll(() => shown(page)).toEqual(plain);
    const dialog = page.getByRole("dialog");
    const none = { en: "Any", uk: "Будь-який" }[visit.language];
    const choose = async (time: string) => {
      await press(page.locator('[data-habit-header][title="Read"]'), visit);
      await press(page.getByRole("menuitem", { name: words("Edit") }), visit);
      const times = dialog.getByRole("group", { name: words("Time of day") });
      await press(times.getByRole("button", { name: time, exact: true }), visit);
      await press(dialog.getByRole("button", { name: words("Save") }), visit);
      await dialog.waitFor({ state: "detached" });
    };
    await choose(words("Morning"));
    const timed = {
      sections: [words("Morning"), words("Any time"), words("Bad habits")],
      titles: ["Read", "Walk", "Sweets"],
    };
    await expect.poll(() => shown(page)).toEqual(timed);
    await page.reload();
    await openDashboard(page);
    await expect.poll(() => shown(page)).toEqual(timed);
    // The order in the API spans all sections.
    expect(await storedTitles(user)).toEqual(["Walk", "Read", "Sweets"]);
    await choose(none);
    await expect.poll(() => shown(page)).toEqual(plain);
  },
);

test.for(mouseAndTouch)(
  "a user reorders habits within their section by keys and by the menu, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await createFour(stage);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await expect.poll(async () => (await shown(page)).titles).toEqual(["Read", "Stretch", "Walk", "Sweets"]);
    if (visit.touch) {
      await page.getByRole("button", { name: words("More dashboard options") }).tap();
      await press(page.getByRole("menuitem", { name: words("Arrange habits") }), visit);
    } else await page.getByRole("button", { name: words("Arrange habits") }).click();
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.getByRole("heading", { level: 3 }).allTextContents())
      .toEqual([words("Evening"), words("Any time"), words("Bad habits")]);
    await page.getByRole("button", { name: words("Move {title}", { title: "Stretch" }), exact: true }).focus();
    await page.keyboard.press("Space");
    await untilMovable(page);
    await page.keyboard.press("ArrowUp");
    await page
      .getByText(words("{title} is over position {place} of {count}.", { title: "Stretch", place: 1, count: 2 }))
      .waitFor();
    await page.keyboard.press("Space");
    await expect.poll(() => storedTitles(user)).toEqual(["Stretch", "Read", "Walk", "Sweets"]);
    await press(dialog.getByRole("button", { name: words("Close") }), visit);
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await shown(page)).titles).toEqual(["Stretch", "Read", "Walk", "Sweets"]);

    // The last habit of its section can only move up, and the announced position counts within the section.
    await press(page.locator('[data-habit-header][title="Read"]'), visit);
    const down = page.getByRole("menuitem", { name: words("Move down") });
    expect(await down.getAttribute("aria-disabled")).toBe("true");
    await press(page.getByRole("menuitem", { name: words("Move up") }), visit);
    const moved = words("{title} moved to position {place} of {count}.", { title: "Read", place: 1, count: 2 });
    await page.getByText(moved).waitFor({ state: "attached" });
    await expect.poll(() => storedTitles(user)).toEqual(["Read", "Stretch", "Walk", "Sweets"]);
  },
);

test("a user filters the calendar by a part of the day, and the URL keeps the filter", async ({ stage }) => {
  const user = await createFour(stage);
  const page = await stage.visit({ as: user });
  await page.goto("/dashboard?time_of_day=evening");
  await page.getByRole("grid").waitFor();
  await expect.poll(() => shown(page)).toEqual({ sections: ["Evening"], titles: ["Read", "Stretch"] });
  await page.goto("/dashboard?time_of_day=any");
  await page.getByRole("grid").waitFor();
  await expect.poll(async () => (await shown(page)).titles).toEqual(["Walk", "Sweets"]);
});

for (const layout of ["horizontal", "vertical"] as const satisfies Layout[]) {
  test(`arrow keys move from one section of the calendar to the next and back, ${layout}`, async ({ stage }) => {
    const user = await createFour(stage);
    const { results } = await user.call<{ results: Habit[] }>("GET", "/habits/");
    const page = await stage.visit({ as: user });
    await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
    await openDashboard(page);
    const today = daysAgo(0);
    const expectFocus = (title: string) =>
      expect
        .poll(() => focusedCell(page))
        .toEqual({ habit: results.find((habit) => habit.title === title)?.id, day: today });
    const [next, back] = layout === "horizontal" ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
    const order = ["Read", "Stretch", "Walk", "Sweets"];
    await expectFocus("Read");
    for (const title of order.slice(1)) {
      await page.keyboard.press(next);
      await expectFocus(title);
    }
    for (const title of order.toReversed().slice(1)) {
      await page.keyboard.press(back);
      await expectFocus(title);
    }
  });
}
