import { openDashboard } from "../stage/calendar.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { createPaidUser } from "../stage/statistics.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

interface Stored extends Habit {
  unit: string;
  unit_label: string | null;
  emoji: string | null;
  time_of_day: string | null;
  schedule: object | null;
  end: object | null;
  keeps_log: boolean;
}

async function stored(user: User): Promise<Stored[]> {
  return (await user.call<{ results: Stored[] }>("GET", "/habits/")).results;
}

test.for(mouseAndTouch)(
  "an idea fills in the form of a new habit, another one replaces it, and both keep the user's text, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    await user.createHabit({ title: "Walk" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    await press(page.getByRole("button", { name: words("New habit") }), visit);
    const dialog = page.getByRole("dialog");
    const title = dialog.getByRole("textbox", { name: words("Title") });
    const target = dialog.getByRole("textbox", { name: /goal$|^Ціль/i });
    const ideas = dialog.getByRole("group", { name: words("Ideas") });
    const choose = (name: string) => press(ideas.getByRole("button", { name: words(name), exact: true }), visit);

    await choose("Read a book");
    await expect.poll(() => title.inputValue()).toBe(words("Read a book"));
    await expect.poll(() => target.inputValue()).toBe("20");
    const forms = dialog.getByRole("textbox", { name: /^(After|Після) \d/ });
    const readForms = { en: ["page", "pages"], uk: ["сторінка", "сторінки", "сторінок", ""] }[visit.language];
    const values = () => forms.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
    await expect.poll(values).toEqual(readForms);
    // The second idea has another unit in the same fields.
    await choose("Push-ups");
    const pushUps = { en: ["push-up", "push-ups"], uk: ["віджимання", "віджимання", "віджимань", ""] }[visit.language];
    await expect.poll(values).toEqual(pushUps);
    await target.fill("30");
    await choose("Learn a language");
    await expect.poll(() => forms.count()).toBe(0);
    // The form keeps a goal that the user typed.
    expect(await target.inputValue()).toBe("30");
    await press(dialog.getByRole("button", { name: words("Create habit") }), visit);
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await stored(user)).length).toBe(2);
    expect((await stored(user)).find((habit) => habit.title === words("Learn a language"))).toMatchObject({
      ...{ target: 30, unit: "minutes", unit_label: null, emoji: "💬", time_of_day: null },
      schedule: { target_per: "week" },
    });
  },
);

test("ideas disappear once the user types a title, and pressing an idea again empties the form", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Walk" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "New habit" }).click();
  const dialog = page.getByRole("dialog");
  const ideas = dialog.getByRole("group", { name: "Ideas" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  const meditate = ideas.getByRole("button", { name: "Meditate" });
  await meditate.click();
  await expect.poll(() => title.inputValue()).toBe("Meditate");
  const times = dialog.getByRole("group", { name: "Time of day" });
  expect(await times.getByRole("button", { name: "Morning" }).getAttribute("aria-pressed")).toBe("true");
  await meditate.click();
  await expect.poll(() => title.inputValue()).toBe("");
  expect(await dialog.getByRole("textbox", { name: "Daily goal" }).inputValue()).toBe("1");
  expect(await times.getByRole("button", { name: "Any", exact: true }).getAttribute("aria-pressed")).toBe("true");
  await title.fill("Meditate a little");
  await ideas.waitFor({ state: "detached" });
});

test("an idea keeps the user's unit, and replaces an own unit that has no text yet", async ({ stage }) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Walk" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "New habit" }).click();
  const dialog = page.getByRole("dialog");
  const ideas = dialog.getByRole("group", { name: "Ideas" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  const unit = dialog.getByLabel("Unit", { exact: true });
  const forms = dialog.getByRole("textbox", { name: /^After \d/ });
  const values = () => forms.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
  const chooseUnit = async (name: string) => {
    await unit.click();
    await page.getByRole("option", { name, exact: true }).click();
  };

  await chooseUnit("Your word…");
  await expect.poll(values).toEqual(["", ""]);
  await ideas.getByRole("button", { name: "Meditate" }).click();
  await expect.poll(() => unit.textContent()).toContain("Minutes");
  expect(await forms.count()).toBe(0);
  // The unit of the idea returns after another unit was chosen.
  await ideas.getByRole("button", { name: "Push-ups" }).click();
  await expect.poll(values).toEqual(["push-up", "push-ups"]);
  await chooseUnit("Minutes");
  await expect.poll(() => forms.count()).toBe(0);
  await chooseUnit("Your word…");
  await expect.poll(values).toEqual(["push-up", "push-ups"]);
  await chooseUnit("Minutes");
  await ideas.getByRole("button", { name: "Read a book" }).click();
  await expect.poll(() => title.inputValue()).toBe("Read a book");
  await expect.poll(() => unit.textContent()).toContain("Minutes");
  // The other type has its own ideas. The title stays until one of them replaces it.
  await dialog.getByRole("button", { name: "Bad habit", exact: true }).click();
  await ideas.getByRole("button", { name: "Smoking" }).waitFor();
  expect(await title.inputValue()).toBe("Read a book");
  await dialog.getByRole("button", { name: "Good habit", exact: true }).click();
  await dialog.getByRole("button", { name: "Create habit" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await stored(user)).find((habit) => habit.title === "Read a book"))
    .toMatchObject({ target: 20, unit: "minutes", unit_label: null });
});

test.for(mouseAndTouch)(
  "the first run offers a habit with its own unit in a part of the day, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await page.goto("/dashboard");
    const card = page.getByRole("button", { name: words("Read a book") });
    await card.waitFor();
    const goal = { en: "Goal: 20 pages a day · Evening", uk: "20 сторінок" }[visit.language];
    expect(await card.textContent()).toContain(goal);
    await press(card, visit);
    await page.getByRole("grid").waitFor();
    await expect
      .poll(() => stored(user))
      .toMatchObject([
        { title: words("Read a book"), unit_label: words("page, pages"), time_of_day: "evening", emoji: "📖" },
      ]);
  },
);

test.for([
  { language: "en", width: 1440 },
  { language: "uk", width: 320 },
] as const)(
  "ideas with an end and with a log create such habits, $language, $width px",
  async ({ language, width }, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    await user.createHabit({ title: "Walk" });
    const page = await stage.visit({ as: user, language, width });
    await openDashboard(page);
    const dialog = page.getByRole("dialog");
    const create = async (name: string, isBad = false) => {
      await page.getByRole("button", { name: words("New habit") }).click();
      if (isBad) await dialog.getByRole("button", { name: words("Bad habit"), exact: true }).click();
      await dialog.getByRole("button", { name: words(name), exact: true }).click();
      await dialog.getByRole("button", { name: words("Create habit") }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await create("Read 12 books");
    await create("Glasses of water");
    await create("30 days without sugar", true);
    const find = async (name: string) => (await stored(user)).find((habit) => habit.title === words(name));
    await expect.poll(async () => (await stored(user)).length).toBe(4);
    expect(await find("Read 12 books")).toMatchObject({ end: { total: 12 }, schedule: { target_per: "month" } });
    expect(await find("Glasses of water")).toMatchObject({ keeps_log: true, end: null });
    expect(await find("30 days without sugar")).toMatchObject({ type: "bad", end: { days: 30 } });
  },
);
