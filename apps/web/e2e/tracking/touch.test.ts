import { cellOf, expectResult, holdCell, openDashboard } from "../stage/calendar.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

for (const language of ["en", "uk"] as const) {
  test(`the first tap records the goal, the next one opens the entry, ${language}`, async ({ stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
    const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 1 });
    const page = await stage.visit({ as: user, language, width: 320, touch: true });
    await openDashboard(page);
    await cellOf(page, run, today).tap();
    await expectResult(page, run, today, "achieved");
    await expect.poll(() => user.recorded(run, today)).toBe(5);
    expect(await page.getByRole("dialog").count()).toBe(0);

    await cellOf(page, run, today).tap();
    const amount = page.getByLabel(words("Amount"), { exact: true });
    await expect.poll(() => amount.inputValue()).toBe("5");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await user.recorded(run, today)).toBe(5);

    // For a bad habit the tap records that nothing was done. The entry then offers steps that fit the limit.
    const cell = cellOf(page, sweets, today);
    await cell.tap();
    await expect.poll(() => cell.getAttribute("aria-label")).toContain(words("confirmed"));
    await cell.tap();
    const texts = page.getByRole("dialog").getByText(/^\+\d/);
    await expect.poll(() => texts.allTextContents()).toEqual(["+1"]);
    await texts.tap();
    await expect.poll(() => user.recorded(sweets, today)).toBe(1);
  });
}

test("a long press opens the entry and records nothing, and so does a press of a future day", async ({ stage }) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 10_000 });
  const page = await stage.visit({ as: user, width: 390, touch: true });
  await page.addInitScript(() => localStorage.setItem("dashboardLayout", "horizontal"));
  await openDashboard(page);
  await holdCell(page, run, today);
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByText(/^\+\d/).allTextContents()).toEqual(["+500", "+1,000", "+5,000"]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await user.recorded(run, today)).toBeNull();

  const tomorrow = addDays(today, 1);
  if (tomorrow.slice(0, 7) !== today.slice(0, 7)) return;
  await cellOf(page, run, tomorrow).tap();
  await dialog.waitFor();
  expect(await user.recorded(run, tomorrow)).toBeNull();
});
