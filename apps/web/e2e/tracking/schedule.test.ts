import { toDayNumber, weekdayOf } from "@daymark/domain/base/day";
import type { Locator } from "playwright-core";
import { openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { openScheduleForm, scheduleLabels, visitScheduleForm } from "../stage/schedule-form.ts";
import { expect, test } from "../stage/stage.ts";
import { createPaidUser, openReasons, openStatistics } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

interface Given {
  schedule: Readonly<Record<string, unknown>> | null;
}

interface Changed {
  weekdays: number[];
  past_schedules: unknown[];
}

const always = { en: "Always: this changes 2 past days", uk: /^Завжди: .*2/ } as const;

test.for(["en", "uk"] as const)(
  "a user chooses a due day in the form, also by keyboard, in %s",
  async (language, { stage }) => {
    const { words, user, page, dialog } = await visitScheduleForm(stage, language, "Rent");
    const kinds = dialog.getByRole("combobox", { name: scheduleLabels[language] });
    // The button that opened the choice is gone, so the choice has the focus.
    await expect.poll(() => kinds.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: words("On days of the month") }).press("Enter");
    await dialog.getByRole("checkbox", { name: "15", exact: true }).check();
    await dialog.getByRole("checkbox", { name: "1", exact: true }).uncheck();
    await dialog.getByRole("checkbox", { name: words("Last day of the month") }).check();
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.waitFor({ state: "detached" });
    const { results } = await user.call<{ results: Given[] }>("GET", "/habits/");
    expect(results.map(({ schedule }) => schedule)).toEqual([null, { month_days: [15, -1] }]);
  },
);

test.for(["en", "uk"] as const)(
  "a user chooses several weekdays of every second week in the form, and another schedule removes them, in %s",
  async (language, { stage }) => {
    const { words, user, page, dialog } = await visitScheduleForm(stage, language, "Rent");
    const choose = async (kind: string) => {
      await dialog.getByRole("combobox", { name: scheduleLabels[language] }).click();
      await page.getByRole("option", { name: words(kind), exact: true }).click();
    };
    const days = dialog.getByRole("group", { name: words("Days of the week") });
    const chosen = () => days.getByRole("checkbox", { checked: true }).count();
    await choose("Every few weeks");
    // 1 June 2026 is a Monday. Until the user chooses, the form uses the weekday of the first day.
    await dialog.getByLabel(words("First day")).fill("2026-06-01");
    const [monday, wednesday, friday] = ["2026-06-01", "2026-06-03", "2026-06-05"].map((day) =>
      days.getByRole("checkbox", {
        name: new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(new Date(day)),
      }),
    ) as [Locator, Locator, Locator];
    await expect.poll(() => monday.isChecked()).toBe(true);
    expect(await chosen()).toBe(1);
    await wednesday.check();
    await friday.check();
    await choose("Every few days");
    expect(await days.count()).toBe(0);
    await choose("Every few weeks");
    expect(await chosen()).toBe(1);
    await dialog.getByLabel(words("First day")).fill("2026-06-01");
    await friday.check();
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.waitFor({ state: "detached" });
    const { results } = await user.call<{ results: (Given & Pick<Changed, "weekdays">)[] }>("GET", "/habits/");
    expect(results[1]).toMatchObject({ schedule: { every_weeks: 2, from: "2026-06-01" }, weekdays: [1, 5] });
  },
);

test("the form refuses a number out of range beside its field, and keeps the typed value", async ({ stage }) => {
  const words = wordsOf("en");
  const user = await createPaidUser(stage);
  await user.createHabit();
  const page = await stage.visit({ as: user });
  await page.goto("/dashboard");
  const dialog = await openScheduleForm(page, words, "Plants");
  await dialog.getByLabel("Days apart").fill("400");
  await dialog.getByRole("button", { name: "Create habit" }).click();
  await dialog.getByText("The value must be at most 366.").waitFor();
  expect(await dialog.getByLabel("Days apart").inputValue()).toBe("400");
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Plants");
  await dialog.getByLabel("Days apart").fill("3");
  await dialog.getByRole("button", { name: "Create habit" }).click();
  await dialog.waitFor({ state: "detached" });
  const { results } = await user.call<{ results: Given[] }>("GET", "/habits/");
  expect(results[1]?.schedule).toEqual({ every_days: 3, from: daysAgo(0) });
});

