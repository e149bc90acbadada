import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { waitForMailWith } from "../stage/mail.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, messageOf, test, type Visit, widths } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";

/** The product with all its protection against bots turned on. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { CAPTCHA: "altcha", RATE_LIMIT: "on", NETWORK_POLICY: "block" } });
});
afterAll(() => product.stop());

/** A phone that hides Playwright's automation from the captcha. */
const phone = (): Visit => ({
  url: product.url,
  width: widths.phone,
  height: 640,
  touch: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
});

async function signUp(page: Page, username: string) {
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=email]").fill(`${username}@example.org`);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password_confirmation]").fill(password);
  await page.locator("input[name=agreement]").check();
  await page.locator("main form").getByRole("button", { name: "Sign up" }).click();
}

test("the sign-up solves its captcha in a worker while the user fills in the form", async ({ stage }) => {
  const page = await stage.visit(phone());
  const username = newName();
  await page.goto("/signup");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  expect(page.workers()).toEqual([]);
  const worker = page.waitForEvent("worker");
  await page.locator("input[name=username]").fill(username);
  expect(new URL((await worker).url()).origin).toBe(product.url);
  await signUp(page, username);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await waitForMailWith(product.mailDirectory, `${username}@example.org`, "/verify-email");
});

test("repeated resets solve the captcha when it is required, and keep what the user typed", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const page = await stage.visit(phone());
  const email = `${newName()}@example.org`;
  await page.goto("/reset-password");
  const refusals: string[] = [];
  page.on("response", async (response) => {
    if (response.status() === 400) refusals.push(await response.text());
  });
  for (let times = 0; times < 4; times += 1) {
    await page.locator("input[name=email]").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await page.getByText(email).waitFor();
    await page.getByRole("button", { name: "Use another address" }).click();
  }
  await expect.poll(() => refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) expect(refusal).toContain("captcha_missing");
});

test("after too many attempts the message and the button count down the seconds", async ({ stage }) => {
  stage.expectError(/status of (401|429)/);
  const page = await stage.visit(phone());
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  const username = newName("nobody");
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  const submit = page.locator("main form button[type=submit]");
  for (let times = 0; times < 11; times += 1) {
    const answered = page.waitForResponse(/auth\.login/);
    await page.locator("main form button[type=submit]:not([aria-busy])").click();
    await answered;
  }
  const message = messageOf(page, /^Too many requests\. Try again in \d+ secs\.$/);
  await message.waitFor();
  const secondsOf = (text: string | null) => Number(/\d+/.exec(text ?? "")?.[0]);
  // The page announces the wait once and not every second, so the announced text keeps the first number.
  const readOut = page.locator("[role=alert]", { hasText: "Too many requests" });
  const first = secondsOf(await readOut.textContent());
  expect(first).toBeGreaterThan(0);
  await expect.poll(() => submit.isDisabled()).toBe(true);
  expect(await submit.textContent()).toMatch(/^Try again in \d+ s$/);
  await expect.poll(async () => secondsOf(await message.textContent())).toBeLessThan(first);
  const left = secondsOf(await submit.textContent());
  await expect.poll(async () => secondsOf(await submit.textContent())).toBeLessThan(left);
  expect(secondsOf(await readOut.textContent())).toBe(first);
  const inUkrainian = await stage.visit({ ...phone(), language: "uk" });
  await inUkrainian.goto("/login");
  await inUkrainian.locator("main form button[type=submit]:enabled").waitFor();
  await inUkrainian.locator("input[name=username]").fill(username);
  await inUkrainian.locator("input[name=password]").fill(password);
  const ukSubmit = inUkrainian.locator("main form button[type=submit]");
  await ukSubmit.tap();
  await messageOf(inUkrainian, /^Забагато запитів\. Спробуйте ще раз через \d+ с\.$/).waitFor();
  await expect.poll(() => ukSubmit.textContent()).toMatch(/^Повторити через \d+ с$/);
  const ukLeft = secondsOf(await ukSubmit.textContent());
  await expect.poll(async () => secondsOf(await ukSubmit.textContent())).toBeLessThan(ukLeft);
  // After 10 s the message is gone, while the button still counts.
  await expect.poll(() => message.count(), { timeout: 15_000 }).toBe(0);
  expect(await page.locator("input[name=password]").inputValue()).toBe(password);
});

test("the network policy shows a warning once a session for 15 s, and the form shows the refusal", async ({
  stage,
}) => {
  stage.expectError(/status of 403/);
  const page = await stage.visit({ ...phone(), userAgent: "HeadlessChrome/140 (automated; +https://example.org/bot)" });
  await page.goto("/signup");
  await signUp(page, newName());
  const message = messageOf(page, "Access denied for automated traffic.");
  await message.waitFor();
  expect(await message.getAttribute("data-type")).toBe("warning");
  expect(await page.evaluate(() => Object.values(sessionStorage))).toContain("bot_detected");
  await page.reload();
  await signUp(page, newName());
  await page.locator("main form [role=alert]", { hasText: "Access denied for automated traffic." }).waitFor();
  expect(await message.count()).toBe(0);
});
