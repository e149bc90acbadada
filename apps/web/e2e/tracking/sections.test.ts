import type { Page } from "playwright-core";
import { focusedCell, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { drag } from "../stage/drag.ts";
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

async function openArrangement(page: Page, visit: { touch: boolean; language: "en" | "uk" }): Promise<void> {
  const words = wordsOf(visit.language);
  // On a phone the action is in a menu.
  if (visit.touch) {
    await page.getByRole("button", { name: words("More dashboard options") }).tap();
    await press(page.getByRole("menuitem", { name: words("Arrange habits") }), visit);
  } else await page.getByRole("button", { name: words("Arrange habits") }).click();
  // A dialog takes the focus when it has opened, wherever the focus was before.
  await page.locator("[role=dialog]:focus-within").waitFor();
}

async function createFour(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await user.createHabit({ title: "Walk" });
  await user.createHabit({ title: "Read", time_of_day: "evening" });
  await user.createHabit({ title: "Stretch", time_of_day: "evening" });
  await user.createHabit({ title: "Sweets", type: "bad" });
  return user;
}

test.for(["en", "uk"] as const)(
  "the name of a section is shown in full above a single column of a small phone, in %s",
  async (language, { stage }) => {
    const user = await stage.createUser();
    await user.createHabit({ title: "Walk", time_of_day: "morning" });
    await user.createHabit({ title: "Eat", time_of_day: "noon" });
    await user.createHabit({ title: "Read", time_of_day: "evening" });
    for (const title of ["Sweets", "Coffee", "Smoke"]) await user.createHabit({ title, type: "bad" });
    const page = await stage.visit({ as: user, language, width: 320, touch: true });
    await openDashboard(page);
    const names = page.locator("thead > tr:first-child > th[scope=colgroup] > span");
    await expect.poll(() => names.count()).toBe(4);
    const cut = await names.evaluateAll((all) =>
      all
        .filter(
          (each) => each.scrollWidth > each.clientWidth || each.clientWidth > (each.parentElement?.clientWidth ?? 0),
        )
        .map((each) => each.textContent),
    );
    expect(cut).toEqual([]);
  },
);

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
    await openArrangement(page, visit);
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.getByRole("heading", { level: 3 }).allTextContents())
      .toEqual([words("Morning"), words("Midday"), words("Evening"), words("Any time"), words("Bad habits")]);
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

test.for(mouseAndTouch)(
  "a user moves habits to other parts of the day by keys, buttons and drag, hears where they are, and finds them after a reload, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await createFour(stage);
    const stored = async () => {
      const { results } = await user.call<{ results: (Habit & { time_of_day: string | null })[] }>("GET", "/habits/");
      return results.filter(({ type }) => type === "good").map(({ title, time_of_day: time }) => `${title} ${time}`);
    };
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await openArrangement(page, visit);
    const handleOf = (title: string) =>
      page.getByRole("button", { name: words("Move {title}", { title }), exact: true });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    const said = (source: string, place: number, count: number, section: string) =>
      page
        .getByText(`${words(source, { title: "Stretch", place, count })} ${words(section)}.`)
        .waitFor({ state: "attached" });

    // By keys: from the end of the evening to the habits for any time, and back where it was.
    await handleOf("Stretch").focus();
    await page.keyboard.press("Space");
    await said("{title} picked up, position {place} of {count}.", 2, 2, "Evening");
    await untilMovable(page);
    await page.keyboard.press("ArrowDown");
    await said("{title} is over position {place} of {count}.", 1, 2, "Any time");
    await page.keyboard.press("Space");
    await said("{title} dropped at position {place} of {count}.", 1, 2, "Any time");
    await expect.poll(stored).toEqual(["Read evening", "Stretch null", "Walk null"]);
    await expect.poll(focused).toBe(words("Move {title}", { title: "Stretch" }));

    // By its arrows: to a part of the day that is empty, and on.
    const move = (title: string, section: string) =>
      page.getByRole("button", { name: words("Move {title} to “{section}”", { title, section: words(section) }) });
    const up = move("Read", "Midday");
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(stored).toEqual(["Read noon", "Stretch null", "Walk null"]);
    await expect.poll(focused).toBe(words("Move {title} to “{section}”", { title: "Read", section: words("Morning") }));
    await page.keyboard.press("Enter");
    await expect.poll(stored).toEqual(["Read morning", "Stretch null", "Walk null"]);

    // By drag: past a heading to the end of the empty part of the day above it.
    const heading = page.getByRole("dialog").getByRole("heading", { name: words("Any time"), exact: true });
    const [from, to] = [await handleOf("Walk").boundingBox(), await heading.boundingBox()];
    if (!from || !to) throw new Error("the handle or the heading is not visible");
    const x = from.x + from.width / 2;
    const way = [from.y + from.height / 2, from.y, from.y - 20, to.y + to.height / 2].map((y) => ({ x, y }));
    const drop = await drag(page, way, visit);
    await page.getByText(new RegExp(`Walk.*1.*1\\. ${words("Evening")}\\.`)).waitFor({ state: "attached" });
    await drop();
    await expect.poll(stored).toEqual(["Read morning", "Walk evening", "Stretch null"]);

    await page.reload();
    await openDashboard(page);
    await expect
      .poll(() => shown(page))
      .toEqual({
        sections: [words("Morning"), words("Evening"), words("Any time"), words("Bad habits")],
        titles: ["Read", "Walk", "Stretch", "Sweets"],
      });
  },
);

test("a group moves to another part of the day as a whole, and the last habit of a part can move back", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read", group_name: "Calm" });
  await user.createHabit({ title: "Write", group_name: "Calm" });
  await user.createHabit({ title: "Run", time_of_day: "morning" });
  const stored = async () => {
    const { results } = await user.call<{ results: (Habit & { time_of_day: string | null })[] }>("GET", "/habits/");
    return results.map(({ title, time_of_day: time }) => `${title} ${time}`);
  };
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await openArrangement(page, { touch: false, language: "en" });
  const move = (title: string, section: string) =>
    page.getByRole("button", { name: `Move ${title} to “${section}”`, exact: true });
  await move("Calm", "Evening").click();
  await expect.poll(stored).toEqual(["Run morning", "Read evening", "Write evening"]);
  await move("Calm", "Any time").click();
  await expect.poll(stored).toEqual(["Run morning", "Read null", "Write null"]);
  await move("Run", "Midday").click();
  await expect.poll(stored).toEqual(["Run noon", "Read null", "Write null"]);
  await move("Run", "Evening").click();
  await expect.poll(stored).toEqual(["Run evening", "Read null", "Write null"]);
  await move("Run", "Any time").click();
  await expect.poll(stored).toEqual(["Run null", "Read null", "Write null"]);
  await move("Run", "Evening").click();
  await expect.poll(stored).toEqual(["Run evening", "Read null", "Write null"]);
});

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
