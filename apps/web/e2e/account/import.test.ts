import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { checkStates } from "../stage/axe.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { type Words, wordsOf } from "../stage/words.ts";

const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;

/** All figures of a habit on the screen, with only those members that an import does not change. */
async function figuresOf(user: User) {
  const { results: habits } = await user.call<{ results: Habit[] }>("GET", "/habits/");
  const { results: notes } = await user.call<{ results: { text: string; pinned: boolean }[] }>("GET", "/notes/");
  const shown = [];
  for (const { id, ...habit } of habits) {
    const { habit_id: _, ...statistics } = await user.call<{ habit_id: number }>("GET", `/habits/${id}/statistics/`);
    const days = await user.call<{ results: { habit_id: number }[] }>(
      "GET",
      `/habits/${id}/progress/?from=${day(1)}&to=${day(31)}`,
    );
    shown.push({ ...habit, statistics, days: days.results.map(({ habit_id: __, ...entry }) => entry) });
  }
  return { habits: shown, notes: notes.map(({ text, pinned }) => ({ text, pinned })) };
}

async function openImport(page: Page, words: Words): Promise<void> {
  await openSettings(page, "/settings");
  await section(page, words("Your data"))
    .getByRole("button", { name: words("Import…"), exact: true })
    .click();
  await dialogOf(page).waitFor();
}

const choose = (page: Page, words: Words, name: string, content: Uint8Array | string) =>
  dialogOf(page)
    .getByLabel(words("Choose a file"))
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

/**
 * An archive like Loop Habit Tracker's export: one habit to import, one that the import changes, and one that it leaves
 * out.
 */
function loopArchive(): Uint8Array {
  const head =
    "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?";
  const files = {
    "Habits.csv": [
      head,
      "001,Медитація,YES_NO,Сьогодні?,,3,7,#D32F2F,,,,false",
      "002,Read,NUMERICAL,,,1,1,#00897B,pages,AT_LEAST,20.0,false",
      "003,Listed only,YES_NO,,,1,1,#D32F2F,,,,false",
    ],
    "001/Checkmarks.csv": ["Date,Value,Notes", `${day(3)},YES_MANUAL,`, `${day(2)},SKIP,"Хвора, вдома"`],
    "002 Read/Checkmarks.csv": ["Date,Value,Notes", `${day(3)},25000,`, "yesterday,1000,"],
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, strToU8(lines.join("\n"))])));
}

test.for(["en", "uk"] as const)(
  "after export, deletion and import all figures are as before, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const run = await user.createHabit({
      ...{ title: "Біг", unit: "minutes", target: 20, schedule: { times_per_week: 2 }, keeps_log: true },
    });
    const sweets = await user.createHabit({ title: "Sweets", type: "bad", group_name: "Evening" });
    for (const number of [2, 3, 9, 12, 20]) await user.record(run, day(number), 15 + number);
    await user.call("PUT", `/habits/${run.id}/progress/${day(16)}/`, { skipped: true, note: "Дощ" });
    await user.record(sweets, day(5), 4);
    await user.call("PUT", `/habits/${sweets.id}/progress/${day(6)}/`, { confirmed: true });
    await user.call("POST", "/vacations/", { from: day(24), to: day(28) });
    await user.call("POST", "/notes/", { text: "Купити книжку", pinned: true });
    const before = await figuresOf(user);

    const page = await stage.visit({ as: user, language });
    await openSettings(page, "/settings");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: words("Download as JSON"), exact: true }).click(),
    ]);
    const file = await buffer(await saved.createReadStream());
    for (const { id } of [run, sweets]) await user.call("DELETE", `/habits/${id}/`);
    const { results } = await user.call<{ results: { id: number }[] }>("GET", "/notes/");
    for (const { id } of results) await user.call("DELETE", `/notes/${id}/`);
    expect(await figuresOf(user)).toEqual({ habits: [], notes: [] });

    await openImport(page, words);
    await choose(page, words, saved.suggestedFilename(), file);
    const dialog = dialogOf(page);
    await dialog.getByText(words("This would be added")).waitFor();
    const added = (await dialog.getByRole("listitem").allTextContents()).join(", ");
    expect(added).toMatch(
      language === "en" ? /^2 .*, 18 .*, 5 log entries, 1 / : /^2 .*, 18 .*, 5 записів журналу, 1 /,
    );
    expect(await figuresOf(user)).toEqual({ habits: [], notes: [] });
    await dialogButton(page, words("Import")).click();
    await dialog.getByText(words("This has been added"), { exact: true }).waitFor();
    expect(await figuresOf(user)).toEqual(before);

    await dialogButton(page, words("Done")).click();
    await page.goto("/dashboard");
    await page.getByText("Біг").first().waitFor();
  },
);

