import type { Locator } from "playwright-core";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { acknowledge, firefoxOnWindows, logInFrom, readAuthenticator } from "../stage/security.ts";
import { createVerifiedUser, dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, test, widths } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/** Expects that the element receives the next key. */
async function expectFocus(target: Locator) {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

test("each step of turning on a second factor focuses its field, without an error mark", async ({ stage }) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: "Turn on" }).click();
  const present = dialogOf(page).getByLabel("Your password", { exact: true });
  await expectFocus(present);
  await present.fill(password);
  // A mouse press focuses the button, which then disappears.
  await dialogButton(page, "Continue").click();
  await expectFocus(dialogOf(page).getByLabel("Security code"));
  expect(await dialogOf(page).locator("[aria-invalid=true]").count()).toBe(0);
});

test("on a touch screen no keyboard opens before the user touches a field, and a link offers the key to an authenticator app", async ({
  stage,
}) => {
  const page = await stage.visit({
    as: await stage.createUser(),
    touch: true,
    width: widths.phone,
    height: 568,
  });
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: "Change username" }).tap();
  await expectFocus(dialogOf(page));
  await page.keyboard.press("Escape");

  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: "Turn on" }).tap();
  await dialogOf(page).getByLabel("Your password", { exact: true }).fill(password);
  await dialogButton(page, "Continue").tap();
  const link = dialogOf(page).getByRole("link", { name: "Open the authenticator app" });
  expect(await link.getAttribute("href")).toMatch(/^otpauth:\/\/totp\//);
  const app = await readAuthenticator(page);
  const code = dialogOf(page).getByLabel("Security code");
  await code.scrollIntoViewIfNeeded();
  await code.fill(app.nextCode());
  // The user scrolled the previous step. This step starts at its first code.
  const codes = page.locator("[data-backup-code]");
  await codes.first().waitFor();
  const isWhole = (element: Element) => {
    const { left, top, width } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + 1));
  };
  await expect.poll(() => codes.first().evaluate(isWhole)).toBe(true);
  await acknowledge(page);
});

test("on a wide screen with a mouse no link offers an app", async ({ stage }) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: "Turn on" }).click();
  await dialogOf(page).getByLabel("Your password", { exact: true }).fill(password);
  await dialogButton(page, "Continue").click();
  await page.locator("[data-secret]").waitFor();
  expect(await dialogOf(page).getByRole("link").count()).toBe(0);
});

test("if a line disappears with the pressed button, the focus stays nearby", async ({ stage }) => {
  const user = await createVerifiedUser(stage);
  await logInFrom(stage.url, user, firefoxOnWindows);
  await user.call("POST", "/api-keys/", { name: "Report", scopes: ["read"] });
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/security");

  const keys = section(page, "API keys");
  await keys.getByRole("button", { name: "Revoke Report" }).click();
  await dialogButton(page, "Revoke").click();
  await keys.getByText("Report", { exact: true }).waitFor({ state: "detached" });
  await expectFocus(keys.getByRole("button", { name: "Create a key" }));

  const sessions = section(page, "Sessions");
  await sessions.getByRole("button", { name: "End Firefox on Windows" }).click();
  await dialogButton(page, "Cancel").click();
  await expectFocus(sessions.getByRole("button", { name: "End Firefox on Windows" }));
  await sessions.getByRole("button", { name: "End Firefox on Windows" }).click();
  await dialogButton(page, "End session").click();
  await expect.poll(() => sessions.locator("[data-session]").count()).toBe(1);
  await expectFocus(sessions.getByRole("button", { name: /^Details/ }));

  await openSettings(page, "/settings");
  const account = section(page, "Account");
  await account.getByRole("button", { name: "Change email" }).click();
  await dialogOf(page)
    .getByLabel("New email")
    .fill(`${newName("next")}@example.org`);
  await dialogOf(page).getByLabel("Your password", { exact: true }).fill(password);
  await dialogButton(page, "Send the link").click();
  await account.getByRole("button", { name: "Keep the current one" }).click();
  await messageOf(page, "Your email address stays as it is.").waitFor();
  await expectFocus(account.getByRole("button", { name: "Change email" }));
});

test.for(mouseAndTouch)(
  "a dashboard dialog returns the focus, and the page announces a new route by its title and heading, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    for (const title of ["Read", "Walk"]) await user.createHabit({ title });
    const page = await stage.visit({ ...visit, as: user });
    await page.goto("/dashboard");
    await page.getByRole("grid").waitFor();
    // The smallest phone has the settings in the menu only.
    const isSmallest = visit.width < 360;
    for (const name of isSmallest ? ["New habit"] : ["New habit", "Dashboard settings"]) {
      const button = page.getByRole("button", { name: words(name), exact: true });
      await press(button, visit);
      await page.locator("[role=dialog]:focus-within").waitFor();
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
      await expectFocus(button);
    }
    // A dialog opened from a menu returns the focus to the menu's button.
    const more = page.getByRole("button", { name: words("More dashboard options") });
    for (const name of ["Dashboard settings", "Arrange habits"]) {
      await press(more, visit);
      await press(page.getByRole("menuitem", { name: words(name) }), visit);
      await page.locator("[role=dialog]:focus-within").waitFor();
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
      await expectFocus(more);
    }
    const expectRoute = async (title: string, heading: string) => {
      await expectFocus(page.getByRole("heading", { level: 1, name: heading }));
      await expect.poll(() => page.title()).toBe(`${title} | Daymark`);
    };
    await press(page.getByRole("contentinfo").getByRole("link", { name: words("Terms") }), visit);
    await expectRoute(words("Terms and Conditions"), words("Terms and Conditions"));
    await page.goBack();
    await expectRoute(words("Dashboard"), words("Dashboard"));
  },
);

test("a page that replaces a form moves the focus to its heading", async ({ stage }) => {
  const page = await stage.visit();
  await page.goto("/reset-password");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.getByLabel("Email").fill(`${newName()}@example.org`);
  await page.keyboard.press("Enter");
  await expectFocus(page.getByRole("heading", { level: 1, name: "Check your inbox" }));
});

test("a used verification link is no error after a reload or a second visit", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const page = await stage.visit();
  const link = linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/verify-email"), "/verify-email");
  await page.goto(link);
  await page.getByRole("button", { name: "Verify my email" }).click();
  const heading = page.getByRole("heading", { level: 1, name: "Your email is verified" });
  await heading.waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.url}/verify-email`);
  await page.reload();
  await heading.waitFor();
  const again = await stage.visit({ as: user });
  await again.goto(link);
  await again.getByText("You have already used this link.").waitFor();
  await again.getByRole("main").getByRole("link", { name: "Go to the dashboard" }).click();
  await again.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
});

test("going back from the second step of a log-in keeps the name in the first step", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  await enableTwoFactor(user);
  const page = await stage.visit();
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(user.username);
  await page.locator("input[name=password]").fill(password);
  await page.keyboard.press("Enter");
  await page.getByLabel("Security code").waitFor();
  await page.goBack();
  await expect.poll(() => page.locator("input[name=username]").inputValue()).toBe(user.username);
  expect(await page.locator("input[name=password]").inputValue()).toBe("");
});
