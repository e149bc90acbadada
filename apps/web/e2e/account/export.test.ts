import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { type Words, wordsOf } from "../stage/words.ts";

const day = "2026-03-01";

/** Presses a button of the card and returns the downloaded file. */
async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: saved.suggestedFilename(), content: await buffer(await saved.createReadStream()) };
}

async function expectNotified(page: Page, words: Words) {
  await messageOf(page, words("Your data has been downloaded.")).waitFor();
}

test.for(["en", "uk"] as const)("both export files contain what was recorded, %s", async (language, { stage }) => {
  const words = wordsOf(language);
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Читати, «щодня»", unit: "minutes", target: 20 });
  await user.call("PUT", `/habits/${habit.id}/progress/${day}/`, { value: 25, note: "Сторінка 7" });
  await user.call("POST", "/notes/", { text: "Купити книжку" });
  const page = await stage.visit({ as: user, language });
  await openSettings(page, "/settings");

  const json = await download(page, words("Download as JSON"));
  await expectNotified(page, words);
  expect(json.name).toMatch(/^daymark-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(json.content.toString())).toMatchObject({
    format: "daymark",
    account: { username: user.username, email: user.email },
    habits: [{ id: habit.id, title: "Читати, «щодня»", targets: [{ target: 20 }] }],
    progress: [{ habit_id: habit.id, day, value: 25, unit: "minutes", note: "Сторінка 7" }],
    notes: [{ text: "Купити книжку" }],
  });

  const csv = await download(page, words("Download as CSV"));
  expect(csv.name).toMatch(/^daymark-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(csv.content);
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();
  expect(textOf("progress.csv")).toContain(
    `${habit.id},"Читати, «щодня»",${day},25,minutes,false,Сторінка 7,false,\r\n`,
  );
  expect(textOf("notes.csv")).toContain(",Купити книжку,false,");
});

test("an export renews an invalid access token first", async ({ stage }) => {
  // The browser itself reports each 401.
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings");
  await page.evaluate(() => {
    const [header, payload, signature = ""] = (sessionStorage.getItem("accessToken") ?? "").split(".");
    sessionStorage.setItem("accessToken", [header, payload, signature.split("").reverse().join("")].join("."));
  });
  const { content } = await download(page, "Download as JSON");
  expect(JSON.parse(content.toString())).toMatchObject({ account: { username: user.username } });
});

test("the button is busy while the server creates a file, and an error appears next to it", async ({ stage }) => {
  stage.expectError(/status of 503|ERR_FAILED/);
  const uk = wordsOf("uk");
  const page = await stage.visit({ as: await stage.createUser(), language: "uk" });
  await openSettings(page, "/settings");
  const card = section(page, uk("Your data"));
  const button = card.getByRole("button", { name: uk("Download as CSV") });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/export/**", async (route) => {
    await released;
    await route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ type: "about:blank", title: "", status: 503, code: "unavailable", detail: "" }),
    });
  });
  await button.click();
  await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  release();
  await card.getByText(uk("The service is temporarily unavailable. Try again in a moment.")).waitFor();
  expect(await button.getAttribute("aria-busy")).toBe(null);

  await page.unroute("**/api/export/**");
  await page.route("**/api/export/**", (route) => route.abort());
  await button.click();
  await card.getByText(uk("The server could not be reached. Check your connection and try again.")).waitFor();
  await page.unroute("**/api/export/**");
  expect((await download(page, uk("Download as CSV"))).name).toMatch(/\.zip$/);
  expect(await card.getByRole("alert").count()).toBe(0);
});
