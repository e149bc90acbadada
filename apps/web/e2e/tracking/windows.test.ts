import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { scheduleLabels, visitScheduleForm } from "../stage/schedule-form.ts";
import { expect, press, test } from "../stage/stage.ts";
import { createPaidUser, openStatistics } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

interface Given {
  schedule: Readonly<Record<string, unknown>> | null;
}

/** These English texts have a context or another meaning elsewhere, so the test names their translations. */
const daysLabels = { en: "In days", uk: "За скільки днів" } as const;
const untilWords = { en: /Done often enough until/, uk: /Виконано достатньо: до/ } as const;

test.for(["en", "uk"] as const)(
  "the form refuses more times than days, and keeps what the user typed, in %s",
  async (language, { stage }) => {
    const { words, user, page, dialog } = await visitScheduleForm(stage, language, "Sauna");
    await dialog.getByRole("combobox", { name: scheduleLabels[language] }).press("Enter");
    await page.getByRole("option", { name: words("A few times in any few days") }).press("Enter");
    const [times, days] = [
      dialog.getByLabel(words("Times"), { exact: true }),
      dialog.getByLabel(daysLabels[language], { exact: true }),
    ];
    await times.fill("9");
    await days.fill("5");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog
      .getByText(
        language === "en" ? "Choose no more times than there are days." : "Разів не може бути більше, ніж днів.",
      )
      .waitFor();
    expect([await times.inputValue(), await days.inputValue()]).toEqual(["9", "5"]);
    // The form does not replace "once in five days" by another schedule while the user types.
    await times.fill("1");
    await times.fill("2");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.waitFor({ state: "detached" });
    const { results } = await user.call<{ results: Given[] }>("GET", "/habits/");
    expect(results[1]?.schedule).toEqual({ times_in_days: { times: 2, days: 5 } });
  },
);

const sinceLastWords = {
  en: {
    count: "How many",
    unit: "Days or months",
    months: "Months",
    bound: /at most 12/,
    due: /^Goal: .*, 3 months after the last time$/,
  },
  uk: {
    count: "Скільки",
    unit: "Одиниця часу",
    months: "Місяців",
    bound: /не більшим за 12/,
    due: /^Ціль: .*, через 3 місяці після останнього/,
  },
} as const;

test.for(["en", "uk"] as const)(
  "a habit may be due some months after the last time, and its statistics say so, in %s",
  async (language, { stage }) => {
    const { words, user, page, dialog } = await visitScheduleForm(stage, language, "Filter");
    const { count, unit, months, bound, due } = sinceLastWords[language];
    await dialog.getByRole("combobox", { name: scheduleLabels[language] }).press("Enter");
    await page.getByRole("option", { name: words("After the last time") }).press("Enter");
    const field = dialog.getByLabel(count, { exact: true });
    await field.fill("13");
    await dialog.getByRole("combobox", { name: unit }).press("Enter");
    await page.getByRole("option", { name: months, exact: true }).press("Enter");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.getByText(bound).waitFor();
    expect(await field.inputValue()).toBe("13");
    await field.fill("3");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.waitFor({ state: "detached" });
    const { results } = await user.call<{ results: (Given & { id: number; title: string })[] }>("GET", "/habits/");
    const filter = results[1] as (typeof results)[number];
    expect(filter.schedule).toEqual({ months_since_last: 3 });
    await (await openStatistics(page, filter)).getByText(due).waitFor();
  },
);

test.for([
  { language: "en", width: 390 },
  { language: "uk", width: 1440 },
] as const)(
  "a day done covers the days after it, and the statistics say until when, $language, $width px",
  async ({ language, width }, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    const habit = await user.createHabit({ title: "Sauna", schedule: { times_in_days: { times: 1, days: 7 } } });
    await user.record(habit, daysAgo(3), 1);
    const page = await stage.visit({ as: user, language, width });
    await openDashboard(page);
    await expectResult(page, habit, daysAgo(1), "covered");
    await expectResult(page, habit, daysAgo(0), "covered");
    const statistics = await openStatistics(page, habit);
    await statistics.getByText(untilWords[language]).waitFor();
    await statistics.getByText(words("Covered by other days")).first().waitFor();
  },
);

test.for([
  { language: "en", width: 1440 },
  { language: "uk", width: 320 },
] as const)(
  "the statistics show the schedule and its weekdays, and mention no window that begins today, $language, $width px",
  async ({ language, width }, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    const bath = await user.createHabit({ title: "Bath", schedule: { every_days: 3, from: daysAgo(6) } });
    const swim = await user.createHabit({ title: "Swim", weekdays: [1, 3, 5] });
    const sauna = await user.createHabit({ title: "Sauna", schedule: { times_in_days: { times: 1, days: 2 } } });
    const page = await stage.visit({ as: user, language, width });
    const statistics = await openStatistics(page, bath);
    await statistics.getByText(language === "en" ? /^Goal: .*, every 3 days$/ : /^Ціль: .*, раз на 3 дні$/).waitFor();
    await (await openStatistics(page, swim))
      .getByText(language === "en" ? /^Goal: .*, Mon, Wed, Fri$/ : /^Ціль: .*, пн, ср, пт$/)
      .waitFor();
    const due = (await openStatistics(page, sauna)).getByText(words("Due today."));
    expect(await due.textContent()).not.toMatch(/Since|Від/);
  },
);

test("on paper covered future days have no box, and a past day that can still be covered says so", async ({
  stage,
}) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Sauna", schedule: { times_in_days: { times: 2, days: 40 } } });
  await user.record(habit, daysAgo(20), 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const name = () => cellOf(page, habit, daysAgo(1)).getAttribute("aria-label");
  await expect.poll(name).toContain("can still be covered");
  await user.record(habit, daysAgo(0), 1);
  await page.addInitScript(() => {
    window.print = () => {
      const marks = Array.from(document.querySelectorAll(".print-sheet .print-habit [data-result]"));
      document.documentElement.dataset.printed = marks.map((mark) => mark.getAttribute("data-result")).join(" ");
      dispatchEvent(new Event("afterprint"));
    };
  });
  await openDashboard(page);
  await expectResult(page, habit, daysAgo(0), "achieved");
  await page.getByRole("button", { name: "More dashboard options" }).click();
  await press(page.getByRole("menuitem", { name: "Print this month" }));
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed ?? "");
  await expect.poll(printed).toContain("achieved");
  expect(await printed()).not.toContain("upcoming");
});
