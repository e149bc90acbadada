import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../stage/axe.ts";
import { inDatabase } from "../stage/database.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { acknowledge } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import { type Words, wordsOf } from "../stage/words.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const privateAddress = "This address is not public.";

/** Starts a receiver that answers a short text and counts its messages. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.end(`дякую, ${received.length}`);
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
  await page.getByRole("button", { name: words("More actions for {host}", { host }) }).click();
  await page.getByRole("menuitem", { name: words(item) }).click();
}

test.for(["en", "uk"] as const)(
  "a recorded day reaches a receiver, signed with the shown secret, and the log has the request and the answer, in %s",
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
    await dialogOf(page).getByText("дякую, 1").waitFor();
    await dialogButton(page, words("Send again")).click();
    // The open row shows the new answer.
    await dialogOf(page).getByText("дякую, 3").waitFor();
    expect(receiver.received[2]).toMatchObject({ body, headers: { "webhook-id": headers["webhook-id"] } });
    await dialogButton(page, words("Close")).click();

    await openMenu(page, words, host, "Turn off");
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

test("a private address, and a form without events or habits, are refused beside the field, and the form keeps its values", async ({
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

test("a webhook of a deleted habit can be changed, and the form names a habit that was deleted meanwhile", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const create = (title: string) => user.createHabit({ title });
  const [run, read, draw] = [await create("Run"), await create("Read"), await create("Draw")];
  const url = "https://hooks.example.org/in";
  await user.call("POST", "/webhooks/", { url, events: ["day.recorded"], habit_ids: [run.id, read.id, draw.id] });
  await user.call("PATCH", `/habits/${draw.id}/`, { archived: true });
  await user.call("DELETE", `/habits/${run.id}/`);
  const chosen = async () =>
    (await user.call<{ results: { habit_ids: number[] }[] }>("GET", "/webhooks/")).results[0]?.habit_ids;
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/connections");
  const dialog = dialogOf(page);
  const openForm = async () => {
    await openMenu(page, wordsOf("en"), "hooks.example.org", "Edit");
    await dialog.getByLabel("Draw").waitFor();
  };
  await openForm();
  await dialogButton(page, "Save").click();
  await messageOf(page, "The settings have been saved.").waitFor();
  expect(await chosen()).toEqual([read.id, draw.id]);

  const swim = await create("Swim");
  await openForm();
  await dialog.getByLabel("Address").fill("https://hooks.example.org/other");
  await dialog.getByLabel("Swim").check();
  await page.route("**/webhook.update*", async (route) => {
    await user.call("DELETE", `/habits/${swim.id}/`);
    await route.continue();
  });
  stage.expectError(/status of 400/);
  await dialogButton(page, "Save").click();
  await dialog.getByText("A habit that you chose was deleted. Check your choice.").waitFor();
  expect(await dialog.getByLabel("Address").inputValue()).toBe("https://hooks.example.org/other");
  expect(await chosen()).toEqual([read.id, draw.id]);
});

test("a long log shows earlier messages on request", async ({ stage }) => {
  const user = await stage.createUser();
  const { id } = await user.call<{ id: number }>("POST", "/webhooks/", {
    url: "https://hooks.example.org/in",
    events: ["day.recorded"],
  });
  await inDatabase(
    stage,
    (sql) =>
      sql`insert into webhook_deliveries (webhook_id, message_id, type, body, state, attempts, created_at)
      select ${id}, 'msg_' || n, 'day.recorded', '{}', 'delivered', 1, now() - n * interval '1 minute'
      from generate_series(1, 60) n`,
  );
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/connections");
  await page.getByRole("button", { name: "Log of hooks.example.org" }).click();
  const rows = dialogOf(page).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(50);
  await dialogButton(page, "Show earlier messages").click();
  await expect.poll(() => rows.count()).toBe(60);
  await dialogButton(page, "Show earlier messages").waitFor({ state: "detached" });
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

test("axe finds no problem in the webhooks and their dialogs, on a phone and with a pointer", async ({ stage }) => {
  for (const visit of [{ width: 320, touch: true, theme: "dark" } as const, { width: 1440 }]) {
    const page = await openFilled(stage, visit);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await dialogOf(page).getByLabel("Address").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
