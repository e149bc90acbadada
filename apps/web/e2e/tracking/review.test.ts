import { buffer } from "node:stream/consumers";
import { inflateSync } from "node:zlib";
import type { Review } from "@daymark/domain/review/review";
import type { Locator, Page } from "playwright-core";
import { daysAgo } from "../stage/day.ts";
import { createCorrelatedHabits } from "../stage/insights.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { chartOf, createPaidUser, figureOf, tableOf } from "../stage/statistics.ts";
import type { User } from "../stage/user.ts";
import { type Words, wordsOf } from "../stage/words.ts";

async function openReview(page: Page, words: Words): Promise<Locator> {
  await page.goto("/dashboard?analytics=0");
  const dialog = page.getByRole("dialog", { name: words("Analytics") });
  await dialog.getByRole("button", { name: words("Year in review"), exact: true }).click();
  return dialog;
}

async function begin(stage: Stage, language: "en" | "uk" = "en") {
  const words = wordsOf(language);
  const user = await createPaidUser(stage);
  const habits = await createCorrelatedHabits(user);
  const page = await stage.visit({ as: user, language, theme: "light" });
  const dialog = await openReview(page, words);
  await dialog.getByRole("img").waitFor();
  return { user, habits, page, dialog, words, review: await readReview(user) };
}

function readReview(user: User): Promise<Review> {
  return user.call<Review>("GET", "/habits/review/");
}

/** Width and height of a PNG, and the distinct bytes of its filtered pixels. */
function readPng(file: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { size: [file.readUInt32BE(16), file.readUInt32BE(20)], values: new Set(inflateSync(Buffer.concat(parts))) };
}

const days = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "day" : "days"}`;

test("a year in review shows the figures of the API as text and as tables", async ({ stage }) => {
  const { dialog, review, words } = await begin(stage);
  expect(await figureOf(dialog, "Active days")).toBe(days(review.active_days));
  expect(await figureOf(dialog, "Days done")).toBe(days(review.done_days));
  expect(await figureOf(dialog, "Days within limits")).toBe(days(review.kept_days));
  expect(await figureOf(dialog, "Longest streak")).toBe(days(review.longest_streak?.length ?? 0));
  const months = await tableOf(dialog, "The year, day by day", words);
  expect(months.slice(1).map((row) => Number(row[2]))).toEqual(review.months.map((month) => month.done_days));
  const habits = await tableOf(dialog, "Habit by habit", words);
  expect(habits.slice(1).map((row) => Number(row[1]))).toEqual(review.habits.map((habit) => habit.successful_days));
});

test("a user can choose earlier years back to the first habit", async ({ stage }) => {
  const { page, dialog, review } = await begin(stage);
  const before = dialog.getByRole("button", { name: "Previous year" });
  const years = review.year - (review.first_year ?? review.year);
  expect(years).toBeGreaterThan(0);
  for (let back = 1; back <= years; back += 1) {
    await before.click();
    await dialog.getByRole("img", { name: new RegExp(`^My year ${review.year - back},`) }).waitFor();
  }
  expect(await before.isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Next year" }).isEnabled()).toBe(true);
});

test.for(["en", "uk"] as const)(
  "the picture has the size for social networks, and names no habit until its owner allows it, %s",
  async (language, { stage }) => {
    const { page, dialog, habits, words } = await begin(stage, language);
    const picture = dialog.getByRole("img");
    const alt = async () => (await picture.getAttribute("aria-label")) ?? "";
    for (const { title } of habits) expect(await alt()).not.toContain(title);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: words("Download PNG") }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`daymark-review-${daysAgo(0).slice(0, 4)}.png`);
    const { size, values } = readPng(await buffer(await saved.createReadStream()));
    expect(size).toEqual([1080, 1350]);
    // A blank picture has only a few distinct bytes.
    expect(values.size).toBeGreaterThan(100);
    await dialog.getByRole("switch", { name: words("Show names of habits") }).click();
    await expect.poll(alt).toContain("Sweets");
    await dialog.getByRole("checkbox", { name: "Sweets" }).uncheck();
    await expect.poll(alt).not.toContain("Sweets");
    expect(await alt()).toContain("Piano");
  },
);

test("the year prints on one portrait page, in A4 and Letter, with the shown names", async ({ stage }) => {
  const { page, dialog } = await begin(stage);
  const sheet = page.locator(".review-sheet");
  expect(await sheet.isVisible()).toBe(false);
  expect(await sheet.textContent()).not.toContain("Sweets");
  await dialog.getByRole("switch", { name: "Show names of habits" }).click();
  await expect.poll(() => sheet.textContent()).toContain("Sweets");
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await page.locator("body[data-printed]").waitFor();
  for (const format of ["A4", "Letter"] as const) {
    const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf) ?? [];
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(Number(height)).toBeGreaterThan(Number(width));
  }
  await page.emulateMedia({ media: "print" });
  expect(await sheet.isVisible()).toBe(true);
  expect(await dialog.isVisible()).toBe(false);
});

test("50 habits with the longest names, also in Hebrew and in emoji, print on one page", async ({ stage }) => {
  const user = await createPaidUser(stage);
  const titles = ["W".repeat(80), "הרגל ".repeat(16).trim(), "👨‍👩‍👧‍👦 ".repeat(7).trim()];
  for (let index = 0; index < 50; index += 1) {
    const habit = await user.createHabit({
      title: titles[index] ?? `${"Long name ".repeat(6)}${index}`,
      type: index % 2 ? "bad" : "good",
    });
    if (index < 10) await user.record(habit, daysAgo(index), 1);
  }
  const page = await stage.visit({ as: user });
  const dialog = await openReview(page, wordsOf("en"));
  await dialog.getByRole("switch", { name: "Show names of habits" }).click();
  await expect.poll(() => page.locator(".review-sheet-habits > li").count()).toBe(50);
  for (const format of ["A4", "Letter"] as const) {
    const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});

test("a review that fails to load says so, and the user can retry", async ({ stage }) => {
  const user = await createPaidUser(stage);
  await user.record(await user.createHabit({ title: "Read" }), daysAgo(1), 1);
  stage.expectError(/habit\.review|ERR_FAILED/);
  const page = await stage.visit({ as: user });
  await page.route(/habit\.review/, (route) => route.abort());
  const dialog = await openReview(page, wordsOf("en"));
  await dialog.getByText("No connection").waitFor();
  await page.unroute(/habit\.review/);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("img").waitFor();
  expect(await chartOf(dialog, "Habit by habit").getByText("Read", { exact: true }).count()).toBe(1);
});

test("on a phone of 320 pixels nothing of a review is wider than the screen", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await createPaidUser(stage);
  await createCorrelatedHabits(user);
  const page = await stage.visit({ as: user, language: "uk", width: 320, touch: true });
  await page.goto("/dashboard?analytics=0");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: words("What to compare") }).tap();
  await page.getByRole("option", { name: words("Year in review") }).tap();
  await dialog.getByRole("img").waitFor();
  const wide = await dialog.evaluate(
    (node) =>
      [...node.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1).length,
  );
  expect(wide).toBe(0);
});
