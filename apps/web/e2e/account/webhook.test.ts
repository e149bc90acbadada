import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../stage/axe.ts";
import { acknowledge } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import { type Words, wordsOf } from "../stage/words.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const privateAddress = "This address is not public.";

/** A receiver that answers with a text of its own. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.end("дякую");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Adds a webhook, and returns its secret. */
async function addWebhook(page: Page, words: Words, url: string): Promise<string> {
  await section(page, words("Webhooks"))
    .getByRole("button", { name: words("Add a webhook") })
    .click();
  await dialogOf(page).getByLabel(words("Address")).fill(url);
  await dialogButton(page, words("Add")).click();
  const secret = (await page.locator("[data-webhook-secret]").textContent()) ?? "";
  await acknowledge(page, words);
  return secret;
}

async function openMenu(page: Page, words: Words, host: string, item: string): Promise<void> {
  await page.getByRole("button", { name: words("More for {host}", { host }) }).click();
  await page.getByRole("menuitem", { name: words(item) }).click();
}

test.for(["en", "uk"] as const)(
  "a recorded day reaches a receiver, signed by the secret that was shown, and the log has both sides, in %s",
  { timeout: 90_000 },
  async (language, { stage }) => {
    const words = wordsOf(language);
    await using receiver = await startReceiver();
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Біг" });
    const page = await stage.visit({ as: user, language });
    await openSettings(page, "/settings/connections");
    const secret = await addWebhook(page, words, receiver.url);
    const card = section(page, words("Webhooks"));
    await card.getByText(words("no message in the last 7 days")).waitFor();

    await user.call("PUT", `/habits/${habit.id}/progress/today/`, { value: 7 });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    const { headers, body } = receiver.received[0] as Received;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "day.recorded",
      data: { habit: { title: "Біг" }, entry: { value: 7 } },
    });

    const { host } = new URL(receiver.url);
    await openMenu(page, words, host, "Send a test");
    const row = (name: string) => dialogOf(page).getByRole("button", { name: words(name) });
    await row("Test").getByText(words("Delivered")).waitFor();
    await row("Day recorded").click();
    await dialogOf(page).getByText('"title": "Біг"').waitFor();
    await dialogOf(page).getByText("дякую").waitFor();
    await dialogButton(page, words("Send again")).click();
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
    expect(receiver.received[2]).toMatchObject({ body, headers: { "webhook-id": headers["webhook-id"] } });
    await dialogButton(page, words("Close")).click();

    await openMenu(page, words, host, "Switch off");
    await card.getByText(words("Off"), { exact: true }).waitFor();
    await openMenu(page, words, host, "New secret");
    await dialogButton(page, words("Create a new secret")).click();
    expect(await page.locator("[data-webhook-secret]").textContent()).not.toBe(secret);
    await acknowledge(page, words);
    await openMenu(page, words, host, "Delete");
    await dialogButton(page, words("Delete")).click();
    await messageOf(page, words("The settings have been saved.")).waitFor();
    await card.getByText(host).waitFor({ state: "hidden" });
  },
);

test("a private address, and a form without events or habits, are refused beside the field, and what was typed stays", async ({
  stage,
}) => {
  const words = wordsOf("uk");
  const user = await stage.createUser();
  await user.createHabit({ title: "Біг" });
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/connections");
  await section(page, words("Webhooks"))
    .getByRole("button", { name: words("Add a webhook") })
    .click();
  const dialog = dialogOf(page);
  const address = dialog.getByLabel(words("Address"));
  await dialog.getByLabel(words("Day recorded")).uncheck();
  await dialog.getByText(words("Some habits")).first().click();
  await address.fill("hooks.example.org");
  await dialogButton(page, words("Add")).click();
  await dialog.getByText(words("Enter a full address that begins with https:// or http://.")).waitFor();
  await dialog.getByText(words("Choose at least one event.")).waitFor();
  await dialog.getByText(words("Choose at least one habit.")).waitFor();

  await address.fill("http://192.168.1.20:8123/api/webhook/x");
  await dialog.getByLabel(words("Goal met")).check();
  await dialog.getByLabel("Біг").check();
  stage.expectError(/status of 400/);
  await dialogButton(page, words("Add")).click();
  await dialog.getByText(words(privateAddress)).waitFor();
  expect(await address.inputValue()).toBe("http://192.168.1.20:8123/api/webhook/x");
  expect(await dialog.getByLabel(words("Goal met")).isChecked()).toBe(true);
});

async function openFilled(stage: Stage, visit: Parameters<Stage["visit"]>[0]): Promise<Page> {
  const user = await stage.createUser();
  for (const url of ["https://hooks.example.org/in", "http://127.0.0.1:9/closed"]) {
    await user.call("POST", "/webhooks/", { url, events: ["day.recorded", "goal.met", "streak.broken"] });
  }
  const page = await stage.visit({ as: user, ...visit });
  await openSettings(page, "/settings/connections");
  await page.getByText("hooks.example.org").waitFor();
  return page;
}

test("the page and its dialogs break no rule of accessibility, on a phone and with a pointer", async ({ stage }) => {
  for (const visit of [{ width: 320, touch: true, theme: "dark" } as const, { width: 1440 }]) {
    const page = await openFilled(stage, visit);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await dialogOf(page).getByLabel("Address").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
