import type { Page } from "playwright-core";
import { openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const month = (page: Page) => new URL(page.url()).searchParams.get("month");

test("three keys add one to today's amount on any page, with undo", async ({ stage }) => {
  const user = await stage.createUser();
  const pushUps = await user.createHabit({ title: "Push-ups", target: 30 });
  await user.createHabit({ title: "Read" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await openPalette(page);
  await page.getByRole("combobox", { name: "Commands" }).waitFor();
  await page.keyboard.press("p");
  await page.getByRole("option", { name: "Push-ups: add 1 repetition", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => user.recorded(pushUps, today)).toBe(1);
  await messageOf(page, "Push-ups, today: 1 repetition, goal awaiting.").waitFor();

  // The last command comes first in the palette, so it takes two keys, also outside the dashboard.
  await page.goto("/settings");
  await page.getByRole("button", { name: "Commands" }).waitFor();
  await openPalette(page);
  await page.getByRole("option", { name: "Push-ups: add 1 repetition", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => user.recorded(pushUps, today)).toBe(2);

  await openPalette(page);
  await page.keyboard.type("undo");
  await page.getByRole("option", { name: "Undo: Push-ups, today: 2 repetitions" }).click();
  await expect.poll(() => user.recorded(pushUps, today)).toBe(1);
});

test("the palette accepts a habit's own unit after an amount, and replies with the right form of it", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 20, unit_label: "page, pages" });
  await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await openPalette(page);
  await page.getByRole("combobox", { name: "Commands" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("read 21 pages");
  await page.getByRole("option", { name: "Read: 21 pages today", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => user.recorded(read, daysAgo(0))).toBe(21);
  await messageOf(page, "Read, today: 21 pages, goal achieved.").waitFor();
});

test("the palette records an amount typed after a name and opens a month, in either language and alphabet", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Біг", target: 5, unit: "kilometers" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const type = async (typed: string, option: string) => {
    await openPalette(page);
    // Playwright inserts Cyrillic as text without keys, so only a focused field receives it.
    await page.getByRole("combobox", { name: "Commands" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type(typed);
    await page.getByRole("option", { name: option, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox").waitFor({ state: "detached" });
  };
  await type("bih 3", "Біг: 3 kilometers today");
  await expect.poll(() => user.recorded(run, today)).toBe(3);
  await type("біг +2", "Біг: add 2 kilometers");
  await expect.poll(() => user.recorded(run, today)).toBe(5);
  await type("may 2025", "Go to May 2025");
  await expect.poll(() => month(page)).toBe("2025-05");
  await type("травень 2024", "Go to May 2024");
  await expect.poll(() => month(page)).toBe("2024-05");
  await type("темна тема", "Dark theme");
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
});

test.for(["en", "uk"] as const)(
  "the palette previews an amount on another day before it records it, and explains what it cannot record, %s",
  async (language, { stage }) => {
    const words = wordsOf(language, "commands");
    const user = await stage.createUser();
    const run = await user.createHabit({ title: "Біг", target: 5, unit: "kilometers" });
    const yesterday = daysAgo(1);
    await user.record(run, yesterday, 2);
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    const field = page.getByRole("combobox", { name: words("Commands") });
    const open = async (typed: string) => {
      await openPalette(page);
      await field.and(page.locator(":focus")).waitFor();
      await field.fill(typed);
    };
    const previews = { en: "Біг, yesterday: 7 kilometers", uk: "Біг, вчора: 7 кілометрів" };
    await open(language === "en" ? "bih 7 yesterday" : "біг 7 вчора");
    const preview = page.getByRole("option", { name: previews[language], selected: true });
    // The preview shows the day's current amount too.
    await expect.poll(() => preview.textContent()).toContain(language === "en" ? "2 kilometers" : "2 кілометри");
    await page.keyboard.press("Enter");
    await expect.poll(() => user.recorded(run, yesterday)).toBe(7);

    // A day outside the calendar.
    await open(language === "en" ? "біг +3 8 May 2025" : "біг +3 8 травня 2025");
    const dated = { en: "Біг, Thu, May 8, 2025: add 3 kilometers", uk: "Біг, чт, 8 трав. 2025 р.: +3 кілометри" };
    await page.getByRole("option", { name: dated[language], selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => user.recorded(run, "2025-05-08")).toBe(3);

    await open("біг 1.5");
    await page.getByText(words("An amount is a whole number from 1 to 10,000.")).last().waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
    await field.fill("nothing-has-this-name");
    await page.getByText(words("No results.")).last().waitFor();
  },
);

test("habits that are still open today come first, before and while the user types", async ({ stage }) => {
  const user = await stage.createUser();
  const done = await user.createHabit({ title: "Read" });
  await user.createHabit({ title: "Relax" });
  await user.createHabit({ title: "Regret", type: "bad" });
  await user.record(done, daysAgo(0), 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await openPalette(page);
  const names = () =>
    page.getByRole("option").evaluateAll((all) => all.map((option) => option.textContent?.split(":")[0]));
  await expect.poll(names).toContain("Read");
  const habits = async () => (await names()).filter((name) => ["Read", "Relax", "Regret"].includes(name ?? ""));
  expect(await habits()).toEqual(["Relax", "Read", "Regret"]);
  await page.keyboard.type("re");
  await expect.poll(async () => (await names())[0]).toBe("Relax");
});

test("a dialog or page that the palette opens takes the focus, and returns it", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes" });
  const page = await stage.visit({ as: user });
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Commands" }).waitFor();
  const opener = page.getByRole("link", { name: "General" }).first();
  await opener.focus();
  await openPalette(page);
  await page.keyboard.type("read open");
  await page.getByRole("option", { name: "Read: open today", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const amount = page.getByLabel("Amount", { exact: true });
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect.poll(() => user.recorded(read, daysAgo(0))).toBe(12);
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true);

  await openPalette(page);
  await page.keyboard.type("read stat");
  await page.getByRole("option", { name: "Read: statistics" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await page.getByRole("dialog", { name: /Read/ }).waitFor();
});

test.for(["en", "uk"] as const)("the palette opens analytics from any page, %s", async (language, { stage }) => {
  const words = wordsOf(language);
  const user = await stage.createUser();
  await user.createHabit();
  const page = await stage.visit({ as: user, language });
  await page.goto("/settings");
  await page.getByRole("button", { name: words("Commands") }).waitFor();
  await openPalette(page);
  await page.getByRole("combobox", { name: words("Commands") }).waitFor();
  await page.keyboard.type(words("Analytics"));
  await page.getByRole("option", { name: words("Analytics: compare habits"), selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: words("Analytics"), exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/dashboard?analytics=0");
});

test("the palette can be opened by touch on a 320 px phone and fits it", async ({ stage }) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Прогулянка" });
  const page = await stage.visit({ as: user, language: "uk", width: widths.phone, height: 568, touch: true });
  await openDashboard(page);
  const button = page.getByRole("button", { name: "Команди" });
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.tap();
  const option = page.getByRole("option", { name: "Прогулянка: сьогодні виконано" });
  const line = await option.boundingBox();
  expect(line?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone);
  await option.tap();
  await expect.poll(() => user.recorded(walk, daysAgo(0))).toBe(1);
});
