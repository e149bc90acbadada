import type { Page } from "playwright-core";
import { shortcuts } from "../../src/features/tracking/shortcut/shortcuts.ts";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { openPalette } from "../stage/command.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { expect, test } from "../stage/stage.ts";

test("a question mark opens a list of all shortcuts", async ({ stage }) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await openDashboardOrFirstRun(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  const listed = await page
    .locator("[data-shortcut]")
    .evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.shortcut));
  expect(listed.toSorted()).toEqual(Object.keys(shortcuts).toSorted());
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

async function openDashboardOrFirstRun(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Commands" }).waitFor();
}

test("a user can turn off single-key shortcuts permanently in the list or the settings, and others still work", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await page.goto("/settings");
  const choice = page.getByRole("switch", { name: "Single-key shortcuts" });
  await choice.click();
  await openDashboard(page);
  await cellOf(page, walk, today).focus();
  for (const key of ["s", "?", "+"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await expectResult(page, walk, today, "achieved");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => user.recorded(walk, today)).toBe(1);

  await openPalette(page);
  await page.keyboard.type("shortcuts");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.poll(() => sheet.locator('[data-shortcut="skip"] dt').textContent()).toContain("turned off");
  await sheet.getByRole("switch").click();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.reload();
  await expectResult(page, walk, today, "achieved");
  await cellOf(page, walk, today).focus();
  await page.keyboard.press("s");
  await expectResult(page, walk, today, "skipped");
});

test.for([
  { keys: "Control+k", tool: "Commands" },
  { keys: "?", tool: "Keyboard shortcuts" },
])(
  "$keys pressed before its dialog is loaded does not reach the browser, and opens the dialog later",
  async ({ keys, tool }, { stage }) => {
    const user = await stage.createUser();
    await user.createHabit({ title: "Walk" });
    const page = await stage.visit({ as: user });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/(?:palette-host|shortcut-sheet)-[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      addEventListener("keydown", (event) => {
        document.documentElement.dataset.isTaken = String(event.defaultPrevented);
      });
    });
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.getByRole("grid").waitFor();
    await page.keyboard.press(keys);
    expect(await page.evaluate(() => document.documentElement.dataset.isTaken)).toBe("true");
    letGo();
    await page.getByRole("dialog", { name: tool }).waitFor();
  },
);

test("digits record on a focused day even if single-key shortcuts are off, also in the year layout", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const walk = await user.createHabit({ title: "Walk", target: 5, unit: "kilometers" });
  const today = daysAgo(0);
  const page = await stage.visit({ as: user });
  await page.addInitScript(() => localStorage.setItem("singleKeyShortcuts", "off"));
  await openDashboard(page);
  for (const [layout, place, typed] of [
    ["Vertical layout", '[data-layout="vertical"]', "3"],
    ["Year at a glance", ".year-map", "7"],
  ] as const) {
    await page.getByRole("button", { name: layout }).click();
    await page
      .locator(place)
      .locator(cellOf(page, walk, today))
      .waitFor();
    await cellOf(page, walk, today).focus();
    await page.keyboard.press(typed);
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => user.recorded(walk, today)).toBe(Number(typed));
  }
});