test("a Loop archive is imported by row, and the report lists what is left out or changed", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await openImport(page, words);
  // The file's name says nothing about its format.
  await choose(page, words, "backup.json", loopArchive());
  const dialog = dialogOf(page);
  await dialog
    .getByText(words("{name}, a file from {app}", { name: "backup.json", app: "Loop Habit Tracker" }))
    .waitFor();
  const rowsOf = async (title: string) =>
    dialog
      .getByRole("list", { name: new RegExp(`^${words(title)}`) })
      .getByRole("listitem")
      .allTextContents();
  const refused = await rowsOf("Left out");
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatch(/^Read: «yesterday».*002 Read\/Checkmarks\.csv:3$/);
  expect(refused[1]).toMatch(/^Listed only: .*Habits\.csv:4$/);
  const changed = await rowsOf("Changed to fit");
  expect(changed.map((row) => row.slice(0, row.indexOf(":")))).toEqual(["Read"]);
  await dialogButton(page, words("Import")).click();
  await dialog.getByText(words("This has been added"), { exact: true }).waitFor();
  const { habits } = await figuresOf(user);
  expect(habits).toMatchObject([
    {
      title: "Медитація",
      schedule: { times_in_days: { times: 3, days: 7 } },
      days: [{ skipped: true, note: "Хвора, вдома" }, { value: 1 }],
    },
    { title: "Read", target: 20, unit_label: "page, pages", description: "", days: [{ value: 25 }] },
  ]);

  // A second import has nothing to add, and the dialog says so in advance.
  await dialogButton(page, words("Done")).click();
  await openImport(page, words);
  await choose(page, words, "backup.zip", loopArchive());
  await dialog.getByText(words("This file has nothing new to add.")).waitFor();
  await expect.poll(() => dialogButton(page, words("Import")).isDisabled()).toBe(true);
});

/** A backup like Loop Habit Tracker's: one habit with one day. */
function loopBackup(): Uint8Array {
  const database = new DatabaseSync(":memory:");
  database.exec(`PRAGMA user_version = 25;
    CREATE TABLE Habits (id integer primary key, name text, freq_num integer, freq_den integer, color integer, position integer);
    CREATE TABLE Repetitions (id integer primary key, habit integer, timestamp integer, value integer, notes text);
    INSERT INTO Habits VALUES (1, 'Біг', 1, 1, 7, 0);
    INSERT INTO Repetitions VALUES (1, 1, ${Date.parse(day(3))}, 2, 'Дощ');`);
  return database.serialize();
}

test("Loop's backup, an SQLite database, is previewed and imported", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk", width: 320, touch: true });
  await openImport(page, words);
  await choose(page, words, "Loop Habits Backup.db", loopBackup());
  const dialog = dialogOf(page);
  const line = words("{name}, a file from {app}", { name: "Loop Habits Backup.db", app: "Loop Habit Tracker" });
  await dialog.getByText(line).waitFor();
  await dialogButton(page, words("Import")).click();
  await dialog.getByText(words("This has been added"), { exact: true }).waitFor();
  const { habits } = await figuresOf(user);
  expect(habits).toMatchObject([{ title: "Біг", days: [{ day: day(3), value: 1, note: "Дощ" }] }]);
});

test("JSON of another app is recognized, previewed and imported", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await openImport(page, words);
  const records = [
    { day: day(2), done: true, text: "Під дощем" },
    { day: day(3), done: true },
  ];
  const habits = [
    { name: "Біг", tags: ["Спорт", "Ранок"], records },
    { name: "Солодке", status: "soft_delete", records: [] },
  ];
  await choose(page, words, "beaverhabits.json", JSON.stringify({ habits }));
  const dialog = dialogOf(page);
  await dialog
    .getByText(words("{name}, a file from {app}", { name: "beaverhabits.json", app: "Beaver Habits" }))
    .waitFor();
  await dialog.getByText("Цю звичку видалено в застосунку, з якого походить файл.").waitFor();
  await dialog.getByText("Перший тег стає групою звички; пропущено ще 1 тег.").waitFor();
  await dialogButton(page, words("Import")).click();
  await dialog.getByText(words("This has been added"), { exact: true }).waitFor();
  expect((await figuresOf(user)).habits).toMatchObject([
    { title: "Біг", group_name: "Спорт", days: [{ value: 1, note: "Під дощем" }, { value: 1 }] },
  ]);
});

