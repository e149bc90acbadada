import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { accessibilityFaults } from "../stage/axe.ts";
import { addDevice, type Device } from "../stage/device.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { requireStepUpOnce } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, type Stage, test, type Visit } from "../stage/stage.ts";
import { createUser, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

let product: Product;

// Passkeys belong to a host name, which the shared product does not have.
beforeAll(async () => {
  product = await startProduct({ hostname: "localhost" });
});

afterAll(() => product.stop());

async function open(stage: Stage, visit: Visit = {}): Promise<{ page: Page; user: User; device: Device }> {
  const user = await createUser(product.url);
  const page = await stage.visit({ ...visit, as: user, url: product.url });
  const device = await addDevice(page);
  await openSettings(page, "/settings/security");
  return { page, user, device };
}

async function addPasskey(page: Page, name: string) {
  await section(page, uk("Passkeys"))
    .getByRole("button", { name: uk("Add a passkey") })
    .click();
  await dialogOf(page).getByLabel(uk("Name")).fill(name);
  await dialogButton(page, uk("Continue")).click();
  await messageOf(page, uk("The passkey has been added!")).waitFor();
  await dialogOf(page).waitFor({ state: "detached" });
}

interface Passkeys {
  results: { id: string; name: string }[];
}

test("a user adds, lists and removes a passkey, and removing it needs a step-up", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const { page, user } = await open(stage, { language: "uk" });
  await section(page, uk("Passkeys"))
    .getByRole("button", { name: uk("Add a passkey") })
    .click();
  await dialogButton(page, uk("Continue")).click();
  await dialogOf(page).getByText(uk("This field may not be blank.")).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });

  await addPasskey(page, "Мій ноутбук");
  const card = section(page, uk("Passkeys"));
  await card.getByRole("heading", { name: "Мій ноутбук" }).waitFor();
  await card.getByText(uk("never used")).waitFor();
  expect((await user.call<Passkeys>("GET", "/auth/passkeys/")).results.map(({ name }) => name)).toEqual([
    "Мій ноутбук",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);

  await requireStepUpOnce(page, "passkey.delete");
  await card.getByRole("button", { name: uk("Remove {name}", { name: "Мій ноутбук" }) }).click();
  await dialogButton(page, uk("Remove")).click();
  const asked = page.getByRole("dialog", { name: uk("Confirm it’s you") });
  await asked.getByLabel(uk("Password"), { exact: true }).fill(password);
  await asked.getByRole("button", { name: uk("Confirm"), exact: true }).click();
  await messageOf(page, uk("The passkey has been removed.")).waitFor();
  await card.getByRole("heading", { name: "Мій ноутбук" }).waitFor({ state: "detached" });
  const adder = card.getByRole("button", { name: uk("Add a passkey") });
  await expect.poll(() => adder.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await user.call<Passkeys>("GET", "/auth/passkeys/")).results).toEqual([]);
});

test("a user who cancels the browser's dialog sees no error and keeps the typed name", async ({ stage }) => {
  const { page, user, device } = await open(stage, { language: "uk" });
  await device.cdp.send("WebAuthn.setUserVerified", { ...device, isUserVerified: false } as {
    authenticatorId: string;
    isUserVerified: boolean;
  });
  await section(page, uk("Passkeys"))
    .getByRole("button", { name: uk("Add a passkey") })
    .click();
  await dialogOf(page).getByLabel(uk("Name")).fill("Телефон");
  const next = dialogButton(page, uk("Continue"));
  // The virtual device refuses at once, so the server's slow answer makes the busy state visible.
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/trpc/passkey.startCreate*", async (route) => {
    await seen;
    await route.continue();
  });
  await next.click();
  await expect.poll(() => next.getAttribute("aria-busy")).toBe("true");
  goOn();
  await expect.poll(() => next.getAttribute("aria-busy")).toBe(null);
  expect(await dialogOf(page).locator("[aria-live]").allTextContents()).toEqual(["", ""]);
  expect(await page.locator("p[data-type]").count()).toBe(0);
  expect(await dialogOf(page).getByLabel(uk("Name")).inputValue()).toBe("Телефон");
  expect((await user.call<Passkeys>("GET", "/auth/passkeys/")).results).toEqual([]);
});

test("without a network the error names the connection, not the passkey", async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED/);
  const { page } = await open(stage, { language: "uk" });
  await section(page, uk("Passkeys"))
    .getByRole("button", { name: uk("Add a passkey") })
    .click();
  await dialogOf(page).getByLabel(uk("Name")).fill("Мій ноутбук");
  // The browser loads the code of messages at the first touch.
  const hasToaster = () => performance.getEntriesByType("resource").some(({ name }) => name.includes("flash-toaster-"));
  await expect.poll(() => page.evaluate(hasToaster)).toBe(true);
  await untilLoaded(page);
  await page.context().setOffline(true);
  await dialogButton(page, uk("Continue")).click();
  await dialogOf(page).getByText(uk("The server could not be reached. Check your connection and try again.")).waitFor();
  await page.context().setOffline(false);
  await dialogButton(page, uk("Continue")).click();
  await messageOf(page, uk("The passkey has been added!")).waitFor();
});

test("a device that already has a passkey of the account says so", async ({ stage }) => {
  const { page } = await open(stage, { language: "uk" });
  await addPasskey(page, "Мій ноутбук");
  await section(page, uk("Passkeys"))
    .getByRole("button", { name: uk("Add a passkey") })
    .click();
  await dialogOf(page).getByLabel(uk("Name")).fill("Ще раз");
  await dialogButton(page, uk("Continue")).click();
  await dialogOf(page).getByText(uk("This device already has a passkey for your account.")).waitFor();
});

test("a passkey can be used for a step-up", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const { page } = await open(stage, { language: "uk" });
  await addPasskey(page, "Мій ноутбук");
  await page.getByRole("button", { name: uk("Create a key") }).click();
  await dialogOf(page).getByLabel(uk("Name")).fill("Звіт");
  await requireStepUpOnce(page, "apiKey.create");
  await dialogButton(page, uk("Create key")).click();
  await dialogButton(page, uk("Use a passkey")).click();
  await dialogButton(page, uk("Continue with a passkey")).click();
  await page.locator("[data-api-key]").waitFor();
});
