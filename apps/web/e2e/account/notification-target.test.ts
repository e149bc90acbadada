import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accessibilityFaults } from "../stage/axe.ts";
import { openDashboard } from "../stage/calendar.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, press, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

/** Starts an ntfy server on loopback that refuses its first message. */
async function startNtfy() {
  const received: { path: string; token: string | undefined; body: { topic: string; title: string } }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization: token } = request.headers;
    received.push({ path: request.url ?? "", token, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const isFirst = received.length === 1;
    response.writeHead(isFirst ? 403 : 200).end(isFirst ? '{"error":"forbidden"}' : "{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

test.for(["en", "uk"] as const)(
  "a user adds a target, tests it and reads its answer, chooses it in a reminder and deletes it, in %s",
  { timeout: 90_000 },
  async (language, { stage }) => {
    const words = wordsOf(language);
    await using ntfy = await startNtfy();
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    await user.call("POST", "/reminders/", { habit_id: habit.id, time: "20:00" });
    const page = await stage.visit({ as: user, language });
    await openSettings(page, "/settings/connections");
    const card = section(page, words("Notification targets"));
    await card.getByRole("button", { name: words("Add a target") }).click();
    const dialog = dialogOf(page);
    // The form focuses its first field after it opens. Text typed before that would be lost.
    const name = dialog.getByLabel(words("Name"), { exact: true });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog.getByLabel(words("Server address")).fill(ntfy.url);
    await dialogButton(page, words("Add")).click();
    // The topic is missing, and the typed name is still there.
    await expect.poll(() => dialog.getByLabel(words("Topic")).getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel(words("Topic")).fill("my-habits");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogButton(page, words("Add")).click();
    const tester = card.getByRole("button", { name: words("Send a test to {name}", { name: "ntfy" }) });
    await tester.click();
    await card.getByText("forbidden").waitFor();
    await tester.click();
    await card.getByText(words("Delivered"), { exact: true }).waitFor();
    for (const width of [widths.phone, widths.desktop]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
    }
    expect(ntfy.received).toMatchObject([
      { path: "/", body: { topic: "my-habits" } },
      { path: "/", body: { topic: "my-habits" } },
    ]);

    await openDashboard(page);
    await page.getByRole("button", { name: "Read" }).first().click();
    await press(page.getByRole("menuitem", { name: words("Reminders") }));
    await dialogOf(page).getByRole("checkbox", { name: "ntfy" }).check();
    await dialogOf(page)
      .getByRole("checkbox", { name: words("By notification") })
      .uncheck();
    const reminders = async () => (await user.call<{ results: object[] }>("GET", "/reminders/")).results;
    await expect.poll(reminders).toMatchObject([{ by_push: false, target_ids: [expect.any(Number)] }]);

    await openSettings(page, "/settings/connections");
    await card.getByRole("button", { name: words("Delete {name}", { name: "ntfy" }) }).click();
    await dialogButton(page, words("Delete")).click();
    await tester.waitFor({ state: "hidden" });
    await expect.poll(reminders).toMatchObject([{ by_push: true, target_ids: [] }]);
  },
);

test.for(["en", "uk"] as const)(
  "a user renames and moves a target by keyboard; another address needs the secrets again, and reminders keep the target, in %s",
  { timeout: 90_000 },
  async (language, { stage }) => {
    const words = wordsOf(language);
    await using first = await startNtfy();
    await using second = await startNtfy();
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Read" });
    const { id } = await user.call<{ id: number }>("POST", "/notification-targets/", {
      ...{ kind: "ntfy", name: "Phone", url: first.url, recipient: "old-topic", secret: "tk_old" },
    });
    await user.call("POST", "/reminders/", { habit_id: habit.id, time: "20:00", by_push: false, target_ids: [id] });
    const page = await stage.visit({ as: user, language });
    await openSettings(page, "/settings/connections");
    const card = section(page, words("Notification targets"));
    const dialog = dialogOf(page);
    const [name, address] = [
      dialog.getByLabel(words("Name"), { exact: true }),
      dialog.getByLabel(words("Server address")),
    ];
    const [topic, token] = [dialog.getByLabel(words("Topic")), dialog.getByLabel(words("Access token (optional)"))];
    const editor = (title: string) => card.getByRole("button", { name: words("Edit {title}", { title }) });
    const openForm = async (title: string) => {
      await editor(title).press("Enter");
      await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    };
    const saved = messageOf(page, words("The settings have been saved."));

    await openForm("Phone");
    const service = dialog.getByLabel(words("Service"));
    expect([await service.inputValue(), await service.isDisabled()]).toEqual(["ntfy", true]);
    const shown = () => Promise.all([name, address, topic, token].map((field) => field.inputValue()));
    expect(await shown()).toEqual(["Phone", first.url, "", ""]);
    await name.fill("Tablet");
    await name.press("Enter");
    await saved.waitFor();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => editor("Tablet").evaluate((button) => button === document.activeElement)).toBe(true);

    await openForm("Tablet");
    await address.fill(second.url);
    stage.expectError(/status of 400/);
    await address.press("Enter");
    const refusals = dialog.getByText(words("Enter it again for the new address."));
    await expect.poll(() => refusals.count()).toBe(2);
    for (const field of [topic, token]) expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await shown()).toEqual(["Tablet", second.url, "", ""]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await topic.fill("new-topic");
    await token.fill("tk_new");
    await token.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await card.getByText(new URL(second.url).host).waitFor();
    await card.getByRole("button", { name: words("Send a test to {name}", { name: "Tablet" }) }).press("Enter");
    await card.getByText("forbidden").waitFor();
    expect(first.received).toEqual([]);
    expect(second.received).toMatchObject([{ token: "Bearer tk_new", body: { topic: "new-topic" } }]);

    // The user removed the token, and the result of the last test is gone with it.
    await openForm("Tablet");
    await dialog.getByRole("checkbox", { name: words("Remove the stored token") }).press("Space");
    await dialogButton(page, words("Save")).press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await card.getByText("forbidden").waitFor({ state: "hidden" });
    const list = await user.call<{ results: object[] }>("GET", "/notification-targets/");
    expect(list.results).toMatchObject([{ id, name: "Tablet", url: second.url, has_secret: false, last: null }]);
    const reminders = await user.call<{ results: object[] }>("GET", "/reminders/");
    expect(reminders.results).toMatchObject([{ by_push: false, target_ids: [id] }]);
  },
);
