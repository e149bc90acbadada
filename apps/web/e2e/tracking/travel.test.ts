import type { Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { addDays } from "../stage/day.ts";
import { expect, type Stage, test } from "../stage/stage.ts";

/** An instant at which it is half past five in the afternoon in Kyiv in winter, and the next day already in Tokyo. */
function eveningInKyiv() {
  const kyiv = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Kyiv" }).format(Date.now());
  return { instant: new Date(`${kyiv}T15:30:00Z`), kyiv, tokyo: addDays(kyiv, 1) };
}

/** Someone whose settings say Kyiv. */
async function createKyivan(stage: Stage) {
  const user = await stage.createUser();
  await user.call("PATCH", "/settings/", { timezone: "Europe/Kyiv" });
  const habit = await user.createHabit({ title: "Read" });
  return { user, habit };
}

const today = (page: Page) => page.locator('td[aria-current="date"]').getAttribute("data-day");
const question = (page: Page, name = "Which day do you record?") => page.getByRole("region", { name });

test("a traveller is asked which day is meant, and the one chosen is recorded, also after a reload", async ({
  stage,
}) => {
  const { instant, kyiv, tokyo } = eveningInKyiv();
  const { user, habit } = await createKyivan(stage);
  const page = await stage.visit({ as: user, timezone: "Asia/Tokyo" });
  await page.clock.setFixedTime(instant);
  await openDashboard(page);
  // Until it is answered the device decides, as it always does.
  await expect.poll(() => today(page)).toBe(tokyo);

  await question(page).getByRole("button", { name: /^Kyiv/ }).click();
  await expect.poll(() => today(page)).toBe(kyiv);
  expect(await page.locator("main time").first().getAttribute("datetime")).toBe(kyiv);
  await question(page).waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => today(page)).toBe(kyiv);
  await cellOf(page, habit, kyiv).click();
  await expect.poll(() => user.recorded(habit, kyiv)).toBe(1);
  expect(await question(page).count()).toBe(0);
  expect((await user.call<{ timezone: string }>("GET", "/settings/")).timezone).toBe("Europe/Kyiv");
});

test("whoever goes by where they are takes their time zone along", async ({ stage }) => {
  const { instant, tokyo } = eveningInKyiv();
  const { user, habit } = await createKyivan(stage);
  const page = await stage.visit({ as: user, timezone: "Asia/Tokyo", language: "uk", width: 320 });
  await page.clock.setFixedTime(instant);
  await openDashboard(page);
  const asked = question(page, "За яким днем записувати?");
  await asked.getByRole("button", { name: /^Японія/ }).click();
  await asked.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await user.call<{ timezone: string }>("GET", "/settings/")).timezone)
    .toBe("Asia/Tokyo");
  await page.reload();
  await expect.poll(() => today(page)).toBe(tokyo);
  expect(await asked.count()).toBe(0);
  await cellOf(page, habit, tokyo).click();
  await expect.poll(() => user.recorded(habit, tokyo)).toBe(1);
});
