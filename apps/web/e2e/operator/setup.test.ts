import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@daymark/db/free-port";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { checkStates } from "../stage/axe.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

/** Console errors for answers that refuse a step. */
const refused = /status of 40[04]/;
/** Console errors while the server restarts. */
const restarting =
  /status of 503|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/;

async function startEmpty(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ env });
  onTestFinished(() => product.stop());
  return product;
}

/** Reads the setup code from the log, as the operator does. */
function readCode({ mailDirectory }: Product): string {
  return readFileSync(join(mailDirectory, "../setup-code"), "utf8").trim();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator("input[name=code]").fill(code);
  await page.locator("main form button[type=submit]").click();
}

async function nameAdmin(page: Page, username: string): Promise<void> {
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=email]").fill(`${username}@example.org`);
  await page.locator("input[name=password]").fill("Correct-Horse-7");
  await page.locator("input[name=password_confirmation]").fill("Correct-Horse-7");
}

test.for(mouseAndTouch)(
  "the operator sets up the server in the browser and logs in, and then the page no longer exists, $language, $width px",
  { timeout: 180_000 },
  async (visit, { stage }) => {
    stage.expectError(refused);
    stage.expectError(restarting);
    const words = wordsOf(visit.language);
    const product = await startEmpty();
    const page = await stage.visit({ ...visit, url: product.url });
    expect((await page.goto("/setup"))?.status()).toBe(200);
    await expect.poll(() => page.title()).toBe(`${words("Set up Daymark")} | Daymark`);
    await enterCode(page, "AAAA-BBBB-CCCC-DDDD");
    await page
      .getByText(words("Wrong code. After many wrong attempts the server makes a new one, so check it there again."))
      .waitFor();
    await enterCode(page, readCode(product).toLowerCase());
    await nameAdmin(page, "olena");
    await press(page.getByRole("button", { name: words("Nobody") }), visit);

    // A mail server that does not exist.
    await press(page.getByRole("button", { name: words("Mail server") }), visit);
    await page.locator("input[name=smtp_host]").fill("127.0.0.1");
    await page.locator("input[name=smtp_port]").fill(String(await findFreePort()));
    await page.locator("input[name=mail_from]").fill("habits@example.org");
    await press(page.getByRole("button", { name: words("Send a test email") }), visit);
    await page
      .getByText(words("The mail server refuses the connection. Check its name, the port and the firewall."))
      .waitFor();
    await press(page.getByRole("button", { name: words("None yet") }), visit);

    await press(page.locator("main form button[type=submit]"), visit);
    await page.getByRole("heading", { level: 1, name: words("Daymark is ready") }).waitFor();
    await press(page.getByRole("main").getByRole("link", { name: words("Log in") }), visit);
    await page.locator("input[name=username]").fill("olena");
    await page.locator("input[name=password]").fill("Correct-Horse-7");
    await press(page.locator("main form button[type=submit]"), visit);
    await page.waitForURL("**/dashboard");

    // The choices apply without a manual step.
    const guest = await stage.visit({ ...visit, url: product.url });
    await guest.goto("/signup");
    await guest.getByRole("heading", { level: 1, name: words("Nobody can sign up here") }).waitFor();
    expect((await guest.goto("/setup"))?.status()).toBe(404);
    await product.restart();
    await guest.goto("/signup");
    await guest.getByRole("heading", { level: 1, name: words("Nobody can sign up here") }).waitFor();
  },
);

test("errors appear beside their fields, typed text stays, and a set variable is shown in place of its field", async ({
  stage,
}) => {
  stage.expectError(refused);
  const product = await startEmpty({ SIGN_UP: "closed", PLANS: "off", SMTP_URL: "smtp://127.0.0.1:1" });
  const page = await stage.visit({ url: product.url });
  await page.goto("/setup");
  await enterCode(page, readCode(product));
  await nameAdmin(page, "olena");
  await page.locator("input[name=public_url]").fill("https://habits.example.org/path");
  await page.locator("input[name=password_confirmation]").fill("Other-Horse-8");
  await page.locator("main form button[type=submit]").click();
  await page.getByText("Enter an address without a path, such as https://habits.example.org.").waitFor();
  expect(await page.locator("input[name=public_url]").inputValue()).toBe("https://habits.example.org/path");
  expect(await page.locator("input[name=username]").inputValue()).toBe("olena");
  expect(
    await page.locator("input[aria-invalid=true]").evaluateAll((all) => all.map((each) => each.getAttribute("name"))),
  ).toEqual(["password_confirmation", "public_url"]);
  expect(await page.locator("main code").allInnerTexts()).toEqual(["SIGN_UP", "PLANS", "SMTP_URL"]);
  expect(await page.getByText("127.0.0.1:1").count()).toBe(0);

  // Another visitor has finished the setup first.
  const other = await stage.visit({ url: product.url });
  await other.goto("/setup");
  await enterCode(other, readCode(product));
  await nameAdmin(other, "marta");
  await other.locator("main form button[type=submit]").click();
  await other.getByRole("heading", { level: 1, name: "Daymark is ready" }).waitFor();
  await page.locator("input[name=public_url]").fill("");
  await page.locator("input[name=password_confirmation]").fill("Correct-Horse-7");
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("heading", { level: 1, name: "This server is already set up" }).waitFor();
});

test("axe finds no problem in either step, and without scripts the page says that it needs them", async ({ stage }) => {
  const product = await startEmpty();
  const page = await stage.visit({ url: product.url, language: "en", theme: "light" });
  const openForm = async () => {
    await page.goto("/setup");
    await enterCode(page, readCode(product));
    await page.locator("input[name=username]").waitFor();
    await page.getByRole("button", { name: "Mail server" }).click();
  };
  await checkStates(page, [
    { name: "/setup", open: () => page.goto("/setup") },
    { name: "/setup with the form", open: openForm },
  ]);
  const bare = await stage.visit({ url: product.url, scripts: false });
  await bare.goto("/setup");
  expect(await bare.title()).toBe("Set up Daymark | Daymark");
  expect(await bare.locator("main noscript p").allInnerTexts()).toEqual([
    "This page needs JavaScript. Turn it on in your browser and reload the page.",
  ]);
});
