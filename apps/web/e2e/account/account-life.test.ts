import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { startProvider } from "@daymark/auth/testing-provider";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { Authenticator } from "../stage/authenticator.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { collectSecrets, findSecrets, type Secrets } from "../stage/secrets.ts";
import { acknowledge, callApi, readAuthenticator, turnOnTwoFactor } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");
const googleButton = uk("Continue with {name}", { name: "Google" });
const someone = { id: "someone-at-google", email: "someone@example.org", email_verified: true, name: "Some One" };

let provider: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
const secrets = collectSecrets();

/** The product with its default captcha and rate limits, and with every log line. */
beforeAll(async () => {
  provider = await startProvider([someone]);
  const { clientId, clientSecret, issuer } = provider.config.google;
  secrets.add("Google's client secret", clientSecret);
  product = await startProduct({
    env: {
      CAPTCHA: "altcha",
      RATE_LIMIT: "on",
      LOG_LEVEL: "trace",
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
    },
  });
});
afterAll(async () => {
  await product.stop();
  await provider.close();
});

/** Opens a separate browser in Ukrainian. The test records every secret that the browser sends or receives. */
async function openBrowser(stage: Stage, path: string): Promise<Page> {
  const page = await stage.visit({ url: product.url, language: "uk" });
  secrets.listenTo(page);
  await page.goto(path);
  return page;
}

test("a user signs up, enables a second factor, uses a backup code, is logged out from elsewhere, and deletes the account", async ({
  stage,
}) => {
  stage.expectError(/status of 401/);
  const username = newName("newcomer");
  const email = `${username}@example.org`;
  secrets.add("the password", password);

  const page = await openBrowser(stage, "/signup");
  await page.getByLabel(uk("Username"), { exact: true }).fill(username);
  await page.getByLabel(uk("Email"), { exact: true }).fill(email);
  await page.getByLabel(uk("Password"), { exact: true }).fill(password);
  await page.getByLabel(uk("Repeat the password"), { exact: true }).fill(password);
  await page.locator("input[name=agreement]").check();
  await page
    .locator("main form")
    .getByRole("button", { name: uk("Sign up") })
    .click();
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);
  const link = linkIn(await waitForMailWith(product.mailDirectory, email, "/verify-email"), "/verify-email");
  addLink(secrets, link);
  await page.goto(link);
  await messageOf(page, uk("Your email address has been verified!")).waitFor();
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);
  await openSettings(page, "/settings/security");
  const { app, codes } = await turnOnTwoFactor(page, uk);
  await acknowledge(page, uk);
  await logOut(page);

  await logIn(page, username);
  await page.getByRole("button", { name: uk("Use a backup code instead") }).click();
  await page.getByLabel(uk("Backup code"), { exact: true }).fill(codes[0] ?? "");
  await page
    .locator("main form")
    .getByRole("button", { name: uk("Log in") })
    .click();
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);

  const elsewhere = await openBrowser(stage, "/login");
  await logIn(elsewhere, username);
  await enterCode(elsewhere, app);
  await endOtherSessions(elsewhere);
  await expectLoggedOut(page);

  await deleteAccount(elsewhere, { username, backupCode: codes[1] ?? "", hasPassword: true });
  const again = await callApi(product.url, "POST", "/auth/token/", { body: { username, password } });
  expect(again.body.code).toBe("user_not_found");
});

test("a user does the same with Google", async ({ stage }) => {
  stage.expectError(new RegExp(`status of 401|^request to a foreign host: ${provider.url}/`));
  const page = await openBrowser(stage, "/login");
  await continueWithGoogle(page);
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: uk("Turn on") }).click();
  // The account has no password to ask for, and the log-in is recent enough to need no other proof.
  await dialogButton(page, uk("Continue")).click();
  await dialogOf(page).locator("[data-secret]").waitFor();
  const app = await readAuthenticator(page);
  await dialogOf(page).getByLabel(uk("Security code")).pressSequentially(app.nextCode());
  const shown = page.locator("[data-backup-code]");
  await shown.first().waitFor();
  const [backupCode = "", nextBackupCode = ""] = await shown.allTextContents();
  await acknowledge(page, uk);
  await logOut(page);

  await page.goto("/login");
  // Google has a session in this browser and logs the user in without a form.
  await page.getByRole("button", { name: googleButton }).click();
  await page.getByRole("button", { name: uk("Use a backup code instead") }).click();
  await page.getByLabel(uk("Backup code"), { exact: true }).fill(backupCode);
  await page
    .locator("main form")
    .getByRole("button", { name: uk("Log in") })
    .click();
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);

  const elsewhere = await openBrowser(stage, "/login");
  await continueWithGoogle(elsewhere);
  await enterCode(elsewhere, app);
  await endOtherSessions(elsewhere);
  await expectLoggedOut(page);
  const access = await elsewhere.evaluate(() => sessionStorage.getItem("accessToken") ?? "");
  const { body } = await callApi(product.url, "GET", "/profile/", { access });
  await deleteAccount(elsewhere, { username: String(body.username), backupCode: nextBackupCode, hasPassword: false });
  expect((await callApi(product.url, "GET", "/profile/", { access })).status).toBe(401);
});

