import { instantOfClockTime } from "@daymark/domain/day-log/clock-time";
import type { Page } from "playwright-core";
import { cellOf, holdCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo, noonOf, noonZone } from "../stage/day.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

interface Item {
  at: string | null;
  value: number;
  unit: string;
}

const yesterday = daysAgo(1);

async function itemsOf(user: User, { id }: Habit, day: string): Promise<Item[]> {
  return (await user.call<{ results: Item[] }>("GET", `/habits/${id}/log/?date=${day}`)).results;
}

async function valuesOf(user: User, habit: Habit, day: string): Promise<number[]> {
  return (await itemsOf(user, habit, day)).map(({ value }) => value);
}

const lines = (page: Page) => page.getByRole("dialog").getByRole("listitem");

/** Opens the form of yesterday. On touch, a tap would record the goal, so the test holds the cell. */
async function openDay(page: Page, habit: Habit, { touch }: { touch?: boolean }) {
  if (touch) await holdCell(page, habit, yesterday);
  else await cellOf(page, habit, yesterday).click();
  return page.getByRole("dialog");
}

test.for(mouseAndTouch)(
  "a user adds, changes and deletes entries of a day with their time, and the day is their sum, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const dialog = await openDay(page, walk, visit);
    const button = (name: string, exact = true) => dialog.getByRole("button", { name, exact });
    await dialog.getByText(words("No entries yet.")).waitFor();
    const add = async (time: string, amount: string) => {
      await press(button(words("Add an entry")), visit);
      await dialog.getByLabel(words("Time"), { exact: true }).fill(time);
      await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).fill(amount);
      await press(button(words("Add")), visit);
    };
    await add("07:30", "20");
    await expect.poll(() => lines(page).count()).toBe(1);
    await add("18:05", "15");
    await expect.poll(() => lines(page).count()).toBe(2);
    expect(await lines(page).first().textContent()).toContain("07:30");
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(35);
    // The amount field shows the new sum, so that a step adds to it.
    await expect.poll(() => dialog.getByLabel(words("Amount"), { exact: true }).inputValue()).toBe("35");

    await press(lines(page).first().getByRole("button").first(), visit);
    await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).fill("x");
    await press(button(words("Save")), visit);
    await dialog.locator("form [aria-invalid=true]").waitFor();
    await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).fill("25");
    await press(button(words("Save")), visit);
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(40);

    await press(lines(page).nth(1).getByRole("button").last(), visit);
    await expect.poll(() => valuesOf(user, walk, yesterday)).toEqual([25]);
    await press(page.getByRole("button", { name: words("Undo"), exact: true }), visit);
    await expect.poll(() => valuesOf(user, walk, yesterday)).toEqual([25, 15]);
    expect((await itemsOf(user, walk, yesterday)).every(({ at }) => at !== null)).toBe(true);
  },
);

test.for(mouseAndTouch)(
  "an entry keeps the unit in which the user typed it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const dialog = await openDay(page, walk, visit);
    const amount = dialog.getByLabel(new RegExp(`^${words("Amount")}, `));
    const unit = dialog.getByLabel(words("Unit of the entry"), { exact: true });
    await press(dialog.getByRole("button", { name: words("Add an entry"), exact: true }), visit);
    expect(await unit.inputValue()).toBe("minutes");
    await amount.fill("2");
    await unit.selectOption("hours");
    await dialog.getByText(visit.language === "en" ? "= 2 h" : "= 2 год").waitFor();
    await press(dialog.getByRole("button", { name: words("Add"), exact: true }), visit);
    await expect.poll(() => itemsOf(user, walk, yesterday)).toMatchObject([{ value: 2, unit: "hours" }]);
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(120);

    await press(lines(page).first().getByRole("button").first(), visit);
    expect(await unit.inputValue()).toBe("hours");
    await unit.selectOption("minutes");
    await amount.fill("90");
    await press(dialog.getByRole("button", { name: words("Save"), exact: true }), visit);
    await expect.poll(() => itemsOf(user, walk, yesterday)).toMatchObject([{ value: 90, unit: "minutes" }]);
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(90);
  },
);

test("Escape closes only the form of an entry, keeps the typed text, and returns the focus", async ({ stage }) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 20, date: yesterday });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, walk, yesterday).click();
  const dialog = page.getByRole("dialog");
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  const amount = dialog.getByLabel(/^Amount, /);

  const add = dialog.getByRole("button", { name: "Add an entry", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  await amount.fill("12");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Add an entry");
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press("Enter");
  expect(await amount.inputValue()).toBe("12");

  // Closing the day does not lose the text either.
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Add an entry");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await cellOf(page, walk, yesterday).click();
  await expect.poll(() => amount.inputValue()).toBe("12");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).press("Enter");
  await expect.poll(focused).toBe("Add an entry");
  await page.keyboard.press("Enter");
  expect(await amount.inputValue()).toBe("");
  await page.keyboard.press("Escape");

  const edit = dialog.getByRole("button", { name: "Edit: 20 minutes", exact: true });
  await edit.press("Enter");
  await amount.fill("25");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Edit: 20 minutes");
  await page.keyboard.press("Enter");
  expect(await amount.inputValue()).toBe("25");
  await page.keyboard.press("Enter");
  await expect.poll(() => valuesOf(user, walk, yesterday)).toEqual([25]);
  await expect.poll(focused).toBe("Edit: 25 minutes");
});

