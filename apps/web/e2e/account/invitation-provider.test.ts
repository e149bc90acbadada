import { startProvider } from "@daymark/auth/testing-provider";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { callApi } from "../stage/security.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import { logIn, newName, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const accountOf = (id: string) => ({ id, email: `${id}@example.org`, email_verified: true, name: id });
const people = ["anna", "bohdan", "chloe", "danylo", "eva"].map(accountOf);
const admin = { username: "the_admin", email: "the_admin@example.org", password };

let house: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
let withoutPasswords: Product;
beforeAll(async () => {
  house = await startProvider(people);
  const env = {
    OIDC_HOUSE_ISSUER: house.url,
    OIDC_HOUSE_CLIENT_ID: "RS256-client_secret_post",
    OIDC_HOUSE_CLIENT_SECRET: house.config.google.clientSecret,
    OIDC_HOUSE_CLIENT_AUTH: "client_secret_post",
    OIDC_HOUSE_LABEL: "Our house",
    SIGN_UP: "invite",
    ...{ ADMIN_USERNAME: admin.username, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password },
  };
  product = await startProduct({ env });
  withoutPasswords = await startProduct({ env: { ...env, PASSWORD_LOGIN: "off", ADMIN_EMAIL: "eva@example.org" } });
});
afterAll(async () => {
  await product.stop();
  await withoutPasswords.stop();
  await house.close();
});

function expectProvider(stage: Stage) {
  stage.expectError(new RegExp(`^request to a foreign host: ${house.url}/`));
}

async function openInvitation(page: Page, link: string) {
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
}

const invite = (boss: User, values: object = {}) =>
  boss.call<{ id: number; link: string }>("POST", "/admin/invitations/", values);
const usesOf = async (boss: User, id: number) => {
  const { results } = await boss.call<{ results: { id: number; uses: number }[] }>("GET", "/admin/invitations/");
  return results.find((invitation) => invitation.id === id)?.uses;
};

test.for(mouseAndTouch)(
  "an invitation lets a provider create an account, and is used up by it, $language, $width px",
  async (visit, { stage }) => {
    expectProvider(stage);
    const boss = await logIn(product.url, admin);
    const { id, link } = await invite(boss);
    const page = await stage.visit({ ...visit, url: product.url });
    await openInvitation(page, link);
    const button = page.getByRole("button", { name: /^(Continue with|Продовжити)/ });
    await press(button, visit);
    await page.getByRole("button", { name: people[visit.touch ? 1 : 0]?.name ?? "", exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
    expect(await usesOf(boss, id)).toBe(1);
  },
);

test("a user who returns from the provider after another one took the last use reads why", async ({ stage }) => {
  expectProvider(stage);
  stage.expectError(/status of 403/);
  const words = wordsOf("uk");
  const boss = await logIn(product.url, admin);
  const { id, link } = await invite(boss);
  const page = await stage.visit({ url: product.url, language: "uk", width: 320, touch: true });
  await openInvitation(page, link);
  await page.getByRole("button", { name: /^Продовжити/ }).tap();
  const chosen = page.getByRole("button", { name: "chloe", exact: true });
  await chosen.waitFor();
  await boss.call("POST", `/admin/invitations/${id}/revoke/`);
  await chosen.click();
  await page.getByRole("heading", { level: 1, name: words("This invitation no longer works") }).waitFor();
  await page.getByText(words("The invitation was withdrawn.")).waitFor();
});

test.for(["en", "uk"] as const)(
  "if another user takes the last use while a user types, the page says so and keeps the typed text, %s",
  async (language, { stage }) => {
    stage.expectError(/status of 403/);
    const words = wordsOf(language);
    const boss = await logIn(product.url, admin);
    const { id, link } = await invite(boss);
    const page = await stage.visit({ language, url: product.url });
    await openInvitation(page, link);
    const username = newName("typing");
    const field = (name: string) => page.getByLabel(words(name), { exact: true });
    await field("Username").fill(username);
    await field("Email").fill(`${username}@example.org`);
    await field("Password").fill(password);
    await field("Repeat the password").fill(password);
    await page.locator("input[name=agreement]").check();
    await boss.call("POST", `/admin/invitations/${id}/revoke/`);
    await press(page.locator("main form").getByRole("button", { name: words("Sign up") }));
    const notice = page.getByRole("alert").filter({ hasText: words("The invitation was withdrawn.") });
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field("Username").inputValue()).toBe(username);
    expect(await field("Password").inputValue()).toBe(password);
    // The provider's button leads to the same message.
    await press(page.getByRole("button", { name: /^(Continue with|Продовжити)/ }));
    await expect.poll(() => notice.count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/signup");
  },
);

test("if passwords are off, an invitation leads to the provider and creates an account", async ({ stage }) => {
  expectProvider(stage);
  const { url } = withoutPasswords;
  const boss = await stage.visit({ url });
  await boss.goto("/login");
  await boss.getByRole("button", { name: "eva", exact: true }).click();
  await expect.poll(() => new URL(boss.url()).pathname).toBe("/dashboard");
  const refresh = await boss.evaluate(() => localStorage.getItem("refreshToken"));
  const { access } = (await callApi(url, "POST", "/auth/token/refresh/", { body: { refresh } })).body;
  const made = await callApi(url, "POST", "/admin/invitations/", { access: String(access), body: {} });
  const link = String(made.body.link);
  const page = await stage.visit({ url });
  await page.goto("/signup");
  await page.getByRole("heading", { level: 1, name: "You need an invitation to sign up here" }).waitFor();
  await openInvitation(page, link);
  await press(page.getByRole("button", { name: "Continue with Our house" }));
  await page.getByRole("button", { name: "danylo", exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
});