test("afterwards no password, token, code or secret is in the database's files or the logs", async () => {
  const all = await secrets.all();
  expect(new Set(all.values())).toEqual(
    new Set([
      ...["access", "refresh", "challenge", "secret", "backup_codes", "state", "nonce", "code"],
      ...["the password", "a mailed link", "a security code", "Google's client secret"],
    ]),
  );
  const dataDirectory = dirname(product.mailDirectory);
  expect(existsSync(join(dataDirectory, "logs", "auth"))).toBe(true);
  // A restart writes the database's buffers to its files.
  await product.restart();
  // A user name is not a secret, and shows that the search would find one.
  const found = findSecrets(dataDirectory, new Map([...all, [someone.id, "a subject"]]));
  expect(found.some((line) => line.startsWith("a subject in"))).toBe(true);
  expect(found.filter((line) => !line.startsWith("a subject in"))).toEqual([]);
});

function addLink(to: Secrets, link: string) {
  to.add("a mailed link", new URL(link).searchParams.get("token") ?? "");
}

async function logIn(page: Page, username: string) {
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.getByLabel(uk("Username or email")).fill(username);
  await page.getByLabel(uk("Password"), { exact: true }).fill(password);
  await page
    .locator("main form")
    .getByRole("button", { name: uk("Log in"), exact: true })
    .click();
}

async function continueWithGoogle(page: Page) {
  await page.getByRole("button", { name: googleButton }).click();
  await page.getByRole("button", { name: someone.name, exact: true }).click();
}

async function enterCode(page: Page, app: Authenticator) {
  await expect.poll(() => page.title()).toBe(`${uk("Two-Factor Log In")} | Daymark`);
  const code = app.nextCode();
  secrets.add("a security code", code);
  await page.getByLabel(uk("Security code")).fill(code);
  await expect.poll(() => page.title()).toBe(`${uk("Dashboard")} | Daymark`);
}

async function logOut(page: Page) {
  const banner = page.getByRole("banner");
  await banner.locator("summary:visible").last().click();
  await banner.getByRole("button", { name: uk("Log out") }).click();
  await dialogButton(page, uk("Log out")).click();
  await messageOf(page, uk("You have successfully logged out!")).waitFor();
}

async function endOtherSessions(page: Page) {
  await openSettings(page, "/settings/security");
  const card = section(page, uk("Sessions"));
  await expect.poll(() => card.locator("[data-session]").count()).toBe(2);
  await card.getByRole("button", { name: uk("End all other sessions") }).click();
  await dialogButton(page, uk("End other sessions")).click();
  await expect.poll(() => card.locator("[data-session]").count()).toBe(1);
}

/**
 * Waits until the page leads a logged-out user to the start. The page notices the end of its session at once, because
 * its stream of live changes ends.
 */
async function expectLoggedOut(page: Page) {
  await messageOf(page, uk("Your session has been terminated. Please log in again.")).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
}

async function deleteAccount(
  page: Page,
  { username, backupCode, hasPassword }: { username: string; backupCode: string; hasPassword: boolean },
) {
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: uk("Delete account…") }).click();
  await dialogOf(page).getByLabel(uk("Type your username to confirm")).fill(username);
  if (hasPassword) await dialogOf(page).getByLabel(uk("Your password"), { exact: true }).fill(password);
  await dialogOf(page).getByLabel(uk("Security code or backup code")).fill(backupCode);
  await dialogButton(page, uk("Delete my account")).click();
  await messageOf(page, uk("Your account has been deleted.")).waitFor();
}