test("the entry of a habit with its own unit offers only that unit", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({
    title: "Read",
    target: 30,
    unit: "repetitions",
    unit_label: "page, pages",
    keeps_log: true,
  });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, read, yesterday).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add an entry", exact: true }).click();
  await dialog.getByLabel("Amount, pages", { exact: true }).fill("12");
  expect(await dialog.getByLabel("Unit of the entry", { exact: true }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => itemsOf(user, read, yesterday)).toMatchObject([{ value: 12, unit: "repetitions" }]);
});

test("an entry can be changed and restored in a time zone where its time is on another day", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  const at = instantOfClockTime(yesterday, "00:10", { timezone: noonZone, dayStartHour: 0 });
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 20, at });
  // One hour west of the zone of the tests.
  const hours = 11 - new Date().getUTCHours();
  const timezone = hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  const page = await stage.visit({ as: user, timezone });
  await openDashboard(page);
  await cellOf(page, walk, yesterday).click();
  const dialog = page.getByRole("dialog");
  await lines(page).first().getByRole("button").first().click();
  await dialog.getByLabel(/^Amount, /).fill("25");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => itemsOf(user, walk, yesterday)).toMatchObject([{ at, value: 25 }]);
  await lines(page).first().getByRole("button").last().click();
  await expect.poll(() => itemsOf(user, walk, yesterday)).toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => itemsOf(user, walk, yesterday)).toMatchObject([{ at: null, value: 25 }]);
});

test.for(["en", "uk"] as const)("a full log says so beside the amount, %s", async (language, { stage }) => {
  stage.expectError(/status of 400/);
  const words = wordsOf(language);
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  for (let count = 0; count < 100; count += 1) {
    await user.call("POST", `/habits/${walk.id}/log/`, { value: 1, date: yesterday });
  }
  const page = await stage.visit({ as: user, language });
  await openDashboard(page);
  await cellOf(page, walk, yesterday).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words("Add an entry"), exact: true }).click();
  await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).fill("7");
  await dialog.getByRole("button", { name: words("Add"), exact: true }).click();
  await dialog.getByText(language === "en" ? "100 entries" : "100 записів").waitFor();
  expect(await dialog.getByLabel(new RegExp(`^${words("Amount")}, `)).inputValue()).toBe("7");
});

test("a key that adds a step creates an entry with the current time, and undo removes it", async ({ stage }) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const today = daysAgo(0);
  await cellOf(page, walk, today).focus();
  await page.keyboard.press("+");
  await expect.poll(() => valuesOf(user, walk, today)).toEqual([5]);
  expect((await itemsOf(user, walk, today))[0]?.at).not.toBeNull();
  await page.keyboard.press("+");
  await expect.poll(() => valuesOf(user, walk, today)).toEqual([5, 5]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => valuesOf(user, walk, today)).toEqual([5]);
});

test("undo of a cleared, skipped or reduced day restores its entries with their times and units", async ({ stage }) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  const timeOf = (time: string) => instantOfClockTime(yesterday, time, { timezone: noonZone, dayStartHour: 0 });
  const add = (item: object) => user.call("POST", `/habits/${walk.id}/log/`, item);
  await add({ value: 1, unit: "hours", at: timeOf("07:30") });
  await add({ value: 20, at: timeOf("18:05") });
  await add({ value: 10, date: yesterday });
  const before = await itemsOf(user, walk, yesterday);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const dialog = page.getByRole("dialog");
  const change = async (act: () => Promise<void>, left: number[]) => {
    await cellOf(page, walk, yesterday).click();
    await expect.poll(() => lines(page).count()).toBe(3);
    await act();
    await expect.poll(() => valuesOf(user, walk, yesterday)).toEqual(left);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => itemsOf(user, walk, yesterday)).toEqual(before);
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(90);
    await dialog.waitFor({ state: "detached" });
  };
  await change(() => dialog.getByRole("button", { name: "Clear", exact: true }).click(), []);
  await change(() => dialog.getByRole("button", { name: "Skip this day", exact: true }).click(), []);
  await change(async () => {
    await dialog.getByLabel("Amount", { exact: true }).fill("75");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
  }, [10, 1, 5]);
});

test("undo of a cleared day keeps an entry that another device added meanwhile, and restores the value", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes", keeps_log: true });
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 20, date: yesterday });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await cellOf(page, walk, yesterday).click();
  await expect.poll(() => lines(page).count()).toBe(1);
  await page.getByRole("dialog").getByRole("button", { name: "Clear", exact: true }).click();
  await expect.poll(() => itemsOf(user, walk, yesterday)).toEqual([]);
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 5, date: yesterday });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => valuesOf(user, walk, yesterday)).toEqual([5, 15]);
});

test("the form turns the log on, and the statistics then show the hours, as a chart and as a table", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk", target: 60, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.locator('[data-habit-header][title="Walk"]').click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Keep the time of each entry").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 20, date: yesterday, at: noonOf(yesterday) });
  await user.call("POST", `/habits/${walk.id}/log/`, { value: 5, date: yesterday });
  await page.goto(`/dashboard?statistics=${walk.id}`);
  const picture = page.getByRole("region", { name: "Hours", exact: true });
  await picture.getByText(/^Most: .*1 entry, 20 minutes\. Not shown, without a time: 1 entry\.$/).waitFor();
  await picture.getByRole("group", { name: "View: Hours" }).getByRole("button", { name: "Table" }).click();
  expect(await picture.getByRole("row").count()).toBe(25);
});
