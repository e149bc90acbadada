import { startProvider } from "@daymark/auth/testing-provider";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { callApi } from "../stage/security.ts";
import { expect, messageOf, type Stage, test, widths } from "../stage/stage.ts";

const ada = { id: "ada", email: "ada@example.org", email_verified: true, name: "Ada Lovelace" };
const stranger = { id: "stranger", email: "stranger@example.org", email_verified: true, name: "Stranger" };

let house: Awaited<ReturnType<typeof startProvider>>;
let club: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
let withoutPasswords: Product;
beforeAll(async () => {
  house = await startProvider([ada]);
  club = await startProvider([ada, stranger], { areClaimsInIdToken: false });
  const { clientSecret } = house.config.google;
  withoutPasswords = await startProduct({
    env: {
      OIDC_HOUSE_ISSUER: house.url,
      OIDC_HOUSE_CLIENT_ID: "RS256-client_secret_post",
      OIDC_HOUSE_CLIENT_SECRET: clientSecret,
      OIDC_HOUSE_CLIENT_AUTH: "client_secret_post",
      OIDC_HOUSE_LABEL: "Our house",
      PASSWORD_LOGIN: "off",
      // The provider has verified this address, so its user gets this existing account, which has a password.
      ...{ ADMIN_USERNAME: ada.id, ADMIN_EMAIL: ada.email, ADMIN_PASSWORD: "Correct-Horse-7" },
    },
  });
  product = await startProduct({
    env: {
      OIDC_HOUSE_ISSUER: house.url,
      OIDC_HOUSE_CLIENT_ID: "ES256-client_secret_basic",
      OIDC_HOUSE_CLIENT_SECRET: clientSecret,
      OIDC_HOUSE_LABEL: "Our house",
      OIDC_CLUB_ISSUER: club.url,
      OIDC_CLUB_CLIENT_ID: "EdDSA-none",
      OIDC_CLUB_CLIENT_AUTH: "none",
      OIDC_CLUB_LABEL: "Клуб",
      OIDC_CLUB_SIGN_UP: "off",
    },
  });
});
afterAll(async () => {
  await product.stop();
  await withoutPasswords.stop();
  await house.close();
  await club.close();
});

/** Allows requests to the providers, which have other hosts. */
function expectProviders(stage: Stage) {
  stage.expectError(new RegExp(`^request to a foreign host: (${house.url}|${club.url})/`));
}

const providerButtons = (page: Page) => page.getByRole("button", { name: /^(Continue with|Продовжити)/ });

test("four lines of configuration log a user in, on a phone and by the keyboard", async ({ stage }) => {
  expectProviders(stage);
  const page = await stage.visit({ url: product.url, width: widths.phone, height: 640, touch: true });
  await page.goto("/dashboard?type=good");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
  await providerButtons(page).first().waitFor();
  expect(await providerButtons(page).allTextContents()).toEqual(["Continue with Our house", "Continue with Клуб"]);
  await page.getByRole("button", { name: "Continue with Our house" }).press("Enter");
  await page.getByRole("button", { name: ada.name, exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${product.url}/dashboard?type=good`);
  await messageOf(page, "You have successfully logged in!").waitFor();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Unlink Our house" }).waitFor();
  await page.getByRole("button", { name: "Link Клуб" }).click();
  await page.getByRole("button", { name: ada.name, exact: true }).click();
  await messageOf(page, "The account has been linked!").waitFor();
  await page.getByRole("button", { name: "Unlink Клуб" }).waitFor();
});

test("a provider that may not create accounts tells an unknown user so, in their language", async ({ stage }) => {
  expectProviders(stage);
  stage.expectError(/status of 403/);
  const page = await stage.visit({ url: product.url, language: "uk" });
  await page.goto("/signup");
  await providerButtons(page).last().click();
  await page.getByRole("button", { name: stranger.name, exact: true }).click();
  await page.getByText("Через Клуб обліковий запис тут не створюється.").waitFor();
});

test("without passwords the log-in leads to the only provider, and no page has a form for a password", async ({
  stage,
}) => {
  expectProviders(stage);
  const page = await stage.visit({ url: withoutPasswords.url });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("heading", { name: "You did not continue with Our house" }).waitFor();
  // This link does not lead to the provider again.
  await page.getByRole("link", { name: "Back to log-in" }).click();
  await providerButtons(page).waitFor();
  expect(new URL(page.url()).searchParams.get("local")).toBe("");
  expect(await page.locator("input").count()).toBe(0);
  await page.goto("/signup");
  await providerButtons(page).waitFor();
  expect(await page.locator("input").count()).toBe(0);
  // The link no longer works. If passwords were on, this page would offer a reset.
  await page.goto("/not-me");
  await page.getByRole("main").getByRole("link", { name: "Log in", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Reset password" }).count()).toBe(0);
  await page.goto("/reset-password");
  await page.getByRole("heading", { level: 1, name: "Passwords are turned off here" }).waitFor();
  expect(await page.locator("input").count()).toBe(0);
  await page.getByRole("link", { name: "Back to log-in" }).click();
  await page.getByRole("button", { name: ada.name, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");

  // The account got its password at its creation and accepts no other.
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  const { url } = withoutPasswords;
  const { access } = (await callApi(url, "POST", "/auth/token/refresh/", { body: { refresh } })).body;
  const added = await callApi(url, "POST", "/add-password/", {
    access: String(access),
    body: { password: "First-Horse-7", password_confirmation: "First-Horse-7" },
  });
  expect(added.status).toBe(403);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Unlink Our house" }).waitFor();
  expect(await page.getByText("Password", { exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /password/i }).count()).toBe(0);
});

test("a log-out leads to the provider, where the session ends too, and back", async ({ stage }) => {
  expectProviders(stage);
  const page = await stage.visit({ url: withoutPasswords.url, width: widths.phone, height: 640, touch: true });
  await page.goto("/login");
  await page.getByRole("button", { name: ada.name, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  // The user did not ask to stay logged in on this device, so the session ends within a day.
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  const { exp, iat } = JSON.parse(atob(refresh?.split(".")[1] ?? ""));
  expect(exp - iat).toBeLessThanOrEqual(24 * 3600);
  await page.getByRole("banner").locator("summary:visible").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log out there too" }).click();
  await expect.poll(() => page.url()).toBe(`${withoutPasswords.url}/`);
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  // The provider asks the user to log in again.
  await page.goto("/login");
  await page.getByRole("button", { name: ada.name, exact: true }).waitFor();
});

test("the operator's emergency link shows the form, and says that passwords are off as long as they are", async ({
  stage,
}) => {
  stage.expectError(/status of 403/);
  const page = await stage.visit({ url: withoutPasswords.url });
  await page.goto("/login?local=password");
  await page.getByLabel("Username or email").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("Correct-Horse-7");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("alert").getByText("Passwords are turned off. Use another way to log in.").waitFor();
});
