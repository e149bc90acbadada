import { startProvider } from "@daymark/auth/testing-provider";
import { switchNames } from "@daymark/domain/operator/feature-switch";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { publish } from "../community/blog-post.ts";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { fakePush } from "../stage/push.ts";
import { expect, messageOf, type Stage, test, type Visit, widths } from "../stage/stage.ts";
import { createUser, type User } from "../stage/user.ts";

const newcomer = { id: "newcomer", email: "newcomer@example.org", email_verified: true, name: "New Comer" };
const stranger = { id: "stranger", email: "stranger@example.org", email_verified: true, name: "Stranger" };
const second = { id: "second", name: "Second", email: "second@example.org", email_verified: true };
const linked = { id: "linked", name: "Linked", email: "linked@example.org", email_verified: true };

let provider: Awaited<ReturnType<typeof startProvider>>;
let product: Product;
beforeAll(async () => {
  provider = await startProvider([newcomer, stranger, second, linked]);
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

const phone = (): Visit => ({ url: product.url, width: widths.phone, height: 640, touch: true });

/** Allows requests to the provider, which has another host, like Google. */
function expectProvider(stage: Stage) {
  stage.expectError(new RegExp(`^request to a foreign host: ${provider.url}/`));
}

/** Opens the provider's page from the log-in and logs in there. */
async function continueAs(page: Page, name: string) {
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Creates a user with a password and a verified address. */
async function verifiedUser(): Promise<User> {
  const user = await createUser(product.url);
  const link = linkIn(await waitForMailWith(product.mailDirectory, user.email, "/verify-email"), "/verify-email");
  await user.call("PATCH", `/verify-email/${new URL(link).searchParams.get("token")}/`);
  return user;
}

test("Google creates an account, the browser remembers it unless the user declines, and the user reaches the requested page", async ({
  stage,
}) => {
  expectProvider(stage);
  const page = await stage.visit(phone());
  await page.goto("/dashboard?q=tea");
  await page.getByLabel("Remember me").uncheck();
  await continueAs(page, newcomer.name);
  await expect.poll(() => page.url()).toBe(`${product.url}/dashboard?q=tea`);
  await messageOf(page, "You have successfully logged in!").waitFor();
  expect(
    await page.evaluate(() => [localStorage.getItem("rememberMe"), sessionStorage.getItem("oauthAttempt")]),
  ).toEqual(["false", null]);
  // The account has no password to log in with, and Facebook is not configured.
  const other = await stage.visit(phone());
  await other.goto("/login");
  await other.getByRole("button", { name: "Continue with Google" }).waitFor();
  expect(await other.getByRole("button", { name: /Facebook/ }).count()).toBe(0);
});

test("an OAuth answer that this tab did not request is refused with a message, without a log-in", async ({ stage }) => {
  expectProvider(stage);
  // An attacker starts a log-in and lets another user finish it: RFC 9700 4.7.
  const start = await fetch(`${product.url}/api/auth/oauth/google/start/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const { url } = (await start.json()) as { url: string };
  const { code, state } = await provider.logIn(url, stranger.id);
  const page = await stage.visit(phone());
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.goto(`/oauth/google?code=${encodeURIComponent(code)}&state=${encodeURIComponent(state)}`);
  await page.getByRole("heading", { name: "This log-in did not start here" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${product.url}/oauth/google`);
  expect(calls.filter((call) => call.includes("oauth.complete"))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  await page.getByRole("link", { name: "Back to log-in" }).click();
  await expect.poll(() => page.title()).toBe("Log In | Daymark");
});

test("a user who cancels at Google reads that nothing happened", async ({ stage }) => {
  expectProvider(stage);
  const page = await stage.visit(phone());
  await page.goto("/login");
  await continueAs(page, "Cancel");
  await page.getByRole("heading", { name: "You did not continue with Google" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${product.url}/oauth/google`);
});

test("an unreachable provider is named in the message", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const page = await stage.visit(phone());
  await page.goto("/login");
  provider.replacedAnswers.set("/.well-known/openid-configuration", (response) => {
    response.statusCode = 500;
    response.end();
  });
  provider.replacedAnswers.set("/token", (response) => {
    response.statusCode = 500;
    response.end();
  });
  try {
    expectProvider(stage);
    await continueAs(page, stranger.name).catch(() => {});
    const said = page.getByText("Google is not available right now. Try again later.");
    await said.first().waitFor();
  } finally {
    provider.restoreAnswers();
  }
});

test("a Google log-in also asks for the second factor and keeps the intended page", async ({ stage }) => {
  expectProvider(stage);
  stage.expectError(/status of 401/);
  const page = await stage.visit(phone());
  await page.goto("/login");
  await continueAs(page, second.name);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  // Right after the log-in, the account may set a password without another proof.
  const access = await page.evaluate(() => sessionStorage.getItem("accessToken"));
  const call = async <T>(method: string, path: string, body: object = {}) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${access}` },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as T;
  };
  const app = await enableTwoFactor({
    call: (method: string, path: string, body?: object) =>
      call(method, path, path === "/auth/2fa/generate/" ? {} : body),
  } as User);

  const later = await stage.visit(phone());
  await later.goto("/dashboard?type=good");
  await continueAs(later, second.name);
  await expect.poll(() => later.title()).toBe("Two-Factor Log In | Daymark");
  await later.getByLabel("Security code").fill(app.nextCode());
  await expect.poll(() => later.url()).toBe(`${product.url}/dashboard?type=good`);
});

test("a user links a provider in the settings and can then log in with it", async ({ stage }) => {
  expectProvider(stage);
  const user = await verifiedUser();
  const page = await stage.visit({ ...phone(), as: user });
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Link Google" }).click();
  await page.getByRole("button", { name: linked.name, exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${product.url}/settings/security`);
  await messageOf(page, "The account has been linked!").waitFor();

  const later = await stage.visit(phone());
  await later.goto("/login");
  await continueAs(later, linked.name);
  await expect.poll(() => new URL(later.url()).pathname).toBe("/dashboard");
  await later.getByRole("banner").locator("summary:visible").click();
  await later.getByText(user.username).filter({ visible: true }).waitFor();
});

test("a disabled feature is announced where a user would start it", async ({ stage }) => {
  const installation = { mailDirectory: product.mailDirectory, createUser: () => createUser(product.url) };
  const [admin, reader] = [await createAdmin(installation), await createReader(installation)];
  const { slug } = await publish(admin);
  const set = (is_on: boolean) =>
    Promise.all(switchNames.map((name) => admin.call("PUT", `/admin/switches/${name}/`, { is_on })));
  const guest = await stage.visit(phone());
  const page = await stage.visit({ ...phone(), as: reader });
  const writer = await stage.visit({ ...phone(), as: admin });
  // The page must show the text exactly once, otherwise the locator is ambiguous and fails.
  const said = (on: Page, words: string) => on.getByText(words).waitFor();
  await fakePush(page, { answer: "granted" });
  await set(false);
  try {
    await guest.goto("/signup");
    await said(guest, "Signing up is closed for now. Try again later.");
    await said(guest, "The newsletter is closed to new subscribers for now.");
    await guest.goto("/login");
    await said(guest, "Logging in through third parties is turned off for now. Use another way to log in.");
    await page.goto("/feature-requests/new");
    await said(page, "New feature requests are closed for now. Try again later.");
    await page.goto(`/blog/${slug}`);
    await said(page, "Comments are closed for now. Try again later.");
    await page.goto("/settings/security");
    await said(page, "Logging in through third parties is turned off for now. Use another way to log in.");
    await page.goto("/settings");
    await said(page, "The newsletter is closed to new subscribers for now.");
    await said(page, "New notifications are turned off for now. Try again later.");
    await page.getByRole("button", { name: "Import…" }).click();
    await said(page, "Importing is turned off for now. Try again later.");
    await writer.goto("/admin/images");
    const picture = { name: "picture.png", mimeType: "image/png", buffer: Buffer.from("") };
    await writer.locator("main input[type=file]").setInputFiles(picture);
    await said(writer, "Uploading images is turned off for now.");
  } finally {
    await set(true);
  }
  // The page does not mention enabled features.
  const asked = guest.waitForResponse(/featureSwitch\.get/);
  await guest.goto("/signup");
  await asked;
  await guest.locator("main form button[type=submit]:enabled").waitFor();
  expect(await guest.getByText(/closed|turned off/).count()).toBe(0);
});
