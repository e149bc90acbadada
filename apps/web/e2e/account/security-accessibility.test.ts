import { checkRoutes, checkStates } from "../stage/axe.ts";
import {
  acknowledge,
  firefoxOnWindows,
  logInFrom,
  readAuthenticator,
  requireStepUpOnce,
  safariOnPhone,
} from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings } from "../stage/settings.ts";
import { messageOf, type Stage, test } from "../stage/stage.ts";
import { password, type User } from "../stage/user.ts";

async function createBusyUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await logInFrom(stage.url, user, firefoxOnWindows);
  await logInFrom(stage.url, user, safariOnPhone);
  await user.call("POST", "/api-keys/", { name: "Weekly report", scopes: ["read", "write"] });
  return user;
}

test("axe finds no problem in the security settings and their dialogs", { timeout: 180_000 }, async ({ stage }) => {
  const user = await createBusyUser(stage);
  const page = await stage.visit({ language: "en", theme: "light", as: user, touch: true });
  // Checks the current state, which the previous one led to.
  const checkState = (name: string) => checkStates(page, [{ name, open: async () => {}, hasTargets: true }]);
  const close = async () => {
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
  };
  const openPage = async () => {
    await openSettings(page, "/settings/security");
    await page.locator("[data-session]").nth(2).waitFor();
    await page.getByRole("list", { name: "Recent activity" }).waitFor();
  };
  await checkRoutes(page, [{ name: "page", open: openPage, hasTargets: true }]);
  await page.getByRole("button", { name: "Change password" }).click();
  await dialogButton(page, "Change password").click();
  await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
  await checkState("change password with errors");
  await close();
  await page.locator("[data-session]").nth(1).getByRole("button").first().click();
  await dialogOf(page).getByRole("list").waitFor();
  await checkState("session");
  await close();
  await page.getByRole("button", { name: "End all sessions" }).click();
  await dialogOf(page).waitFor();
  await checkState("end all sessions");
  await requireStepUpOnce(page, "session.endAll");
  stage.expectError(/status of 403/);
  await dialogButton(page, "End all sessions").click();
  await dialogOf(page).getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await checkState("step-up");
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("heading", { name: "End all sessions?" }).waitFor();
  await close();
  await page.getByRole("button", { name: "Create a key" }).click();
  await dialogOf(page).getByLabel("Name").fill("Weekly report");
  await checkState("API key form");
  await dialogButton(page, "Create key").click();
  await page.locator("[data-api-key]").waitFor();
  await checkState("API key");
  await acknowledge(page);
  // On a phone a toast covers the top of a dialog.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await messageOf(page, "The API key has been created.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Turn on" }).click();
  await dialogOf(page).getByLabel("Your password", { exact: true }).fill(password);
  await checkState("two factors, password");
  await dialogButton(page, "Continue").click();
  const app = await readAuthenticator(page);
  await checkState("two factors, QR code");
  await dialogOf(page).getByLabel("Security code").pressSequentially(app.nextCode());
  await page.locator("[data-backup-code]").first().waitFor();
  await checkState("backup codes");
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("heading", { name: "Close without saving it?" }).waitFor();
  await checkState("warning");
  await dialogButton(page, "Go back").click();
  await acknowledge(page);
  await checkState("page with two factors");
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialogOf(page).waitFor();
  await checkState("turn off");
});
