import type { Page } from "playwright-core";
import { expectResult, openDashboard } from "../stage/calendar.ts";
import { inDatabase } from "../stage/database.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const titles = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));

async function openMenu(page: Page, habit: Habit, visit = { touch: false }) {
  await press(page.locator(`[data-habit-header="${habit.id}"]`), visit);
  await page.getByRole("menu").waitFor();
}

async function remove(page: Page, habit: Habit) {
  await openMenu(page, habit);
  await press(page.getByRole("menuitem", { name: "Delete" }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
  await expect.poll(() => titles(page)).not.toContain(habit.title);
}

async function moveToTrash(stage: Stage, user: User, habit: Habit) {
  await user.call("DELETE", `/habits/${habit.id}/`);
  // An hour after its deletion the habit no longer counts for the plan.
  await inDatabase(
    stage,
    (sql) => sql`update habits set deleted_at = now() - interval '1 hour' where id = ${habit.id}`,
  );
}

const listed = async (user: User) =>
  (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.map(({ title }) => title);
const trashed = async (user: User) =>
  (await user.call<{ results: Habit[] }>("GET", "/habits/trash/")).results.map(({ title }) => title);

test("Ctrl+Z restores a deleted habit long after its message is gone, and redo deletes it again", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  await user.createHabit({ title: "Walk" });
  await user.record(read, daysAgo(1), 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await remove(page, read);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.waitFor();
  await page.getByLabel("Dismiss").first().click();
  await undo.waitFor({ state: "detached" });
  await expect.poll(() => trashed(user)).toEqual(["Read"]);
  await inDatabase(stage, (sql) => sql`update habits set deleted_at = now() - interval '1 hour' where id = ${read.id}`);
  await page.keyboard.press("Control+z");
  await expect.poll(() => titles(page)).toEqual(["Read", "Walk"]);
  await expectResult(page, read, daysAgo(1), "achieved");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => trashed(user)).toEqual(["Read"]);
  await expect.poll(() => titles(page)).toEqual(["Walk"]);
  await press(undo);
  await expect.poll(() => titles(page)).toEqual(["Read", "Walk"]);
  await page.keyboard.press("Control+z");
  await messageOf(page, "Nothing to undo.").waitFor();
});

test("Ctrl+Z says so if the plan has become full meanwhile, and works once there is space", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const walk = await user.createHabit({ title: "Walk" });
  await expect.poll(() => titles(page)).toEqual(["Read", "Walk"]);
  await remove(page, read);
  await expect.poll(() => trashed(user)).toEqual(["Read"]);
  await inDatabase(stage, (sql) => sql`update habits set deleted_at = now() - interval '1 hour' where id = ${read.id}`);
  for (const title of ["Swim", "Sing"]) await user.createHabit({ title });
  await page.keyboard.press("Control+z");
  const full =
    "Limit reached for creating good habits on the free plan. The habit stays in the trash. Delete another one first.";
  await messageOf(page, full).waitFor();
  await moveToTrash(stage, user, walk);
  await page.keyboard.press("Control+z");
  await expect.poll(() => titles(page)).toEqual(["Read", "Swim", "Sing"]);
});

test.for(mouseAndTouch)(
  "the dialog of a deletion offers the archive, and Ctrl+Z undoes archiving, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    await user.createHabit({ title: "Walk" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await openMenu(page, read, visit);
    await press(page.getByRole("menuitem", { name: words("Delete") }), visit);
    const question = page.getByRole("alertdialog");
    await press(question.getByRole("button", { name: words("Archive instead") }), visit);
    await messageOf(page, words("“{title}” was archived. Its days are kept.", { title: "Read" })).waitFor();
    await expect.poll(() => titles(page)).toEqual(["Walk"]);
    expect(await trashed(user)).toEqual([]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => titles(page)).toEqual(["Walk", "Read"]);
    await messageOf(page, words("“{title}” is active again.", { title: "Read" })).waitFor();
  },
);

test.for(mouseAndTouch)(
  "the trash shows the removal date of each habit, and the user restores, deletes for good and empties it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Stays" });
    const read = await user.createHabit({ title: "Read" });
    await user.record(read, daysAgo(1), 1);
    await moveToTrash(stage, user, read);
    for (const title of ["Walk", "Swim"]) await moveToTrash(stage, user, await user.createHabit({ title }));
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await press(page.getByRole("button", { name: words("More dashboard options") }), visit);
    await press(page.getByRole("menuitem", { name: words("Trash") }), visit);
    const dialog = page.getByRole("dialog");
    const lines = dialog.getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(3);
    const locale = { en: "en-US", uk: "uk-UA" }[visit.language];
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: zone }).format(
      Date.now() - 3_600_000 + 30 * 86_400_000,
    );
    await lines.filter({ hasText: "Read" }).getByText(words("Deleted for good on {date}", { date })).waitFor();

    const restore = (title: string) => dialog.getByRole("button", { name: words("Restore “{title}”", { title }) });
    await press(restore("Read"), visit);
    await expect.poll(() => lines.count()).toBe(2);
    await expect.poll(() => listed(user)).toEqual(["Stays", "Read"]);
    expect(await user.recorded(read, daysAgo(1))).toBe(1);

    // The newest is first, and the focus moves to the line that takes its place.
    await press(dialog.getByRole("button", { name: words("Delete “{title}” for good", { title: "Swim" }) }), visit);
    const question = page.getByRole("alertdialog");
    await press(question.getByRole("button", { name: words("Delete for good") }), visit);
    await expect.poll(() => trashed(user)).toEqual(["Walk"]);
    await question.waitFor({ state: "detached" });
    await expect.poll(() => restore("Walk").evaluate((button) => button === document.activeElement)).toBe(true);

    await press(dialog.getByRole("button", { name: words("Empty the trash") }), visit);
    await press(question.getByRole("button", { name: words("Empty the trash") }), visit);
    await dialog.getByText(words("The trash is empty")).waitFor();
    expect(await trashed(user)).toEqual([]);
    await question.waitFor({ state: "detached" });
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => titles(page)).toEqual(["Stays", "Read"]);
  },
);

test("a full plan refuses to restore a habit, which stays in the trash", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const user = await stage.createUser();
  await moveToTrash(stage, user, await user.createHabit({ title: "Read" }));
  for (const title of ["Walk", "Swim", "Sing"]) await user.createHabit({ title });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await press(page.getByRole("button", { name: "More dashboard options" }));
  await press(page.getByRole("menuitem", { name: "Trash" }));
  await press(page.getByRole("button", { name: "Restore “Read”" }));
  await page.getByText("The habit stays in the trash. Delete another one first.").first().waitFor();
  expect(await trashed(user)).toEqual(["Read"]);
});

test("a user who deleted all habits reaches the trash, and another device shows a restored habit", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  await moveToTrash(stage, user, read);
  const [page, other] = [await stage.visit({ as: user }), await stage.visit({ as: user })];
  for (const each of [page, other]) await each.goto("/dashboard");
  for (const each of [page, other]) await each.getByRole("button", { name: "Trash: deleted habits" }).waitFor();
  await press(page.getByRole("button", { name: "Trash: deleted habits" }));
  await press(page.getByRole("button", { name: "Restore “Read”" }));
  await expect.poll(() => titles(other)).toEqual(["Read"]);
});
