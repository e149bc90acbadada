import { daysAgo } from "../stage/day.ts";
import { createCorrelatedHabits, createSimilarHabits } from "../stage/insights.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { chartOf, createPaidUser, fileOf, tableOf } from "../stage/statistics.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

async function openInsights(stage: Stage, user: User, language: "en" | "uk" = "en") {
  const page = await stage.visit({ as: user, language });
  const words = wordsOf(language);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: words("More dashboard options") }).click();
  await page.getByRole("menuitem", { name: words("Analytics and insights") }).click();
  const dialog = page.getByRole("dialog", { name: words("Analytics") });
  await dialog.waitFor();
  return { page, dialog };
}

test("insights name correlated habits with the number of days, and chart, table and file agree", async ({ stage }) => {
  const words = wordsOf("en");
  const user = await createPaidUser(stage);
  await createCorrelatedHabits(user);
  const { dialog } = await openInsights(stage, user);
  const title = "What went together";
  const together = chartOf(dialog, title);
  const sentence = "On days with “Read”, “Walk the dog around the whole neighborhood” was done more often.";
  const finding = together.getByRole("listitem").filter({ hasText: sentence });
  await finding.getByText(/the difference is likely \d+ to \d+ percentage points\. Based on 450 days\.$/).waitFor();
  await together.getByText("need not cause each other").waitFor();
  await together.getByText("On days with “Run”, the amount of “Настрій” tended to be higher.").waitFor();
  const rows = await tableOf(dialog, title, words);
  expect(rows[0]).toEqual(["What we found", "Days", "With it", "Without it", "Estimate", "Low", "High"]);
  const row = rows.find(([first]) => first === sentence);
  expect(row?.[1]).toBe("450");
  const { lines } = await fileOf(dialog, title, words);
  expect(lines).toHaveLength(rows.length);
});

test("insights name changes, the weekday that differs, and the trend of a goal, in Ukrainian too", async ({
  stage,
}) => {
  const words = wordsOf("uk");
  const user = await createPaidUser(stage);
  await createCorrelatedHabits(user);
  const { dialog } = await openInsights(stage, user, "uk");
  await chartOf(dialog, words("What changed"))
    .getByText(/^Приблизно з .+ «Run» виконано рідше: \d+ → \d+ дн/)
    .waitFor();
  await chartOf(dialog, words("Weekdays and seasons"))
    .getByText("Понеділок: межу «Sweets» перевищено частіше, ніж в інший час.")
    .waitFor();
  await chartOf(dialog, words("The day after a streak")).getByRole("img").waitFor();
});

test.for([
  {
    language: "en",
    title: "When it will be finished",
    sentence:
      /^“Dune”: \d+ of 2,000 pages\. At the pace of the past months, you will likely finish around .+, between .+ and .+\.$/,
    days: "Based on 98 days.",
  },
  {
    language: "uk",
    title: "Коли буде завершено",
    sentence:
      /^«Dune»: \d+ \/ 2\s000 сторінок\. Якщо темп останніх місяців збережеться, ви, імовірно, завершите близько .+ \(від .+ до .+\)\.$/u,
    days: "На основі 98 днів.",
  },
] as const)(
  "insights say when a total will be reached, in $language",
  async ({ language, title, sentence, days }, { stage }) => {
    const user = await createPaidUser(stage);
    const unit_label = language === "en" ? "page, pages" : "сторінка, сторінки, сторінок";
    const end = { total: 2000, from: daysAgo(100) };
    const habit = await user.createHabit({ title: "Dune", unit_label, end });
    const entries = Array.from({ length: 100 }, (_, index) => index + 1)
      .filter((back) => back % 7 < 4 || back === 100)
      .map((back) => ({ habit_id: habit.id, day: daysAgo(back), value: 5 + ((back * 7) % 13) }));
    await user.call("PUT", "/progress/", { entries });
    const { dialog } = await openInsights(stage, user, language);
    const finding = chartOf(dialog, title).getByRole("listitem");
    await finding.getByText(sentence).waitFor();
    await finding.getByText(days).waitFor();
    const rows = await tableOf(dialog, title, wordsOf(language));
    expect(rows).toHaveLength(2);
  },
);

test("insights of a young account say when they start, and invent nothing", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Read" });
  await user.createHabit({ title: "Walk" });
  await user.record(habit, daysAgo(3), 1);
  const { dialog } = await openInsights(stage, user);
  await dialog
    .getByText("Insights need 60 days that count for a habit. The habit with the most has 3 days so far.")
    .waitFor();
  expect(await dialog.getByRole("heading", { level: 3 }).count()).toBe(0);
});

test("insights show many correlations in parts, by keyboard without losing the focus, and of one habit alone", async ({
  stage,
}) => {
  const user = await createPaidUser(stage);
  await createSimilarHabits(user);
  const { page, dialog } = await openInsights(stage, user);
  const together = chartOf(dialog, "What went together");
  const findings = together.getByRole("listitem").filter({ hasText: "Based on 1" });
  await expect.poll(() => findings.count()).toBe(6);
  const more = together.getByRole("button", { name: "Show 9 more" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => findings.count()).toBe(15);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Show fewer");
  await together.getByRole("combobox", { name: "Habit" }).click();
  await page.getByRole("option", { name: "Draw" }).click();
  await expect.poll(() => findings.count()).toBe(5);
  expect(await findings.filter({ hasText: "“Draw”" }).count()).toBe(5);
});

test("on a phone a list selects the view, and nothing is wider than the screen", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await createPaidUser(stage);
  await createCorrelatedHabits(user);
  const page = await stage.visit({ as: user, language: "uk", width: 320, touch: true });
  await page.goto("/dashboard?analytics=0");
  const dialog = page.getByRole("dialog");
  await chartOf(dialog, words("What went together")).waitFor();
  const wide = await dialog.evaluate(
    (node) =>
      [...node.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1).length,
  );
  expect(wide).toBe(0);
  await dialog.getByRole("combobox", { name: words("What to compare") }).tap();
  await page.getByRole("option", { name: words("Trend") }).tap();
  await chartOf(dialog, words("Trend")).waitFor();
});
