import type { Page } from "playwright-core";
import { cellOf, expectResult, focusedCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { drag } from "../stage/drag.ts";
import { expect, messageOf, mouseAndTouch, press, test, untilMovable, widths } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

/** Titles in the calendar's order, from its first row or column. */
const titles = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));
const groupButton = (page: Page, name: string) => page.locator(`[data-group="${name}"]`);

async function createMorning(user: User): Promise<[Habit, Habit, Habit]> {
  const read = await user.createHabit({ title: "Read", group_name: "Morning" });
  const walk = await user.createHabit({ title: "Walk" });
  const write = await user.createHabit({ title: "Write", group_name: "Morning" });
  return [read, walk, write];
}

/** Titles in the server's order. */
async function storedTitles(user: User): Promise<string[]> {
  return (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map(({ title }) => title);
}

test.for(["en", "uk"] as const)(
  "a user folds a group in both layouts, and it stays folded after a reload, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const [read, walk] = await createMorning(user);
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    await expect.poll(() => titles(page)).toEqual(["Read", "Write", "Walk"]);
    const fold = groupButton(page, "Morning");
    await expect.poll(() => fold.textContent()).toContain(words("{done} of {total} done today", { done: 0, total: 2 }));

    await cellOf(page, read, today).click();
    await expect.poll(() => fold.textContent()).toContain(words("{done} of {total} done today", { done: 1, total: 2 }));

    await fold.click();
    await expect.poll(() => titles(page)).toEqual(["Walk"]);
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    // A folded group still shows its state.
    await expect.poll(() => fold.textContent()).toContain(words("{done} of {total} done today", { done: 1, total: 2 }));

    await page.getByRole("button", { name: words("Vertical layout") }).click();
    await expect.poll(() => page.getByRole("grid").getAttribute("data-layout")).toBe("vertical");
    await expect.poll(() => titles(page)).toEqual(["Walk"]);
    await page.reload();
    await openDashboard(page);
    await expect.poll(() => titles(page)).toEqual(["Walk"]);
    await cellOf(page, walk, today).focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focusedCell(page)).toEqual({ habit: walk.id, day: today });

    await groupButton(page, "Morning").press("Enter");
    await expect.poll(() => titles(page)).toEqual(["Read", "Write", "Walk"]);
    await cellOf(page, walk, today).focus();
    await page.keyboard.press("ArrowLeft");
    expect((await focusedCell(page))?.habit).not.toBe(walk.id);
    await expectResult(page, read, today, "achieved");
  },
);

test.for(["en", "uk"] as const)(
  "a heading separates habits without a group from those of a group, in every layout, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const sweets = await user.createHabit({ title: "Sweets", type: "bad" });
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    await cellOf(page, sweets, today).waitFor();
    // Without groups there is no such heading.
    for (const name of [words("Ungrouped"), words("Others")]) {
      expect(await page.getByText(name, { exact: true }).count()).toBe(0);
    }
    const [, walk] = await createMorning(user);
    for (const [layout, role, name] of [
      ["horizontal", "rowheader", words("Ungrouped")],
      ["vertical", "columnheader", words("Others")],
    ] as const) {
      await page.evaluate((value) => localStorage.setItem("dashboardLayout", value), layout);
      await openDashboard(page);
      await cellOf(page, walk, today).waitFor();
      const heading = page.getByRole(role, { name, exact: true });
      // Bad habits have no group, so they need no heading.
      expect(await heading.count()).toBe(1);
      const box = await heading.boundingBox();
      const first = await page.locator(`[data-habit-header="${walk.id}"]`).boundingBox();
      if (!box || !first) throw new Error("the habit is not visible");
      expect(box.y).toBeLessThan(first.y);
    }
  },
);

test("a folded group stays folded after it is renamed and after undo", async ({ stage }) => {
  const user = await stage.createUser();
  await createMorning(user);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await groupButton(page, "Morning").click();
  await expect.poll(() => titles(page)).toEqual(["Walk"]);
  await page.getByRole("button", { name: "Actions for group Morning" }).click();
  await press(page.getByRole("menuitem", { name: "Rename group" }));
  await page.getByRole("dialog").getByLabel("Name of the group").fill("Dawn");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await messageOf(page, "“Morning” is now called “Dawn”.").waitFor();
  expect(await groupButton(page, "Dawn").getAttribute("aria-expanded")).toBe("false");
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["Walk"]);
  await page.getByRole("button", { name: "Actions for group Dawn" }).click();
  await press(page.getByRole("menuitem", { name: "Rename group" }));
  await page.getByRole("dialog").getByLabel("Name of the group").fill("Morning");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await messageOf(page, "“Dawn” is now called “Morning”.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => groupButton(page, "Dawn").getAttribute("aria-expanded")).toBe("false");
  expect(await titles(page)).toEqual(["Walk"]);
  expect(await page.evaluate(() => localStorage.getItem("dashboard_folded_groups"))).toBe('["Dawn"]');
});

