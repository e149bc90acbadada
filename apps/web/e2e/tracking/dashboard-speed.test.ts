import type { Page } from "playwright-core";
import { cellOf, expectResult, type Layout, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { countRenders } from "../stage/renders.ts";
import { expect, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

async function createHabits(user: User) {
  const read = await user.createHabit({ title: "Read" });
  const walk = await user.createHabit({ title: "Walk", hue: 90 });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, hue: 180 });
  for (const back of [1, 2, 3]) for (const habit of [read, walk, sweets]) await user.record(habit, daysAgo(back), 1);
  return [read, walk, sweets] as const;
}

/** Opens the dashboard and waits until all its requests are answered. */
async function openSettled(page: Page, layout: Layout): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
  const live = page.waitForResponse((response) => response.url().includes("/trpc/live.changes"));
  await openDashboard(page);
  await live;
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");
}

test("the first data of a dashboard takes one request", async ({ stage }) => {
  const user = await stage.createUser();
  const [read] = await createHabits(user);
  await user.call("POST", "/notes/", { text: "Shoes" });
  const page = await stage.visit({ as: user });
  await page.goto("/privacy-policy");
  // A fresh token avoids a refresh, so the test counts only requests for data.
  await page.getByText(user.username).first().waitFor();
  // Counts requests for data until the page opens the stream, because it fetches earlier changes again then.
  const data: string[] = [];
  let isListening = false;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    isListening ||= pathname === "/trpc/live.changes";
    if (pathname.startsWith("/trpc/") && !isListening) data.push(pathname.slice("/trpc/".length));
  });
  await page.goto("/dashboard");
  await expectResult(page, read, daysAgo(1), "achieved");
  await page.getByText("Shoes").first().waitFor();
  await expect.poll(() => isListening).toBe(true);
  expect(data.length, data.join("\n")).toBe(1);
  expect(data[0]?.split(",")).toEqual(expect.arrayContaining(["habit.list", "progress.list", "habit.statisticsList"]));
});

for (const layout of ["horizontal", "vertical"] as const) {
  test(`recording a cell renders only that cell again, ${layout}`, async ({ stage }) => {
    const user = await stage.createUser();
    const [read, walk] = await createHabits(user);
    const page = await stage.visit({ as: user });
    const renders = await countRenders(page);
    await openSettled(page, layout);
    const before = await renders.read();
    // Proves that the counter works: React rendered each cell once.
    expect(before[`cell ${walk.id} ${daysAgo(1)}`]).toBeGreaterThan(0);

    const today = daysAgo(0);
    await cellOf(page, read, daysAgo(1)).focus();
    await renders.reset();
    const figures = page.waitForResponse((response) => response.url().includes("habit.statisticsList"));
    await cellOf(page, read, today).click();
    await expectResult(page, read, today, "achieved");
    await figures;
    await expect.poll(() => user.recorded(read, today)).toBe(1);
    // The cells that the focus left and reached, and the figures beside the name.
    const own = [`cell ${read.id} ${today}`, `cell ${read.id} ${daysAgo(1)}`, `header ${read.id}`];
    const drawn = await renders.read();
    expect(Object.keys(drawn).filter((name) => !own.includes(name))).toEqual([]);
    expect(drawn[own[0] ?? ""]).toBeGreaterThan(0);
  });
}

test("recording a day renders only its row's days again, year", async ({ stage }) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const [read, walk] = await createHabits(user);
  const page = await stage.visit({ as: user });
  const renders = await countRenders(page);
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "year"));
  const live = page.waitForResponse((response) => response.url().includes("/trpc/live.changes"));
  await page.goto("/dashboard");
  await live;
  const today = daysAgo(0);
  const cell = cellOf(page, read, today);
  // React renders the last rows in a separate task.
  await expect.poll(() => page.locator(".year-map tbody").last().locator("tr").count()).toBe(7);
  const rowOf = cell.locator("xpath=..").locator("[data-day]").first();
  const row = `days ${read.id} ${await rowOf.getAttribute("data-day")}`;
  const before = await renders.read();
  expect(before[`year ${walk.id}`]).toBeGreaterThan(0);
  expect(before[row]).toBeGreaterThan(0);

  await cell.focus();
  await renders.reset();
  await page.keyboard.press("F2");
  await page.getByLabel("Amount", { exact: true }).waitFor();
  const figures = page.waitForResponse((response) => response.url().includes("habit.statisticsList"));
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expectResult(page, read, today, "achieved");
  await figures;
  await expect.poll(() => user.recorded(read, today)).toBe(1);
  const drawn = await renders.read();
  // The header of the habit contains its figures.
  expect(Object.keys(drawn).filter((name) => ![row, `year ${read.id}`].includes(name))).toEqual([]);
  expect(drawn[row]).toBeGreaterThan(0);
});

test("a change on another device renders only its cell again", async ({ stage }) => {
  const user = await stage.createUser();
  const [read] = await createHabits(user);
  const page = await stage.visit({ as: user });
  const renders = await countRenders(page);
  await openSettled(page, "horizontal");
  await user.call("POST", "/notes/", { text: "Listening" });
  await page.getByText("Listening").first().waitFor();
  await renders.reset();
  await user.record(read, daysAgo(0), 1);
  await expectResult(page, read, daysAgo(0), "achieved");
  const drawn = Object.keys(await renders.read());
  expect(drawn.filter((name) => ![`cell ${read.id} ${daysAgo(0)}`, `header ${read.id}`].includes(name))).toEqual([]);
  expect(drawn).toContain(`cell ${read.id} ${daysAgo(0)}`);
});
