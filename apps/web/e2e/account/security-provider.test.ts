import { startProvider } from "@daymark/auth/testing-provider";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { accessibilityFaults } from "../stage/axe.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { callApi, requireStepUpOnce } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

const returner = { id: "returner", email: "returner@example.org", email_verified: true, name: "Re Turner" };
const leaver = { id: "leaver", email: "leaver@example.org", email_verified: true, name: "Lea Ver" };
const newcomer = { id: "newcomer", email: "newcomer@example.org", email_verified: true, name: "New Comer" };

let provider: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
beforeAll(async () => {
  provider = await startProvider([newcomer, returner, leaver]);
  const { google } = provider.config;
  product = await startProduct({
    env: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
    },
  });
});
afterAll(async () => {
  await product.stop();
  await provider.close();
});

/** Logs in through Google as a user without another sign-in method. */
async function logInThroughGoogle(stage: Stage, { name }: { name: string }): Promise<Page> {
  // The provider has another host than the product, like Google.
  stage.expectError(new RegExp(`^request to a foreign host: ${provider.url}/`));
  const page = await stage.visit({ url: product.url, language: "uk" });
  await page.goto("/login");
  await page.getByRole("button", { name: uk("Continue with {name}", { name: "Google" }) }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  return page;
}

test("a user who signed up through a provider is told what that means, and can add a password", async ({ stage }) => {
  stage.expectError(/status of 40[39]/);
  const page = await logInThroughGoogle(stage, newcomer);
  await openSettings(page, "/settings");
  const account = section(page, uk("Account"));
  // The provider owns the address, so the user cannot change it here. The page says how to proceed.
  await account.getByText(/Google/).waitFor();
  expect(await account.getByRole("button", { name: uk("Change email") }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await account.getByRole("link").click();

  await page.getByRole("heading", { name: uk("Security Settings") }).waitFor();
  await page.getByRole("button", { name: uk("Unlink {name}", { name: "Google" }) }).click();
  await dialogButton(page, uk("Unlink")).click();
  await dialogOf(page).getByText("Це останній спосіб увійти до вашого облікового запису.", { exact: false }).waitFor();
  await dialogButton(page, uk("Keep it")).click();
  await dialogOf(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: uk("Add a password") }).click();
  const fresh = "First-Horse-7";
  await dialogOf(page).getByLabel(uk("Password"), { exact: true }).fill("12345678");
  await dialogOf(page).getByLabel(uk("Repeat the password"), { exact: true }).fill(fresh);
  await dialogButton(page, uk("Add password")).click();
  await dialogOf(page).getByText(uk("The password is too common or entirely numeric.")).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialogOf(page).getByLabel(uk("Password"), { exact: true }).fill(fresh);
  await dialogButton(page, uk("Add password")).click();
  await messageOf(page, uk("Your password has been added!")).waitFor();
  await page.getByRole("button", { name: uk("Change password") }).waitFor();
  expect(
    (await callApi(product.url, "POST", "/auth/token/", { body: { username: newcomer.email, password: fresh } }))
      .status,
  ).toBe(200);

  await page.getByRole("button", { name: uk("Unlink {name}", { name: "Google" }) }).click();
  await requireStepUpOnce(page, "oauth.unlink");
  await dialogButton(page, uk("Unlink")).click();
  const asked = page.getByRole("dialog", { name: uk("Confirm it’s you") });
  await asked.getByLabel(uk("Password"), { exact: true }).fill(fresh);
  await asked.getByRole("button", { name: uk("Confirm"), exact: true }).click();
  await messageOf(page, uk("The account is no longer linked.")).waitFor();
  await page.getByRole("button", { name: uk("Link {name}", { name: "Google" }) }).waitFor();

  // With a password the user can also change the name and delete the account.
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: uk("Change username") }).click();
  const wanted = newName("own");
  await dialogOf(page).getByLabel(uk("New username")).fill(wanted);
  await dialogOf(page).getByLabel(uk("Your password"), { exact: true }).fill(fresh);
  await dialogButton(page, uk("Save")).click();
  await account.getByText(wanted).waitFor();
});

test("a user without a password confirms a step-up by another log-in, which leads back", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const page = await logInThroughGoogle(stage, returner);
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: uk("Turn on") }).click();
  await dialogButton(page, uk("Continue")).waitFor();
  expect(await dialogOf(page).locator("input").count()).toBe(0);
  await requireStepUpOnce(page, "twoFactor.generate");
  await dialogButton(page, uk("Continue")).click();
  await dialogButton(page, uk("Log in again")).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
  // The user still has a session at the provider.
  await page.getByRole("button", { name: uk("Continue with {name}", { name: "Google" }) }).click();
  await expect.poll(() => page.url()).toBe(`${product.url}/settings/security`);
  // After a recent log-in no step-up is needed.
  await page.getByRole("button", { name: uk("Turn on") }).click();
  await dialogButton(page, uk("Continue")).click();
  await page.locator("[data-secret]").waitFor();
});

test("an account without a password is deleted by typing its name after a recent log-in", async ({ stage }) => {
  const page = await logInThroughGoogle(stage, leaver);
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: uk("Delete account…") }).click();
  const username = (await dialogOf(page).locator("b").textContent()) ?? "";
  expect(await dialogOf(page).locator("input[type=password]").count()).toBe(0);
  await dialogOf(page).getByLabel(uk("Type your username to confirm")).fill(username);
  await dialogButton(page, uk("Delete my account")).click();
  await messageOf(page, uk("Your account has been deleted.")).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});
