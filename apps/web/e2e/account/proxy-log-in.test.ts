import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, messageOf, mouseAndTouch, test } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const header = "X-Forwarded-Email";
let product: Product;
let closed: Product;
beforeAll(async () => {
  // The browser plays the proxy: it connects from a trusted address and sends the header.
  const env = { AUTH_PROXY_HEADER: header, TRUSTED_PROXIES: "127.0.0.1" };
  product = await startProduct({ env: { ...env, AUTH_PROXY_LOGOUT_URL: "https://id.example.org/logout" } });
  closed = await startProduct({ env: { ...env, SIGN_UP: "closed", PASSWORD_LOGIN: "off" } });
});
afterAll(async () => {
  await product.stop();
  await closed.stop();
});

test.for(mouseAndTouch)(
  "a guest whom the proxy names reaches the requested page without a form, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const page = await stage.visit({ ...visit, url: product.url });
    await page.setExtraHTTPHeaders({ [header]: `${newName("proxied")}@example.org` });
    await page.goto("/dashboard?type=good");
    await expect.poll(() => page.url()).toBe(`${product.url}/dashboard?type=good`);
    await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
    await messageOf(page, words("You have successfully logged in!")).waitFor();
    // A reload and a new tab keep the session.
    await page.reload();
    await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
  },
);

test("a guest whom the proxy does not name logs in by the usual form", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const page = await stage.visit({ url: product.url });
  await page.goto("/login");
  await page.getByText("Your proxy did not say who you are.").waitFor();
  await page.getByLabel("Username or email").waitFor();
  // The operator's link opens the form although the proxy names a user.
  await page.setExtraHTTPHeaders({ [header]: `${newName("proxied")}@example.org` });
  await page.goto("/login?local");
  await page.getByLabel("Username or email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill(password);
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("a proxy user without an account reads why they get none while sign-up is closed", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const words = wordsOf("uk");
  const page = await stage.visit({ url: closed.url, language: "uk", width: 320, touch: true });
  await page.setExtraHTTPHeaders({ [header]: "stranger@example.org" });
  await page.goto("/login");
  await page
    .getByText(words("Your proxy knows you, but you have no account here, and sign-up is not open to everyone."))
    .waitFor();
  expect(await page.locator("input").count()).toBe(0);
});
