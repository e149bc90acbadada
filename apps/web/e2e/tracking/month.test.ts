import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { inDatabase } from "../stage/database.ts";
import { addDays, daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";

/** The last day of the previous month. */
const lastMonth = addDays(`${daysAgo(0).slice(0, 7)}-01`, -1);

for (const layout of ["horizontal", "vertical"] as const) {
  test(`a loading month shows placeholders of its marks, and no missed days, ${layout}`, async ({ stage }) => {
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read" });
    await user.record(read, daysAgo(200), 1);
    await user.record(read, lastMonth, 1);
    const page = await stage.visit({ as: user });
    await page.addInitScript((chosen) => localStorage.setItem("dashboardLayout", chosen), layout);
    await openDashboard(page);
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).not.toBe("true");

    const held = Promise.withResolvers<void>();
    await page.route(/\/trpc\/[^?]*progress\.list/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Previous month" }).click();
    // The current month also shows that day before its first, so the cell alone does not prove that the month changed.
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-busy")).toBe("true");
    const cell = cellOf(page, read, lastMonth);
    expect(await cell.getAttribute("aria-label")).toContain("loading");
    const color = () => cell.locator("> span").evaluate((mark) => getComputedStyle(mark).backgroundColor);
    await expect.poll(color).not.toBe("rgba(0, 0, 0, 0)");

    held.resolve();
    await expectResult(page, read, lastMonth, "achieved");
    expect(await page.locator(".calendar-ghost").count()).toBe(0);
  });
}

test("a past month shows the goal that was valid then", async ({ stage }) => {
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  // Moves the first target into the past, as if the habit had existed long before.
  await inDatabase(stage, (sql) => sql`update habit_targets set from_day = '2020-01-01' where habit_id = ${run.id}`);
  await user.call("PATCH", `/habits/${run.id}/`, { target: 8, target_effective: "from_today" });
  const page = await stage.visit({ as: user });
  await openDashboard(page);
  const header = page.locator(`[data-habit-header="${run.id}"]`);
  await header.getByText("8 kilometers").waitFor();
  await page.getByRole("button", { name: "Previous month" }).click();
  await header.getByText("Goal: 5 kilometers", { exact: true }).waitFor();
});
