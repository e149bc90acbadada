import { daysAgo } from "../stage/day.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { chartOf, createPaidUser, fileOf, openStatistics, sumOf, tableOf } from "../stage/statistics.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const words = wordsOf("en");

/**
 * Creates two habits that are done together except on one day, and a third whose name a spreadsheet would run as a
 * formula.
 */
async function createHistory(user: User) {
  const read = await user.createHabit({ title: "Read", target: 20, unit: "minutes", hue: 225 });
  const walk = await user.createHabit({ title: "Walk", hue: 135 });
  const formula = await user.createHabit({ title: '=HYPERLINK("http://x")', hue: 45 });
  for (let back = 1; back <= 41; back += 1) {
    if (back % 4 !== 0) await user.record(read, daysAgo(back), 20 + back);
    if (back % 4 !== 0 || back === 4) await user.record(walk, daysAgo(back), 1);
    await user.record(formula, daysAgo(back), 1);
  }
  return { read, walk, formula };
}

async function openAnalytics(stage: Stage, user: User, search: string) {
  const page = await stage.visit({ as: user });
  await page.goto(`/dashboard?analytics=${search}`);
  const dialog = page.getByRole("dialog", { name: "Analytics" });
  await dialog.waitFor();
  return { page, dialog };
}

test("the paid plan compares habits, and chart, table and file agree", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const { read } = await createHistory(user);
  const { page, dialog } = await openAnalytics(stage, user, String(read.id));
  await chartOf(dialog, "Success rate by week").getByRole("img").waitFor();
  await dialog.getByText("Read · 76%: 31 of 41 days").waitFor();
  const rows = await tableOf(dialog, "Success rate by week", words);
  expect(rows[0]).toEqual(["Week of", "Read", "Walk", '=HYPERLINK("http://x")']);
  expect(rows).toHaveLength(26 + 1);
  const file = await fileOf(dialog, "Success rate by week", words);
  expect(file.lines[0]).toBe('Week of,Read,Walk,"\'=HYPERLINK(""http://x"")"');
  expect(file.lines).toHaveLength(26 + 1);
  await dialog.getByRole("checkbox", { name: "Walk" }).uncheck();
  await expect.poll(() => chartOf(dialog, "Success rate by week").locator("thead th").count()).toBe(3);
  await dialog.getByRole("button", { name: "3 months" }).click();
  await expect.poll(() => chartOf(dialog, "Success rate by week").locator("tbody tr").count()).toBe(13);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a trend shows averages of 7 and 30 days", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const { read } = await createHistory(user);
  const { dialog } = await openAnalytics(stage, user, String(read.id));
  await dialog.getByRole("button", { name: "Trend" }).click();
  await chartOf(dialog, "Trend")
    .getByText(/^The last 7 days \(.*\) are (above|below) the last 30/)
    .waitFor();
  const { lines } = await fileOf(dialog, "Trend", words);
  expect(lines[0]).toBe("Day,Succeeded,Average of 7 days,Average of 30 days");
  expect(lines).toHaveLength(1 + 42);
  expect(lines.at(-2)?.startsWith(`${daysAgo(1)},1,`)).toBe(true);
  await dialog.getByRole("button", { name: "Amount" }).click();
  const amounts = await fileOf(dialog, "Trend", words);
  expect(amounts.lines.at(-2)?.split(",").slice(0, 2)).toEqual([daysAgo(1), "21"]);
});

test("a correlation states its number of days and its limits", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const { read, walk } = await createHistory(user);
  const { dialog } = await openAnalytics(stage, user, String(read.id));
  await dialog.getByRole("button", { name: "Together" }).click();
  await dialog.getByText(/They go together strongly \(coefficient \+0\.93\)\. 41 days count for both\./).waitFor();
  await dialog.getByText("need not cause each other").waitFor();
  const rows = await tableOf(dialog, "Walk, with and without Read", words);
  expect(sumOf(rows, 3)).toBe(41);
  expect(rows[1]?.slice(1, 4)).toEqual(["31", "0", "31"]);
  expect(rows[2]?.slice(1, 4)).toEqual(["1", "9", "10"]);
  // A habit that never changes correlates with no other.
  await dialog.getByRole("combobox", { name: "how often" }).click();
  await dialog.page().getByRole("option", { name: "=HYPERLINK" }).click();
  await dialog.getByText("On these days one of the two always or never succeeded").waitFor();
  expect(walk.title).toBe("Walk");
});

test("the free plan explains analytics and requests no data for them", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  await user.record(habit, daysAgo(1), 1);
  const page = await stage.visit({ as: user });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/habit\.(analytics|trend|correlation|insights|review)/.test(request.url())) asked.push(request.url());
  });
  const statistics = await openStatistics(page, habit);
  await statistics.getByRole("button", { name: "Analytics" }).click();
  const dialog = page.getByRole("dialog", { name: "Analytics" });
  await dialog.getByText("Analytics are part of the paid plan").waitFor();
  expect(await dialog.getByRole("img").count()).toBe(0);
  expect(await dialog.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Insights",
    "Year in review",
    "Comparison",
    "Trend",
    "Together",
  ]);
  expect(asked).toEqual([]);
  await page.goBack();
  await page.getByRole("dialog", { name: "Read" }).waitFor();
});
