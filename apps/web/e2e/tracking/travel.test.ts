import type { Page } from "playwright-core";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { addDays } from "../stage/day.ts";
import { logOut } from "../stage/log-out.ts";
import { expect, type Stage, test } from "../stage/stage.ts";

/** An instant at half past five in the afternoon in Kyiv in winter, when the next day has begun in Tokyo. */
function eveningInKyiv() {
  const kyiv = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Kyiv" }).format(Date.now());
  return { instant: new Date(`${kyiv}T15:30:00Z`), kyiv, tokyo: addDays(kyiv, 1) };
}

/** Creates a user with Kyiv in the settings. */
async function createUserInKyiv(stage: Stage) {
  const user = await stage.createUser();
  await user.call("PATCH", "/settings/", { timezone: "Europe/Kyiv" });
  const habit = await user.createHabit({ title: "Read" });
  return { user, habit };
}

const today = (page: Page) => page.locator('td[aria-current="date"]').getAttribute("data-day");
const question = (page: Page, name = "Which day is it for you?") => page.getByRole("region", { name });

test("the page asks a traveller for the time zone and records the chosen day, also after a reload", async ({
  stage,
}) => {
  const { instant, kyiv, tokyo } = eveningInKyiv();
  const { user, habit } = await createUserInKyiv(stage);
  const page = await stage.visit({ as: user, timezone: "Asia/Tokyo" });
  await page.clock.setFixedTime(instant);
  await openDashboard(page);
  // Until the user answers, the time zone of the device applies.
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

test("a traveller's choice of the local time zone is stored", async ({ stage }) => {
  const { instant, tokyo } = eveningInKyiv();
  const { user, habit } = await createUserInKyiv(stage);
  const page = await stage.visit({ as: user, timezone: "Asia/Tokyo", language: "uk", width: 320 });
  await page.clock.setFixedTime(instant);
  await openDashboard(page);
  const asked = question(page, "Який у вас зараз день?");
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

/** Opens the user's dashboard in a browser in Tokyo and chooses to count days in Kyiv. */
async function chooseKyiv(stage: Stage) {
  const { user } = await createUserInKyiv(stage);
  const page = await stage.visit({ as: user, timezone: "Asia/Tokyo" });
  await openDashboard(page);
  await question(page).getByRole("button", { name: /^Kyiv/ }).click();
  await question(page).waitFor({ state: "detached" });
  return { user, page };
}

test("the page does not send one traveller's time zone for the next user", async ({ stage }) => {
  const next = await stage.createUser();
  const { page } = await chooseKyiv(stage);
  const reading = page.waitForRequest(/\/trpc\/[^?]*auth\.settings\.get/);
  await page.reload();
  expect((await reading).headers()["x-timezone"]).toBe("Europe/Kyiv");
  // An expired session keeps its user's choice.
  await page.goto("/support-us");
  await page.evaluate(() => {
    localStorage.removeItem("refreshToken");
    sessionStorage.clear();
  });
  await page.goto("/login");
  await page.locator("input[name=username]").fill(next.username);
  await page.locator("input[name=password]").fill(next.password);
  const entering = page.waitForRequest(/\/trpc\/auth\.login/);
  await page.locator("main form button[type=submit]:enabled").click();
  expect((await entering).headers()["x-timezone"]).toBe("Asia/Tokyo");
});

test("a log-out removes the time zone that a traveller chose", async ({ stage }) => {
  const { user, page } = await chooseKyiv(stage);
  await logOut(stage, page, user);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("Kyiv");
});
