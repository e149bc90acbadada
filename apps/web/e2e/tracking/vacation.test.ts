import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, messageOf, press, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const today = daysAgo(0);

test("a vacation shows what it skips, can be planned by keyboard, and its undo restores exactly that", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const read = await user.createHabit({ title: "Read" });
  const walk = await user.createHabit({ title: "Walk" });
  await user.record(walk, today, 1);
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  await page.getByRole("button", { name: "More dashboard options" }).click();
  await press(page.getByRole("menuitem", { name: "Vacation" }));
  const dialog = page.getByRole("dialog");
  // A week from today for two habits, except days that are done already.
  await dialog.getByText("Skips 13 entries across 2 habits.").waitFor();

  await dialog.getByRole("button", { name: "First day", exact: false }).first().click();
  await dialog.locator(`[data-choose="${today}"]`).focus();
  await page.keyboard.press("Enter");
  // The dialog asks for the last day next. The test chooses the day after.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await dialog.getByText("Skips 3 entries across 2 habits.").waitFor();
  await dialog.getByRole("button", { name: "Take 2 days off" }).click();
  await messageOf(page, /3 days skipped/).waitFor();
  await expectResult(page, read, today, "skipped");
  await expectResult(page, walk, today, "achieved");

  await page.getByRole("button", { name: "Undo" }).click();
  await expectResult(page, read, today, "awaiting");
  await expectResult(page, walk, today, "achieved");
  expect(await user.call("GET", "/vacations/")).toMatchObject({ results: [] });
});

test.for(["en", "uk"] as const)(
  "the user sees a planned vacation in a list and deletes it on a phone, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    await user.call("POST", "/vacations/", { from: today, to: today });
    const page = await stage.visit({ as: user, language, width: widths.phone, touch: true });
    await openDashboard(page);
    await expectResult(page, read, today, "skipped");
    await page.getByRole("button", { name: words("More dashboard options") }).tap();
    await press(page.getByRole("menuitem", { name: words("Vacation") }), { touch: true });
    const dialog = page.getByRole("dialog");
    await dialog.getByText(words("Your vacations")).waitFor();
    await dialog.locator("li").getByRole("button").tap();
    await expect.poll(() => dialog.getByText(words("Your vacations")).count()).toBe(0);
    await page.keyboard.press("Escape");
    await expectResult(page, read, today, "awaiting");
    expect(await cellOf(page, read, today).getAttribute("data-result")).toBe("awaiting");
  },
);
