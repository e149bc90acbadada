import { cellOf, openDashboard } from "./calendar.ts";
import { addDays } from "./day.ts";
import { expect, test } from "./stage.ts";

/** A zone in which midnight is less than an hour away, and the date there. */
function zoneBeforeMidnight(now: number) {
  const offset = 23 - new Date(now).getUTCHours();
  const timezone = offset > 12 ? `Etc/GMT+${24 - offset}` : `Etc/GMT-${offset}`;
  return { timezone, today: new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(now) };
}

test("a page left open past midnight moves today", async ({ stage }) => {
  const { timezone, today } = zoneBeforeMidnight(Date.now());
  const tomorrow = addDays(today, 1);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Read" });
  const page = await stage.visit({ as: user, timezone });
  await page.clock.install();
  await openDashboard(page);
  const current = page.locator('td[aria-current="date"]');
  await expect.poll(() => current.getAttribute("data-day")).toBe(today);
  await page.clock.fastForward("01:00:01");
  await expect.poll(() => current.getAttribute("data-day")).toBe(tomorrow);
  expect(await page.locator("main time").getAttribute("datetime")).toBe(tomorrow);
  await cellOf(page, habit, tomorrow).click();
  await expect.poll(() => user.recorded(habit, tomorrow)).toBe(1);
});

/** The instant at which Kyiv's clocks show this, in summer or in winter. */
function instantInKyiv(day: string, time: string): Date {
  const clock = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Kyiv", dateStyle: "short", timeStyle: "short" });
  const instants = ["+02:00", "+03:00"].map((offset) => new Date(`${day}T${time}${offset}`));
  const instant = instants.find((candidate) => clock.format(candidate) === `${day} ${time}`);
  if (!instant) throw new Error(`${day} ${time} does not exist in Kyiv`);
  return instant;
}

test("half an hour before and after midnight in Kyiv are two days", async ({ stage }) => {
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
