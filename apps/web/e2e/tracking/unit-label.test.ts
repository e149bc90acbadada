import type { Page } from "playwright-core";
import { cellOf, holdCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

async function storedLabel(user: User): Promise<string | null | undefined> {
  const { results } = await user.call<{ results: { unit_label: string | null }[] }>("GET", "/habits/");
  return results[0]?.unit_label;
}

/** The fields of the forms, in order. */
function formsIn(page: Page, language: "en" | "uk") {
  return page.getByRole("textbox", { name: language === "en" ? /^After [\d.]+$/ : /^Після [\d,]+$/ });
}

test.for(mouseAndTouch)(
  "a user names the unit of a habit by one word, the form fills in the other forms, and each number has the right one, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Walk" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const dialog = page.getByRole("dialog");
    const forms = formsIn(page, visit.language);
    const values = () => forms.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));

    await press(page.getByRole("button", { name: words("New habit") }), visit);
    await dialog.getByRole("textbox", { name: words("Title") }).fill("Read");
    await dialog.getByLabel(words("Daily goal")).fill("20");
    await press(dialog.getByLabel(words("Unit"), { exact: true }), visit);
    await press(page.getByRole("option", { name: words("Your word…") }), visit);
    await forms.first().fill(visit.language === "en" ? "pages" : "сторінка");
    await dialog.getByLabel(words("Daily goal")).focus();
    const expected = { en: ["page", "pages"], uk: ["сторінка", "сторінки", "сторінок", ""] };
    await expect.poll(values).toEqual(expected[visit.language]);
    await press(dialog.getByRole("button", { name: words("Create habit") }), visit);
    await dialog.waitFor({ state: "detached" });
    const stored = expected[visit.language].filter(Boolean).join(", ");
    await expect.poll(async () => (await user.call<{ results: Habit[] }>("GET", "/habits/")).results.length).toBe(2);
    const { results } = await user.call<{ results: (Habit & { unit_label: string | null })[] }>("GET", "/habits/");
    const habit = results.find(({ title }) => title === "Read") as Habit & { unit_label: string | null };
    expect(habit.unit_label).toBe(stored);

    const spoken = { en: ["1 page", "pages"], uk: ["1 сторінка", "сторінки"] }[visit.language];
    // On touch, a tap would record the goal, so the test holds the cell.
    if (visit.touch) await holdCell(page, habit, today);
    else await cellOf(page, habit, today).click();
    const amount = dialog.getByRole("textbox", { name: words("Amount") });
    await expect.poll(() => amount.locator("xpath=following-sibling::*").textContent()).toBe(spoken[1]);
    await amount.fill("1");
    await amount.press("Enter");
    await expect.poll(() => cellOf(page, habit, today).getAttribute("aria-label")).toContain(`, ${spoken[0]}, `);
  },
);

test.for(mouseAndTouch)(
  "another unit removes the own unit, after the form says so, and undo restores it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Read", target: 20, unit: "repetitions", unit_label: "page, pages" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const dialog = page.getByRole("dialog");
    const unit = dialog.getByLabel(words("Unit"), { exact: true });
    const choose = async (name: string) => {
      await press(unit, visit);
      await press(page.getByRole("option", { name: words(name) }), visit);
    };
    const told = dialog.getByText(words("Your word “{dropped}” goes away when you save.", { dropped: "pages" }));
    await press(page.locator('[data-habit-header][title="Read"]'), visit);
    await press(page.getByRole("menuitem", { name: words("Edit") }), visit);
    await choose("Percentages");
    await told.waitFor();
    // If the user changes their mind, the own unit returns.
    await choose("Your word…");
    await told.waitFor({ state: "detached" });
    expect(await formsIn(page, visit.language).first().inputValue()).toBe("page");
    await choose("Repetitions");
    await told.waitFor();
    await press(dialog.getByRole("button", { name: words("Save") }), visit);
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => storedLabel(user)).toBeNull();
    await press(page.getByRole("button", { name: words("Undo") }), visit);
    await expect.poll(() => storedLabel(user)).toBe("page, pages");
  },
);

test("the form refuses a unit that cannot stand in a sentence beside its field, and keeps what the user typed", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read", target: 20, unit: "repetitions", unit_label: "page, pages" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const dialog = page.getByRole("dialog");
  await page.locator('[data-habit-header][title="Read"]').click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const forms = formsIn(page, "en");
  await forms.first().fill("a word of many more than 24 characters");
  await dialog.getByRole("button", { name: "Save" }).click();
  const refusal = "Write a word of 1 to 24 characters, or up to four forms of it with commas between them.";
  await dialog.getByText(refusal).waitFor();
  expect(await forms.first().getAttribute("aria-invalid")).toBe("true");
  expect(await forms.first().inputValue()).toBe("a word of many more than 24 characters");
  // A user may type all forms in one field. A trailing comma adds no empty form.
  await forms.first().fill("sheet, sheets,");
  await dialog.getByRole("textbox", { name: "Title" }).focus();
  await dialog.getByText(refusal).waitFor({ state: "detached" });
  expect(await forms.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))).toEqual([
    "sheet",
    "sheets",
  ]);
  // Letters of another language show its fields.
  await forms.first().fill("рядок");
  await forms.nth(1).fill("рядки");
  await forms.nth(2).fill("рядків");
  await forms.nth(3).fill("рядка");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => storedLabel(user)).toBe("рядок, рядки, рядків, рядка");
  await page.locator('[data-habit-header][title="Read"]').getByText("Goal: 20 рядків").waitFor();
});
