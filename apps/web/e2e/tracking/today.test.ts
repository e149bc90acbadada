import { cellOf, focusedCell, openDashboard } from "../stage/calendar.ts";
import { addDays } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";

const hourMs = 3_600_000;

/** A time zone in which midnight is less than an hour away, the instant half an hour before it, and the date there. */
function zoneBeforeMidnight(now: number) {
  const offset = 23 - new Date(now).getUTCHours();
  const timezone = offset > 12 ? `Etc/GMT+${24 - offset}` : `Etc/GMT-${offset}`;
  const instant = now - (now % hourMs) + hourMs / 2;
  return { timezone, instant, today: new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(now) };
}

test("a page left open past midnight moves to the new day", async ({ stage }) => {
  const { timezone, instant, today } = zoneBeforeMidnight(Date.now());
  const tomorrow = addDays(today, 1);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, timezone });
  // The test's clock starts before midnight and passes it only by `fastForward`, not by chance during the start.
  await page.clock.install({ time: instant });
  await openDashboard(page);
  const current = page.locator('td[aria-current="date"]');
  await expect.poll(() => current.getAttribute("data-day")).toBe(today);
  await page.clock.fastForward("01:00:01");
  await expect.poll(() => current.getAttribute("data-day")).toBe(tomorrow);
  expect(await page.locator("main time").getAttribute("datetime")).toBe(tomorrow);
  await cellOf(page, habit, tomorrow).click();
  await expect.poll(() => user.recorded(habit, tomorrow)).toBe(1);
});

/** The instant at which the clocks in Kyiv show this time, in summer or in winter. */
function instantInKyiv(day: string, time: string): Date {
  const clock = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Kyiv", dateStyle: "short", timeStyle: "short" });
  const instants = ["+02:00", "+03:00"].map((offset) => new Date(`${day}T${time}${offset}`));
  const instant = instants.find((candidate) => clock.format(candidate) === `${day} ${time}`);
  if (!instant) throw new Error(`${day} ${time} does not exist in Kyiv`);
  return instant;
}

test("half an hour before and half an hour after midnight in Kyiv belong to different days", async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Kyiv" }).format(Date.now());
  const next = addDays(day, 1);
  for (const [instant, today] of [
    [instantInKyiv(day, "23:30"), day],
    [instantInKyiv(next, "00:30"), next],
  ] as const) {
    const page = await stage.visit({ as: user, timezone: "Europe/Kyiv" });
    await page.clock.setFixedTime(instant);
    await openDashboard(page);
    await expect.poll(() => page.locator('td[aria-current="date"]').getAttribute("data-day")).toBe(today);
    expect(await page.locator("main time").getAttribute("datetime")).toBe(today);
    await cellOf(page, habit, today).click();
    await expect.poll(() => user.recorded(habit, today)).toBe(1);
    user.refresh = await page.evaluate(() => localStorage.getItem("refreshToken") ?? "");
  }
});

test.for([
  { night: "2026-03-29", hours: 23 },
  { night: "2025-10-26", hours: 25 },
])(
  "the day of $hours hours on which Kyiv's clocks change, $night, is neither skipped nor repeated",
  async (change, { stage }) => {
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    const [before, after] = [addDays(change.night, -1), addDays(change.night, 1)];
    const page = await stage.visit({ as: user, timezone: "Europe/Kyiv" });
    await page.clock.install({ time: instantInKyiv(before, "23:30") });
    await openDashboard(page);
    const cells = await page
      .locator(`td[data-habit="${habit.id}"]`)
      .evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset.day ?? ""));
    const first = cells.indexOf(before);
    expect(cells.slice(first, first + 3)).toEqual([before, change.night, after]);
    expect(new Set(cells).size).toBe(cells.length);
    // The page stays open. Each half hour after midnight is correct by the local clock, also after a change to summer
    // time.
    for (const [elapsed, today] of [
      [0, before],
      [1, change.night],
      [change.hours - 1, change.night],
      [1, after],
    ] as const) {
      await page.clock.fastForward(elapsed * hourMs);
      await expect.poll(() => page.locator('td[aria-current="date"]').getAttribute("data-day")).toBe(today);
      expect(await page.locator("main time").getAttribute("datetime")).toBe(today);
      if ((await user.recorded(habit, today)) === null) {
        const answered = page.waitForResponse(/progress\.set/);
        await cellOf(page, habit, today).click();
        // The page must have the answer first. Otherwise its clock jumps past the time within which it expects the
        // server to answer.
        await (await answered).finished();
      }
      await expect.poll(() => user.recorded(habit, today)).toBe(1);
    }
    await cellOf(page, habit, before).focus();
    for (const day of [change.night, after]) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => focusedCell(page)).toEqual({ habit: habit.id, day });
    }
  },
);

/** A time zone in which it is between three and four at night, and the date there. */
function zoneAtNight(now: number) {
  const ahead = 3 - new Date(now).getUTCHours();
  const offset = ahead < -12 ? ahead + 24 : ahead;
  const timezone = offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
  return { timezone, date: new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(now) };
}

test("at night it is still yesterday for a user whose day starts at six", async ({ stage }) => {
  const { timezone, date } = zoneAtNight(Date.now());
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, timezone });
  const today = page.locator('td[aria-current="date"]');
  await openDashboard(page);
  await expect.poll(() => today.getAttribute("data-day")).toBe(date);
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "A new day starts at" }).click();
  await page.getByRole("option", { name: "6:00 AM" }).click();
  await page.getByText("Anything before 6:00 AM still counts for the previous day.").waitFor();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  // The settings show the name too, perhaps before the menu is rendered.
  await page.getByRole("banner").getByText(user.username).filter({ visible: true }).click();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect.poll(() => today.getAttribute("data-day")).toBe(addDays(date, -1));
  await page.reload();
  await expect.poll(() => today.getAttribute("data-day")).toBe(addDays(date, -1));
  await cellOf(page, habit, addDays(date, -1)).click();
  await expect.poll(() => user.recorded(habit, addDays(date, -1))).toBe(1);
});