test("an invalid file is reported at the field, and the chosen file stays after an error", async ({ stage }) => {
  stage.expectError(/status of (400|503)|ERR_FAILED/);
  const words = wordsOf("en");
  const user = await stage.createUser();
  const habit = { ...{ id: 1, title: "Read", type: "good", unit: "minutes", hue: 0 }, created_on: day(1) };
  const file = {
    ...{ format: "daymark", version: 1 },
    habits: [{ ...habit, created_at: `${day(1)}T08:00:00.000Z`, targets: [{ from: day(1), target: 5 }] }],
  };
  const page = await stage.visit({ as: user });
  await openImport(page, words);
  const dialog = dialogOf(page);
  const field = dialog.getByLabel(words("Choose a file"));
  await choose(page, words, "photo.jpg", new Uint8Array([0xff, 0xd8, 0xff]));
  await dialog.getByText(/^Daymark cannot read this file\./).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await choose(page, words, "other.json", '{"format":"other"}');
  await dialog.getByText("This is not a JSON file exported from Daymark.").waitFor();
  await choose(page, words, "newer.json", JSON.stringify({ ...file, version: 99 }));
  await dialog.getByText("This file comes from a newer version of Daymark.").waitFor();

  // The dialog also accepts a dropped file.
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "daymark.json"));
    return transfer;
  }, JSON.stringify(file));
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  await dialog.getByText("This would be added").waitFor();

  await page.route("**/api/import/", (route) => route.abort());
  await dialogButton(page, "Import").click();
  await dialog.getByText("The server could not be reached. Check your connection and try again.").waitFor();
  await page.unroute("**/api/import/");
  await dialog.getByText("This would be added").waitFor();
  await dialogButton(page, "Import").click();
  await dialog.getByText("This has been added").waitFor();
  expect((await figuresOf(user)).habits).toMatchObject([{ title: "Read" }]);
});

test("closing the dialog cancels the check of its file", async ({ stage }) => {
  const words = wordsOf("en");
  const page = await stage.visit({ as: await stage.createUser() });
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/import/")) sent += 1;
  });
  await openImport(page, words);
  // Makes the browser read the file slowly.
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      document.documentElement.dataset.reading = "yes";
      await new Promise((resolve) => document.addEventListener("let-go", resolve, { once: true }));
      return read.call(this);
    };
  });
  await choose(page, words, "daymark.json", "{}");
  await page.locator("html[data-reading]").waitFor();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await page.evaluate(() => document.dispatchEvent(new Event("let-go")));
  // If closing had not cancelled the check, its request would have been sent by now.
  await openImport(page, words);
  await dialogOf(page).getByLabel(words("Choose a file")).waitFor({ state: "attached" });
  expect(sent).toBe(0);
});

test("the import dialog is accessible and fits the screen in each step", { timeout: 300_000 }, async ({ stage }) => {
  const words = wordsOf("en");
  const page = await stage.visit({ language: "en", theme: "light", as: await stage.createUser(), touch: true });
  await openImport(page, words);
  const inside = dialogOf(page);
  const targets = { hasTargets: true };
  await checkStates(page, [
    { name: "choosing", open: () => inside.getByLabel("Choose a file").waitFor({ state: "attached" }), ...targets },
    {
      name: "an error",
      open: async () => {
        await choose(page, words, "x", "no file of ours");
        await inside.locator("[aria-invalid=true]").waitFor({ state: "attached" });
      },
      ...targets,
    },
    {
      name: "a preview",
      open: async () => {
        await choose(page, words, "loop.zip", loopArchive());
        await inside.getByText("This would be added").waitFor();
      },
      ...targets,
    },
    {
      name: "done",
      open: async () => {
        await dialogButton(page, "Import").click();
        await inside.getByText("This has been added").waitFor();
      },
      ...targets,
    },
  ]);
});
