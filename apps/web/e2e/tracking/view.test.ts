import type { Page } from "playwright-core";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, test, widths } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);
const uk = wordsOf("uk");

const titles = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "Dashboard settings" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Appearance" }).waitFor();
  return dialog;
}

async function createMany(user: User): Promise<Habit[]> {
  const habits: Habit[] = [];
  for (const [title, unit, hue] of [
    ["Read", "minutes", 225],
    ["Run", "kilometers", 135],
    ["Drink tea", "cups", 225],
  ] as const) {
    habits.push(await user.createHabit({ title, unit, hue, target: 3 }));
  }
  habits.push(await user.createHabit({ title: "Sweets", type: "bad" }));
  return habits;
}

test("a user filters habits by type, kind, color, text and risk, removes each filter, and restores it by going back", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const [read] = await createMany(user);
  if (read) await user.record(read, daysAgo(1), 3);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const dialog = await openSettings(page);
  await dialog.getByRole("button", { name: "Good", exact: true }).click();
  await dialog.getByText("3 habits are shown").waitFor();
  await dialog.getByText("Sky blue").click();
  await dialog.getByText("2 habits are shown").waitFor();
  await dialog.getByLabel("Title or description contains").pressSequentially("TEA");
  await dialog.getByText("1 habit is shown").waitFor();
  expect(await dialog.getByLabel("Title or description contains").inputValue()).toBe("TEA");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => titles(page)).toEqual(["Drink tea"]);
  expect(new URL(page.url()).search).toBe("?type=good&hue=225&q=TEA");

  await page.getByRole("button", { name: "Remove the filter “TEA”" }).click();
  await expect.poll(() => titles(page)).toEqual(["Read", "Drink tea"]);
  await page.getByRole("button", { name: "Show all habits" }).click();
  await expect.poll(() => titles(page)).toEqual(["Read", "Run", "Drink tea", "Sweets"]);
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(["Read", "Drink tea"]);

  await page.goto("/dashboard?unit_kind=volume");
  await expect.poll(() => titles(page)).toEqual(["Drink tea"]);
  // The habit recorded yesterday has a streak that ends today.
  await page.goto("/dashboard?at_risk=true");
  await expect.poll(() => titles(page)).toEqual(["Read"]);
  await page.goto("/dashboard?at_risk=true&hue=135");
  await page.getByRole("heading", { name: "No habits match this filter" }).waitFor();
});

test("going back restores scroll, filter and month", async ({ stage }) => {
  const user = await stage.createUser();
  await createMany(user);
  for (let index = 0; index < 12; index += 1) await user.call("POST", "/notes/", { text: `Note ${index}` });
  const page = await stage.visit({ as: user, height: 500 });
  await page.goto("/dashboard?type=good&month=2026-02");
  await page.getByText("Note 11").waitFor();
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("grid", { name: "Habits in March 2026" }).waitFor();
  await page.evaluate(() => scrollTo(0, 320));
  await page.getByRole("link", { name: "Terms" }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { level: 1, name: "Terms and Conditions" }).waitFor();
  await page.goBack();
  await page.getByRole("grid", { name: "Habits in March 2026" }).waitFor();
  await expect.poll(() => titles(page)).toEqual(["Read", "Run", "Drink tea"]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(320);
});

test("a change of language keeps route, view, typed text and scroll position", async ({ stage }) => {
  const user = await stage.createUser();
  await createMany(user);
  const page = await stage.visit({ as: user, height: 500 });
  await page.goto("/dashboard?type=good&month=2026-02");
  await page.getByRole("grid").waitFor();
  await page.getByRole("button", { name: "New note" }).click();
  const note = page.getByRole("textbox").last();
  await note.fill("Half a thought");
  await page.evaluate(() => scrollTo(0, 260));
  await page.evaluate(() => {
    const summary = document.querySelector<HTMLElement>(
      'nav summary[aria-label="Language"], nav [aria-label="Language"]',
    );
    summary?.click();
  });
  await page.getByRole("link", { name: "Українська" }).evaluate((button: HTMLElement) => button.click());
  await page.getByRole("heading", { level: 1, name: uk("Dashboard") }).waitFor();
  expect(new URL(page.url()).search).toBe("?type=good&month=2026-02");
  expect(await note.inputValue()).toBe("Half a thought");
  expect(await page.evaluate(() => scrollY)).toBe(260);
  await expect.poll(() => titles(page)).toEqual(["Read", "Run", "Drink tea"]);
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);
});

