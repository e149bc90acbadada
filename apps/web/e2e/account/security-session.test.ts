import {
  acknowledge,
  callApi,
  firefoxOnWindows,
  logInFrom,
  requireStepUpOnce,
  safariOnPhone,
  turnOnTwoFactor,
  untilSubmittable,
} from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

test("sessions are listed with the current one first and their history, and can be ended singly or together", async ({
  stage,
}) => {
  // The page's stream may report the end of the session before the answer to its call arrives. Then the page fetches
  // the profile.
  stage.expectError(/status of 401 .*auth\.profile/);
  const user = await stage.createUser();
  const windows = await logInFrom(stage.url, user, firefoxOnWindows);
  const phone = await logInFrom(stage.url, user, safariOnPhone);
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/security");
  const card = section(page, uk("Sessions"));
  await expect.poll(() => card.locator("[data-session]").count()).toBe(3);
  await card.locator("[data-session]").first().getByText(uk("This device")).waitFor();
  await expect.poll(() => card.getByText(uk("This device")).count()).toBe(1);
  const onWindows = card.locator("[data-session]", { hasText: "Firefox, Windows" });
  const onPhone = card.locator("[data-session]", { hasText: "Safari, iOS" });
  await onWindows.getByRole("img", { name: uk("Computer") }).waitFor();
  await onPhone.getByRole("img", { name: uk("Phone") }).waitFor();
  const times = await onPhone
    .locator("time")
    .evaluateAll((all) => all.map((time) => (time as HTMLTimeElement).dateTime));
  expect(times).toHaveLength(3);
  for (const time of times) expect(Number.isNaN(Date.parse(time))).toBe(false);

  await onPhone.getByRole("button", { name: uk("Details: {device}", { device: "Safari, iOS" }) }).click();
  await dialogOf(page)
    .getByRole("list", { name: uk("Session activity") })
    .getByText(uk("Logged in"), { exact: true })
    .waitFor();
  await dialogButton(page, uk("End this session")).click();
  await dialogOf(page)
    .getByRole("heading", { name: uk("End this session?") })
    .waitFor();
  await dialogButton(page, uk("End session")).click();
  await messageOf(page, uk("The session has been terminated.")).waitFor();
  await onPhone.waitFor({ state: "detached" });
  await expect.poll(async () => (await callApi(stage.url, "GET", "/profile/", phone)).status).toBe(401);
  expect((await callApi(stage.url, "GET", "/profile/", windows)).status).toBe(200);

  await card.getByRole("button", { name: uk("End all other sessions") }).click();
  await dialogButton(page, uk("End other sessions")).click();
  await messageOf(page, uk("Your other sessions have been ended.")).waitFor();
  await expect.poll(() => card.locator("[data-session]").count()).toBe(1);
  await expect.poll(async () => (await callApi(stage.url, "GET", "/profile/", windows)).status).toBe(401);
  await expect.poll(() => card.getByRole("button", { name: uk("End all other sessions") }).isDisabled()).toBe(true);

  await card.getByRole("button", { name: uk("End all sessions") }).click();
  await dialogButton(page, uk("End all sessions")).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await messageOf(page, uk("All sessions have been terminated.")).waitFor();
  await page
    .getByRole("navigation", { name: uk("Main") })
    .getByRole("link", { name: uk("Log in") })
    .waitFor();
});

test("a session that has ended meanwhile is reported and removed from the list", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const user = await stage.createUser();
  const other = await logInFrom(stage.url, user, firefoxOnWindows);
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/security");
  const line = page.locator("[data-session]", { hasText: "Firefox on Windows" });
  await line.getByRole("button", { name: "End Firefox on Windows" }).click();
  await callApi(stage.url, "POST", "/auth/token/blacklist/", { body: { refresh: other.refresh } });
  await dialogButton(page, "End session").click();
  await messageOf(page, "Session not found or already expired.").waitFor();
  await line.waitFor({ state: "detached" });
});

test("a call that needs a step-up opens one dialog and is repeated afterwards", async ({ stage }) => {
  stage.expectError(/status of 40[03]/);
  const user = await stage.createUser();
  await logInFrom(stage.url, user, firefoxOnWindows);
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/security");
  const card = section(page, uk("Sessions"));
  // An open dialog hides the page from the accessibility tree, so the test locates lines without roles.
  const lines = page.locator("[data-session]");
  await expect.poll(() => lines.count()).toBe(2);
  const endOthers = async () => {
    await requireStepUpOnce(page, "session.endAll");
    await dialogButton(page, uk("End other sessions")).click();
    await dialogOf(page)
      .getByRole("heading", { name: uk("Confirm it’s you") })
      .waitFor();
  };
  await card.getByRole("button", { name: uk("End all other sessions") }).click();
  await endOthers();
  // Cancelling changes nothing.
  await page.keyboard.press("Escape");
  await dialogOf(page)
    .getByRole("heading", { name: uk("End all other sessions?") })
    .waitFor();
  await expect.poll(() => lines.count()).toBe(2);

  await endOthers();
  const field = dialogOf(page).getByLabel(uk("Password"), { exact: true });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill("Wrong-Horse-7");
  await field.press("Enter");
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  await untilSubmittable(dialogOf(page));
  await field.fill(password);
  await field.press("Enter");
  await expect.poll(() => lines.count()).toBe(1);
  await dialogOf(page).waitFor({ state: "detached" });
});

test("a user with a second factor can step up with a code or a backup code", async ({ stage }) => {
  stage.expectError(/status of 40[03]/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/security");
  const { codes } = await turnOnTwoFactor(page);
  await acknowledge(page);
  await page.getByRole("button", { name: "Create a key" }).click();
  await dialogOf(page).getByLabel("Name").fill("Weekly report");
  await requireStepUpOnce(page, "apiKey.create");
  await dialogButton(page, "Create key").click();
  await dialogButton(page, "Use a backup code").click();
  await dialogOf(page)
    .getByLabel("Backup code")
    .fill(codes[0] ?? "");
  await dialogButton(page, "Confirm").click();
  // The typed name survives the step-up.
  await dialogOf(page).getByRole("heading", { name: "Your key “Weekly report”" }).waitFor();
});

test("recent activity lists log-ins and failures in pages", async ({ stage }) => {
  const user = await stage.createUser();
  await callApi(stage.url, "POST", "/auth/token/", { body: { username: user.username, password: "Wrong-Horse-7" } });
  for (let time = 0; time < 5; time += 1) await logInFrom(stage.url, user, firefoxOnWindows);
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/security");
  const events = page.getByRole("list", { name: uk("Recent activity") }).getByRole("listitem");
  await expect.poll(() => events.count()).toBe(5);
  await section(page, uk("Recent activity"))
    .getByRole("button", { name: uk("Load more") })
    .click();
  await expect.poll(() => events.count()).toBeGreaterThan(5);
  await page
    .getByRole("list", { name: uk("Recent activity") })
    .getByText(uk("Failed to log in"))
    .waitFor();
  expect(await events.first().locator("time").getAttribute("datetime")).toMatch(/^\d{4}-/);
});
