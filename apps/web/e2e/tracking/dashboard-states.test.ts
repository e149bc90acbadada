import type { Page } from "playwright-core";
import { checkRoutes, checkStates } from "../stage/axe.ts";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { messageOf, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

/**
 * axe checks every state of the dashboard. `dialog-states.test.ts` covers what opens over it,
 * `statistics-accessibility.test.ts` the statistics, and `import.test.ts` the import.
 */

/** Checking each state takes long on a busy machine. */
const timeout = 300_000;

/** Creates groups, one of them in both sections, a weekly goal, notes, and every result that a day can have. */
async function createFullUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const read = await user.createHabit({
    title: "Read a book before the day begins",
    target: 30,
    unit: "minutes",
    hue: 225,
    group_name: "Evening",
  });
  const run = await user.createHabit({ title: "Run", hue: 135, schedule: { times_per_week: 3 } });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, group_name: "Evening" });
  const days = [1, 2, 3, 6, 7].map((back) => ({ habit_id: read.id, day: daysAgo(back), value: 35 }));
  await user.call("PUT", "/progress/", {
    entries: [
      ...days,
      { habit_id: read.id, day: daysAgo(4), value: 12, note: "On the train" },
      { habit_id: run.id, day: daysAgo(0), value: 1 },
      { habit_id: run.id, day: daysAgo(2), value: 1 },
      { habit_id: sweets.id, day: daysAgo(1), confirmed: true },
      { habit_id: sweets.id, day: daysAgo(2), value: 4 },
    ],
  });
  await user.call("POST", "/vacations/", { from: daysAgo(5), to: daysAgo(5) });
  await user.call("POST", "/notes/", { text: "Ask the library about the second volume", pinned: true });
  await user.call("POST", "/notes/", { text: "Shoes" });
  return user;
}

const turnTo = (page: Page, name: string) => async () => {
  await page.getByRole("button", { name }).click();
  await page.locator("[role=grid] td[data-day]").first().waitFor();
};
const fold = (page: Page) => page.locator("[data-group]").first().click();
const filterBy = (page: Page, search: string, heading: string) => async () => {
  await page.goto(`/dashboard?${search}`);
  await page.locator("[data-filter-part]").first().waitFor();
  await page.getByRole("heading", { name: heading }).waitFor();
};

test("axe finds no problem in any layout: full, folded, compact, with its legend", { timeout }, async ({ stage }) => {
  const page = await stage.visit({ language: "en", theme: "light", as: await createFullUser(stage), touch: true });
  await openDashboard(page);
  await checkRoutes(page, [{ name: "horizontal", open: turnTo(page, "Horizontal layout") }]);
  await checkStates(page, [
    { name: "horizontal, folded", open: () => fold(page) },
    {
      name: "horizontal, dense",
      open: async () => {
        await fold(page);
        await setDensity(page, "compact");
      },
    },
    {
      name: "the legend",
      open: async () => {
        await page.locator("summary", { hasText: "Marks and keys" }).click();
        await page.getByText("Limit not exceeded, assumed").waitFor();
      },
    },
    { name: "vertical, dense", open: turnTo(page, "Vertical layout") },
    { name: "vertical", open: () => setDensity(page, "comfortable") },
    { name: "vertical, folded", open: () => fold(page) },
    { name: "year, folded", open: turnTo(page, "Year at a glance") },
    { name: "year", open: () => fold(page) },
  ]);
});