test("the dashboard starts with the saved view, until the user asks for all habits", async ({ stage }) => {
  const user = await stage.createUser();
  await createMany(user);
  const page = await stage.visit({ as: user });
  await page.goto("/dashboard?type=bad");
  await page.getByRole("grid").waitFor();
  const dialog = await openSettings(page);
  await dialog.getByRole("button", { name: "Open with this view" }).click();
  await dialog.getByText("The dashboard opens with this view.").waitFor();
  await page.goto("/dashboard");
  await expect.poll(() => titles(page)).toEqual(["Sweets"]);
  await page.getByRole("button", { name: "Show all habits" }).click();
  await expect.poll(() => titles(page)).toHaveLength(4);
  await page.reload();
  await expect.poll(() => titles(page)).toHaveLength(4);
  await page.goto("/dashboard");
  await expect.poll(() => titles(page)).toEqual(["Sweets"]);
});

test("on the paid plan preferences follow the user to another browser, even those changed offline", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Read", group_name: "Morning" });
  await user.createHabit({ title: "Walk" });
  await putOnPaidPlan(stage, user);
  const [here, there] = [await stage.visit({ as: user }), await stage.visit({ as: user })];
  await openDashboard(here);
  await openDashboard(there);
  const dialog = await openSettings(here);
  await dialog.getByText("Saved for all your devices.").waitFor();
  await dialog.getByRole("button", { name: "Compact" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => there.getByRole("grid").getAttribute("data-density")).toBe("compact");

  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/);
  await here.context().setOffline(true);
  await here.locator('[data-group="Morning"]').click();
  await expect.poll(() => titles(here)).toEqual(["Walk"]);
  await here.context().setOffline(false);
  await expect.poll(() => titles(there)).toEqual(["Walk"]);
  expect(await user.call("GET", "/settings/")).toMatchObject({ density: "compact", folded_groups: ["Morning"] });
});

test("on the free plan preferences stay in the browser, and the year layout says that it is paid", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit();
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const dialog = await openSettings(page);
  await dialog.getByRole("button", { name: "Compact" }).click();
  await dialog.getByRole("button", { name: "Year (paid plan)" }).click();
  await dialog.getByText("is part of the paid plan, which is coming soon").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await page.getByRole("grid").getAttribute("data-layout")).toBe("horizontal");
  expect(await user.call("GET", "/settings/")).toMatchObject({ density: null, layout: null });
  await page.reload();
  await expect.poll(() => page.getByRole("grid").getAttribute("data-density")).toBe("compact");
});

test.for(["en", "uk"] as const)(
  "the year layout works by keyboard and records a day, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read", target: 20, unit: "minutes" });
    const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
    await user.record(read, daysAgo(1), 25);
    await putOnPaidPlan(stage, user);
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    await page.getByRole("button", { name: words("Year at a glance") }).click();
    await page
      .locator(".year-map")
      .locator(cellOf(page, sweets, today))
      .waitFor();
    await expectResult(page, read, daysAgo(1), "achieved");
    await expectResult(page, sweets, today, "not_exceeded");

    await cellOf(page, read, today).focus();
    await page.keyboard.press("ArrowUp");
    const { habit, day } = await page.evaluate(() => ({ ...(document.activeElement as HTMLElement).dataset }));
    expect({ habit, day }).toEqual({ habit: String(read.id), day: daysAgo(1) });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain(
      words("goal achieved"),
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("3");
    await page.keyboard.press("0");
    await page.keyboard.press("Enter");
    await expectResult(page, read, today, "achieved");
    await expect.poll(() => user.recorded(read, today)).toBe(30);
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)).toBe(today);
    // Tab returns to the day that had the focus.
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator('table[role=grid] td[tabindex="0"]').count()).toBe(2);
  },
);

test("on a phone touch records a day of the year, and no map is wider than the page", async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 20, unit: "minutes" });
  await putOnPaidPlan(stage, user);
  const page = await stage.visit({ as: user, width: widths.phone, touch: true });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "year"));
  await page.goto("/dashboard");
  const cell = cellOf(page, read, today);
  await cell.waitFor();
  const box = await cell.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(22);
  await cell.tap();
  await page.getByRole("dialog").getByRole("textbox").first().fill("20");
  await page.getByRole("dialog").getByRole("textbox").first().press("Enter");
  await expectResult(page, read, today, "achieved");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
