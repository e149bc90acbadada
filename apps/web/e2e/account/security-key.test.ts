import { acknowledge, callApi } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

test("an API key is shown once, works within its scopes, and stops working when it is revoked", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.url });
  await openSettings(page, "/settings/security");
  const card = section(page, uk("API keys"));
  expect(await card.getByRole("link").getAttribute("href")).toBe("/api/docs");
  await card.getByRole("button", { name: uk("Create a key") }).click();
  await dialogButton(page, uk("Create key")).click();
  await dialogOf(page).locator("[aria-invalid=true]").waitFor();
  await dialogOf(page).getByLabel(uk("Name")).fill("Звіт");
  await dialogOf(page)
    .getByRole("combobox", { name: uk("Expires") })
    .click();
  await page.getByRole("option", { name: uk("30 days") }).click();
  await dialogButton(page, uk("Create key")).click();
  const key = (await page.locator("[data-api-key]").textContent()) ?? "";
  expect(key).toMatch(/^dmk_/);
  await dialogButton(page, uk("Copy the key")).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.keyboard.press("Escape");
  await dialogOf(page)
    .getByRole("heading", { name: uk("Close without saving it?") })
    .waitFor();
  await dialogButton(page, uk("Go back")).click();
  await acknowledge(page, uk);
  await card.getByText(uk("never used")).waitFor();
  await card.getByText(uk("Read only")).waitFor();
  expect(await page.locator("main").textContent()).not.toContain(key);

  expect((await callApi(stage.url, "GET", "/habits/", { access: key })).status).toBe(200);
  const habit = { title: "Read", type: "good", target: 1, unit: "repetitions", hue: 0 };
  expect((await callApi(stage.url, "POST", "/habits/", { access: key, body: habit })).status).toBe(403);
  expect((await callApi(stage.url, "GET", "/profile/", { access: key })).status).toBe(403);
  await card.getByRole("button", { name: uk("Revoke {name}", { name: "Звіт" }) }).click();
  await dialogButton(page, uk("Revoke")).click();
  await messageOf(page, uk("The API key has been revoked.")).waitFor();
  expect((await callApi(stage.url, "GET", "/habits/", { access: key })).status).toBe(401);
  await card.getByText("Звіт", { exact: true }).waitFor({ state: "hidden" });
});

test("at a bare IP address the page says why there are no passkeys", async ({ stage }) => {
  const page = await stage.visit({ as: await stage.createUser() });
  await openSettings(page, "/settings/security");
  await section(page, "Passkeys")
    .getByText(/You opened this Daymark by its IP address/)
    .waitFor();
  expect(await section(page, "Passkeys").getByRole("button").count()).toBe(0);
});