async function setDensity(page: Page, density: "compact" | "comfortable") {
  await page.getByRole("button", { name: "Dashboard settings" }).click();
  await page.getByRole("button", { name: density === "compact" ? "Compact" : "Comfortable" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(`[role=grid][data-density="${density}"]`).waitFor();
}

test("axe finds no problem with filters, undo or a plan over its limit", { timeout }, async ({ stage }) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", hue: 225 });
  for (const title of ["Walk", "Run"]) await user.createHabit({ title, hue: 135 });
  for (const title of ["Sweets", "Coffee", "Chips"]) await user.createHabit({ title, type: "bad" });
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  await page.goto("/dashboard?hue=225&q=read");
  await checkStates(page, [
    { name: "filtered", open: () => page.locator("[data-filter-part]").first().waitFor() },
    { name: "nothing fits", open: filterBy(page, "q=violin", "No habits match this filter") },
    { name: "nothing is at risk", open: filterBy(page, "at_risk=true", "No streak is at risk today") },
    {
      name: "a full plan",
      open: async () => {
        await openDashboard(page);
        await page.getByRole("button", { name: "New habit" }).click();
        await page.getByRole("heading", { name: "The free plan is full" }).waitFor();
      },
    },
    {
      name: "a message with its undo",
      open: async () => {
        await page.keyboard.press("Escape");
        await cellOf(page, read, daysAgo(0)).click();
        await messageOf(page, "Read, today").waitFor();
      },
    },
  ]);
});

test("axe finds no problem on the first day, while loading, without an answer, or in another time zone", {
  timeout,
}, async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const first = await stage.visit({ language: "en", theme: "light", as: await stage.createUser() });
  await first.goto("/dashboard");
  await checkStates(first, [{ name: "the first run", open: () => first.getByText("Start with one habit").waitFor() }]);

  const user = await stage.createUser();
  await user.createHabit();
  // In Kyiv it is half past five in the afternoon, and in the browser the next day.
  await user.call("PATCH", "/settings/", { timezone: "Europe/Kyiv" });
  const kyiv = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Kyiv" }).format(Date.now());
  const page = await stage.visit({ language: "en", theme: "light", as: user, timezone: "Asia/Tokyo" });
  await page.clock.setFixedTime(new Date(`${kyiv}T15:30:00Z`));
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/trpc\/[^?]*habit\.list/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await checkStates(page, [
    {
      name: "on the way",
      open: async () => {
        await page.goto("/dashboard");
        await page.locator("main [aria-busy=true]").first().waitFor();
      },
    },
    {
      name: "the question of a traveller",
      open: async () => {
        answer();
        await page.getByRole("region", { name: "Which day is it for you?" }).waitFor();
        await page.getByRole("grid").waitFor();
      },
    },
    {
      name: "without an answer",
      open: async () => {
        await page.context().setOffline(true);
        await page.getByRole("button", { name: "Previous month" }).click();
        await page.getByRole("heading", { name: "The calendar could not be loaded" }).waitFor();
      },
    },
  ]);
  await page.context().setOffline(false);
});

test("axe finds no problem in entries, a selection, the palette, the sheet and a timer", { timeout }, async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read", target: 1, unit: "hours", hue: 225 });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2 });
  await user.record(read, daysAgo(1), 1);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  await openDashboard(page);
  const closeDialog = async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const openCell = (habit: typeof read) => async () => {
    await closeDialog();
    await cellOf(page, habit, daysAgo(0)).click();
    await page.getByRole("dialog").waitFor();
  };
  await checkStates(page, [
    {
      name: "a selection",
      open: async () => {
        await cellOf(page, read, daysAgo(1)).focus();
        await page.keyboard.press("Shift+ArrowRight");
        await page.locator('td[aria-selected="true"]').nth(1).waitFor();
      },
    },
    {
      name: "a fill",
      open: async () => {
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor();
      },
    },
    // An entry is next to its cell on a desktop, and is a sheet on a phone.
    { name: "an entry of an amount", open: openCell(read) },
    { name: "an entry of a bad habit", open: openCell(sweets) },
    {
      name: "a timer and its entry",
      open: async () => {
        await closeDialog();
        await cellOf(page, read, daysAgo(0)).focus();
        await page.keyboard.press("t");
        await page.locator("[data-timer]").waitFor();
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "a timer",
      open: async () => {
        await closeDialog();
        await page.locator("[data-timer]").waitFor();
      },
    },
    {
      name: "the palette",
      open: async () => {
        await openPalette(page);
        await page.getByRole("option").first().waitFor();
      },
    },
    {
      name: "the sheet of shortcuts",
      open: async () => {
        await closeDialog();
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
      },
    },
  ]);
});