test("a weekly amount shows its progress, and the statistics show what is missing", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Run", unit: "minutes", target: 90, schedule: { target_per: "week" } });
  // The habit is older than this week, so the full weekly goal applies.
  await user.record(habit, daysAgo(10), 5);
  await user.record(habit, daysAgo(0), 30);
  const page = await stage.visit({ as: user, width: 1440 });
  await page.goto("/dashboard");
  await page.getByText("30 of 90 minutes this week").first().waitFor();
  const statistics = await openStatistics(page, habit);
  await statistics.getByText(/This week: 30 of 90 minutes, 60 minutes to go in \d days?\./).waitFor();
});

test("a monthly streak counts months, and its explanation names the month that broke it", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Call", schedule: { times_per_month: 1 } });
  const first = `${daysAgo(0).slice(0, 7)}-01`;
  // The habit was done two months ago and this month, but not last month.
  await user.record(habit, addDays(first, -45), 1);
  await user.record(habit, daysAgo(0), 1);
  const page = await stage.visit({ as: user, width: 1440 });
  const reasons = await openReasons(page, habit, wordsOf("en"));
  await reasons.getByText(/^1 month in a row, since/).waitFor();
  await reasons.getByText(/It counts months in which you met the goal\./).waitFor();
  await reasons.getByText("0 days done, 1 needed").waitFor();
});

test.for(["en", "uk"] as const)(
  "a changed schedule asks for its start date, and keeps the past unless the user decides otherwise, in %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    const habit = await user.createHabit({ title: "Read", unit: "minutes", target: 10 });
    // Two of the four days before today were done, so the other two become days off if the new schedule applies to all
    // days.
    for (const days of [4, 2]) await user.record(habit, daysAgo(days), 10);
    const page = await stage.visit({ as: user, language, width: 390 });
    await openDashboard(page);
    await page.locator(`[data-habit-header="${habit.id}"]`).click();
    await page.getByRole("menuitem", { name: words("Edit") }).click();
    const dialog = page.getByRole("dialog");
    const question = dialog.getByRole("group", { name: words("When the new schedule takes effect") });
    await dialog.getByRole("button", { name: words("Another schedule") }).waitFor();
    expect(await question.count()).toBe(0);
    await dialog.getByRole("button", { name: words("Weekdays"), exact: true }).click();
    const chosen = [4, 2].map((days) => daysAgo(days));
    const nameOf = (day: string) =>
      new Intl.DateTimeFormat(language, { weekday: "long" }).format(new Date(`${day}T12:00`));
    const days = dialog.getByRole("group", { name: words("Days of the week") }).getByRole("checkbox");
    for (const day of chosen) await dialog.getByRole("checkbox", { name: nameOf(day) }).check();
    for (const day of await days.all()) {
      const name = await day.getAttribute("aria-label");
      const isChosen = chosen.some((each) => nameOf(each).toLowerCase() === name?.toLowerCase());
      await day.setChecked(isChosen);
    }
    await question.getByText(always[language]).waitFor();
    await dialog.getByRole("button", { name: words("Save") }).click();
    await dialog.waitFor({ state: "detached" });
    const changed = await user.call<Changed>("GET", `/habits/${habit.id}/`);
    expect(changed.weekdays).toEqual(chosen.map((day) => weekdayOf(toDayNumber(day))).toSorted());
    expect(changed.past_schedules).toEqual([{ until: daysAgo(1), weekdays: [1, 2, 3, 4, 5, 6, 7], schedule: null }]);
    const statistics = await user.call<{ counted_days: number }>("GET", `/habits/${habit.id}/statistics/`);
    // Only the last four days count. If today is one of the weekdays, it is still open.
    expect(statistics.counted_days).toBe(4);
  },
);

test("a schedule whose streak counts another unit says so before the user saves it", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Read" });
  await user.record(habit, daysAgo(2), 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.locator(`[data-habit-header="${habit.id}"]`).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Times a week", exact: true }).click();
  await dialog.getByText("The streak then counts weeks and starts over.").waitFor();
  await dialog.getByRole("button", { name: "Weekdays", exact: true }).click();
  await dialog.getByText("From today: past days stay as they are").waitFor();
  expect(await dialog.getByText("starts over").count()).toBe(0);
});
