import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { addDevice } from "../stage/device.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, messageOf, test, type Visit, widths } from "../stage/stage.ts";
import { createUser, type User } from "../stage/user.ts";

/** WebAuthn needs a host name, so this product is reached as localhost and not by an IP address. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ hostname: "localhost" });
});
afterAll(() => product.stop());

const phone = (): Visit => ({ url: product.url, width: widths.phone, height: 640, touch: true });

/** Creates a passkey on the page's virtual device for a user who is logged in over the API. */
async function createPasskey(page: Page, user: User) {
  const options = await user.call("POST", "/auth/passkeys/start/");
  const credential = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const { id, rawId, type, response } = made.toJSON() as RegistrationResponseJSON;
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  }, options);
  await user.call("POST", "/auth/passkeys/", { name: "Phone", credential });
}

test("a passkey logs in without name, password or code, and can be remembered", async ({ stage }) => {
  const user = await createUser(product.url);
  const page = await stage.visit(phone());
  await addDevice(page);
  await page.goto("/login");
  await createPasskey(page, user);
  await enableTwoFactor(user);
  await page.goto("/login?next=%2Fdashboard%3Fq%3Dtea");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect.poll(() => page.url()).toBe(`${product.url}/dashboard?q=tea`);
  await messageOf(page, "You have successfully logged in!").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("rememberMe"))).toBe("true");
});

test("a passkey whose device does not verify the user is refused, and the password still works", async ({ stage }) => {
  const user = await createUser(product.url);
  const page = await stage.visit(phone());
  const device = await addDevice(page);
  await page.goto("/login");
  await createPasskey(page, user);
  await device.recognise(false);
  const passkey = page.getByRole("button", { name: "Log in with a passkey" });
  await passkey.click();
  await page.locator("main button[aria-busy]").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  await page.locator("input[name=username]").fill(user.username);
  await page.locator("input[name=password]").fill(user.password);
  await page.locator("main form").getByRole("button", { name: "Log in", exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
});

test("a deleted passkey is refused with a message", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await createUser(product.url);
  const page = await stage.visit(phone());
  await addDevice(page);
  await page.goto("/login");
  await createPasskey(page, user);
  const { results } = await user.call<{ results: { id: string }[] }>("GET", "/auth/passkeys/");
  await user.call("DELETE", `/auth/passkeys/${results[0]?.id}/`);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await messageOf(page, "This passkey was not accepted.").waitFor();
});

test("no passkey button is shown at a bare IP address or in an old browser", async ({ stage }) => {
  const bare = await stage.visit();
  await bare.goto("/login");
  await bare.locator("main form button[type=submit]:enabled").waitFor();
  expect(await bare.getByRole("button", { name: /passkey/ }).count()).toBe(0);
  const old = await stage.visit(phone());
  await old.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await old.goto("/login");
  await old.locator("main form button[type=submit]:enabled").waitFor();
  expect(await old.getByRole("button", { name: /passkey/ }).count()).toBe(0);
});