test("a user renames and dissolves a group in its menu, both with undo", async ({ stage }) => {
  const user = await stage.createUser();
  await createMorning(user);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const groups = () =>
    page.locator("[data-group]").evaluateAll((all) => all.map((one) => one.getAttribute("data-group")));

  await page.getByRole("button", { name: "Actions for group Morning" }).click();
  await press(page.getByRole("menuitem", { name: "Rename group" }));
  await page.getByRole("dialog").getByLabel("Name of the group").fill("Dawn");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect.poll(groups).toEqual(["Dawn"]);
  await messageOf(page, "“Morning” is now called “Dawn”.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(groups).toEqual(["Morning"]);

  await page.getByRole("button", { name: "Actions for group Morning" }).click();
  await press(page.getByRole("menuitem", { name: "Ungroup" }));
  await expect.poll(groups).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(groups).toEqual(["Morning"]);
  await expect
    .poll(async () => {
      const { results } = await user.call<{ results: { title: string; group_name: string | null }[] }>(
        "GET",
        "/habits/",
      );
      return results.filter(({ group_name }) => group_name === "Morning").map(({ title }) => title);
    })
    .toEqual(["Read", "Write"]);
});

test.for(mouseAndTouch)(
  "a user reorders habits and groups by drag, keyboard and menu, hears the result, and finds it after a reload, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const said = (source: string, title: string, place: number, count: number) =>
      page.getByText(words(source, { title, place, count })).waitFor({ state: "attached" });
    const user = await stage.createUser();
    const [, walk] = await createMorning(user);
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);

    // By menu: a habit outside groups moves past a whole group.
    await press(page.locator(`[data-habit-header="${walk.id}"]`), visit);
    await press(page.getByRole("menuitem", { name: words("Move up") }), visit);
    await expect.poll(() => titles(page)).toEqual(["Walk", "Read", "Write"]);
    await said("{title} moved to position {place} of {count}.", "Walk", 1, 3);

    // On a phone the action is in a menu.
    if (visit.touch) {
      await page.getByRole("button", { name: words("More dashboard options") }).tap();
      await press(page.getByRole("menuitem", { name: words("Arrange habits") }), { touch: true });
    } else await page.getByRole("button", { name: words("Arrange habits") }).click();
    await page.locator("[role=dialog]:focus-within").waitFor();
    // By keys: within the group.
    const handleOf = (title: string) =>
      page.getByRole("button", { name: words("Move {title}", { title }), exact: true });
    await handleOf("Write").focus();
    await page.keyboard.press("Space");
    await said("{title} picked up, position {place} of {count}.", "Write", 2, 2);
    await untilMovable(page);
    await page.keyboard.press("ArrowUp");
    await said("{title} is over position {place} of {count}.", "Write", 1, 2);
    await page.keyboard.press("Space");
    await said("{title} dropped at position {place} of {count}.", "Write", 1, 2);
    await expect.poll(() => storedTitles(user)).toEqual(["Walk", "Write", "Read"]);

    // By drag: the whole group.
    const [from, to] = [await handleOf("Morning").boundingBox(), await handleOf("Walk").boundingBox()];
    if (!from || !to) throw new Error("the handles are not visible");
    const x = from.x + from.width / 2;
    const way = [from.y + from.height / 2, from.y, from.y - 20, to.y - 10].map((y) => ({ x, y }));
    const drop = await drag(page, way, visit);
    await said("{title} is over position {place} of {count}.", "Morning", 1, 2);
    await drop();
    await said("{title} dropped at position {place} of {count}.", "Morning", 1, 2);
    await expect.poll(() => storedTitles(user)).toEqual(["Write", "Read", "Walk"]);

    await page.reload();
    await expect.poll(() => titles(page)).toEqual(["Write", "Read", "Walk"]);
  },
);

test("a user chooses a weekly goal and a group in the form, also on a phone", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read", group_name: "Morning" });
  const page = await stage.visit({ as: user, width: widths.phone, touch: true });
  await openDashboard(page);
  await page.getByRole("button", { name: "New habit" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Run");
  await dialog.getByRole("button", { name: "Times a week" }).tap();
  await dialog.getByText("3 times a week").waitFor();
  await dialog.getByRole("button", { name: "Less often" }).tap();
  await dialog.getByText("2 times a week").waitFor();
  await dialog.getByRole("group", { name: "Your groups" }).getByRole("button", { name: "Morning" }).tap();
  const targets = await dialog
    .locator("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect().height).filter((height) => height > 0 && height < 44),
    );
  expect(targets).toEqual([]);
  await dialog.getByRole("button", { name: "Create habit" }).tap();
  await expect
    .poll(async () => {
      const { results } = await user.call<{ results: object[] }>("GET", "/habits/");
      return results[1];
    })
    .toMatchObject({ title: "Run", schedule: { times_per_week: 2 }, group_name: "Morning" });
  const header = page.locator("[data-habit-header]").nth(1);
  await expect.poll(() => header.textContent()).toContain("0 of 2 this week");
});

test("a change of the unit within its kind keeps entered amounts, and undo is offered at once", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  await user.record(habit, today, 45);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await expectResult(page, habit, today, "achieved");
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await press(page.getByRole("menuitem", { name: "Edit" }));
  await page.getByRole("dialog").getByLabel("Unit").click();
  await page.getByRole("option", { name: "Hours" }).click();
  await page.getByRole("dialog").getByText("Your entries stay as they are").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  // 45 minutes are less than 30 hours.
  await expectResult(page, habit, today, "awaiting");
  await messageOf(page, "“Read” was changed.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectResult(page, habit, today, "achieved");
  expect(await user.recorded(habit, today)).toBe(45);
});
