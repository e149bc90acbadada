import type { Page } from "playwright-core";
import { checkStates } from "../stage/axe.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { type Words, wordsOf } from "../stage/words.ts";

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
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

const field = (page: Page, label: string) => dialogOf(page).getByLabel(label, { exact: true });

async function select(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The chosen options that the dialog does not show whole. */
const cutOptions = (page: Page) =>
  dialogOf(page)
    .getByRole("combobox")
    .evaluateAll((fields) =>
      [...fields.flatMap((each) => [...each.querySelectorAll("span")])]
        .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
        .map((text) => text.textContent),
    );

async function habitsOf(user: User) {
  const { results } = await user.call<{ results: (Habit & { unit: string })[] }>("GET", "/habits/");
  return await Promise.all(
    results.map(async ({ id, title, type, unit, target }) => {
      const range = "from=2026-03-01&to=2026-03-31";
      const days = await user.call<{ results: { day: string; value: number | null; note: string | null }[] }>(
        "GET",
        `/habits/${id}/progress/?${range}`,
      );
      const told = days.results.map(({ day, value, note }) => [day, value, note].filter((part) => part !== null));
      return { title, type, unit, target, days: told };
    }),
  );
}

/** A table in which each date is valid as month/day and as day/month. */
const wide = "Date,Read,Sweets,Mood\n03/02/2026,20,2,good\n03/03/2026,12.5,,bad\nlater,1,1,\n";

test.for(mouseAndTouch)(
  "a table with a column for each habit is mapped, previewed and imported, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await openImport(page, words);
    await choose(page, words, "year.csv", wide);
    const dialog = dialogOf(page);
    await dialog.getByText(words("Columns that become habits")).waitFor();
    for (const layout of ["A row for each habit and day", "A column for each habit"]) {
      await select(page, words("Layout of the table"), words(layout));
      expect(await cutOptions(page)).toEqual([]);
    }
    // The page preselects the two columns with values, and not the one with moods.
    expect(await dialog.getByRole("checkbox", { name: "Read", exact: true }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Mood", exact: true }).isChecked()).toBe(false);

    // The dates do not tell the order of day and month, so the page asks the user.
    await press(dialogButton(page, words("Preview")), visit);
    const order = field(page, words("Order of the date"));
    await expect.poll(() => order.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => order.evaluate((element) => element === document.activeElement)).toBe(true);
    await select(page, words("Order of the date"), words("Month first: 11/20/2026"));
    const read = dialog.getByRole("group", { name: "Read", exact: true });
    await read.getByLabel(words("Title"), { exact: true }).fill("Читати вголос");
    await read.getByLabel(words("Unit"), { exact: true }).click();
    await page.getByRole("option", { name: words("Minutes"), exact: true }).click();
    await read.getByLabel(words("Daily goal"), { exact: true }).fill("15");
    const sweets = dialog.getByRole("group", { name: "Sweets", exact: true });
    await sweets.getByLabel(words("Type"), { exact: true }).click();
    await page.getByRole("option", { name: words("Bad habit"), exact: true }).click();
    await sweets.getByLabel(words("Daily limit"), { exact: true }).fill("many");
    await press(dialogButton(page, words("Preview")), visit);
    await expect
      .poll(() => sweets.getByLabel(words("Daily limit"), { exact: true }).getAttribute("aria-invalid"))
      .toBe("true");
    await sweets.getByLabel(words("Daily limit"), { exact: true }).fill("3");

    await press(dialogButton(page, words("Preview")), visit);
    await dialog.getByText(words("This would be added"), { exact: true }).waitFor();
    const listOf = (title: string) => dialog.getByRole("list", { name: new RegExp(`^${words(title)}`) });
    expect(await listOf("Left out").getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(new RegExp(`later.*${words("line {number}", { number: "4" })}$`)),
    ]);
    expect(await listOf("Changed to fit").getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(new RegExp(`Mood\\.${words("line {number}", { number: "1" })}$`)),
      expect.stringMatching(new RegExp(`^Читати вголос: .*${words("column {number}", { number: "2" })}$`)),
    ]);
    expect(await habitsOf(user)).toEqual([]);

    await press(dialogButton(page, words("Import")), visit);
    await dialog.getByText(words("This has been added"), { exact: true }).waitFor();
    expect(await habitsOf(user)).toEqual([
      {
        ...{ title: "Читати вголос", type: "good", unit: "seconds", target: 900 },
        days: [
          ["2026-03-02", 1200],
          ["2026-03-03", 750],
        ],
      },
      { title: "Sweets", type: "bad", unit: "repetitions", target: 3, days: [["2026-03-02", 2]] },
    ]);
  },
);

test.for(mouseAndTouch)(
  "a column becomes a habit with a word of the user's own and the notes of another column, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await openImport(page, words);
    const noted = "Date,Read,Read note,Why\n2026-03-02,20,On the train,\n2026-03-03,,,Ill\n";
    await choose(page, words, "pages.csv", noted);
    const read = dialogOf(page).getByRole("group", { name: "Read", exact: true });
    const note = read.getByLabel(words("Column with the note"), { exact: true });
    // Its name says whose note it is.
    await expect.poll(() => note.textContent()).toBe("Read note");
    await note.click();
    await page.getByRole("option", { name: "Why", exact: true }).click();
    await read.getByLabel(words("Unit"), { exact: true }).click();
    await page.getByRole("option", { name: words("Your word…"), exact: true }).click();
    await read.getByLabel(words("After {number}", { number: "1" }), { exact: true }).fill("page, pages");
    expect(await cutOptions(page)).toEqual([]);
    await press(dialogButton(page, words("Preview")), visit);
    await dialogOf(page).getByText(words("This would be added"), { exact: true }).waitFor();
    await press(dialogButton(page, words("Import")), visit);
    await dialogOf(page).getByText(words("This has been added"), { exact: true }).waitFor();
    expect(await habitsOf(user)).toMatchObject([
      {
        title: "Read",
        days: [
          ["2026-03-02", 20],
          ["2026-03-03", "Ill"],
        ],
      },
    ]);
    const { results } = await user.call<{ results: { unit_label: string }[] }>("GET", "/habits/");
    expect(results.map(({ unit_label }) => unit_label)).toEqual(["page, pages"]);
  },
);

test("a table with a row for each habit and day is imported by the keyboard alone", async ({ stage }) => {
  const words = wordsOf("uk");
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await openImport(page, words);
  const text =
    'Дата;Звичка;Значення;Нотатка\n02.03.2026;Біг;5,2;"Дощ,\nвітер"\n02.03.2026;Йога;так;\n03.03.2026;Йога;ні;\n';
  await choose(page, words, "щоденник.csv", text);
  await dialogOf(page).getByText(words("All habits of this file")).waitFor();
  expect(await field(page, words("Column separator")).textContent()).toBe(words("Semicolon"));
  expect(await field(page, words("Decimal separator")).textContent()).toBe(words("Comma: 1,5"));
  // The column of habits is preselected, so one step down and one up again chooses it by keyboard.
  await field(page, words("Column with the habit")).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Значення" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await field(page, words("Unit")).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: words("Kilometers") }).waitFor();
  for (let units = 0; units < 7; units += 1) await page.keyboard.press("ArrowDown");
  await page.locator("[role=option][data-highlighted]", { hasText: words("Kilometers") }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await dialogButton(page, words("Preview")).focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText(words("This would be added"), { exact: true }).waitFor();
  await dialogButton(page, words("Import")).focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText(words("This has been added"), { exact: true }).waitFor();
  expect(await habitsOf(user)).toEqual([
    { ...{ title: "Біг", type: "good", unit: "meters", target: 1000 }, days: [["2026-03-02", 5200, "Дощ,\nвітер"]] },
    { ...{ title: "Йога", type: "good", unit: "kilometers", target: 1 }, days: [["2026-03-02", 1]] },
  ]);
});

test("the chosen columns survive an error, a change of language, going back and closing the dialog", async ({
  stage,
}) => {
  stage.expectError(/ERR_FAILED/);
  const [en, uk] = [wordsOf("en"), wordsOf("uk")];
  const page = await stage.visit({ as: await stage.createUser(), language: "en" });
  await openImport(page, en);
  await choose(page, en, "year.csv", wide);
  const title = () => dialogOf(page).getByRole("group", { name: "Read", exact: true }).locator("input").first();
  await title().fill("Read aloud");
  await select(page, en("Order of the date"), en("Day first: 20.11.2026"));
  const isKept = async (words: Words) => {
    await expect.poll(() => title().inputValue()).toBe("Read aloud");
    expect(await field(page, words("Order of the date")).textContent()).toBe(words("Day first: 20.11.2026"));
  };

  await page.route("**/api/import/", (route) => route.abort());
  await dialogButton(page, en("Preview")).click();
  await dialogOf(page).getByText("The server could not be reached. Check your connection and try again.").waitFor();
  await isKept(en);
  await page.unroute("**/api/import/");

  // Another tab changes the language.
  await page.evaluate(() => {
    localStorage.setItem("language", "uk");
    dispatchEvent(new StorageEvent("storage", { key: "language", newValue: "uk", storageArea: localStorage }));
  });
  await dialogOf(page).getByText(uk("Columns that become habits")).waitFor();
  await isKept(uk);

  await dialogButton(page, uk("Preview")).click();
  await dialogOf(page).getByText(uk("This would be added"), { exact: true }).waitFor();
  await dialogButton(page, uk("Change the columns")).click();
  await isKept(uk);

  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await section(page, uk("Your data"))
    .getByRole("button", { name: uk("Import…"), exact: true })
    .click();
  await isKept(uk);
  await dialogButton(page, uk("Another file")).click();
  await dialogOf(page).getByLabel(uk("Choose a file")).waitFor({ state: "attached" });
});

test("a table in an unsupported encoding is refused with advice", async ({ stage }) => {
  const words = wordsOf("en");
  const page = await stage.visit({ as: await stage.createUser() });
  await openImport(page, words);
  await choose(page, words, "old.csv", new Uint8Array([0x44, 0x2c, 0xcf, 0x0a, 0x31, 0x2c, 0x31]));
  await dialogOf(page).getByText("This file is not in UTF-8.", { exact: false }).waitFor();
  await choose(page, words, "new.csv", wide);
  await dialogOf(page).getByText(words("Columns that become habits")).waitFor();
  await select(page, words("Column separator"), words("Tab"));
  // The new table has one column, so the user must choose the column with the day again.
  await expect.poll(() => field(page, words("Column with the day")).textContent()).toBe(words("Choose a column"));
});

test("the mapping of a table is accessible and fits the screen", { timeout: 300_000 }, async ({ stage }) => {
  const words = wordsOf("en");
  const page = await stage.visit({ language: "en", theme: "light", as: await stage.createUser(), touch: true });
  await openImport(page, words);
  const waitForForm = () => dialogOf(page).locator("table").waitFor();
  await checkStates(page, [
    {
      name: "columns",
      open: async () => {
        await choose(page, words, "year.csv", wide);
        await waitForForm();
      },
      hasTargets: true,
    },
    {
      name: "faults",
      open: async () => {
        await dialogButton(page, words("Preview")).click();
        await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
      },
      hasTargets: true,
    },
    {
      name: "rows",
      open: () => select(page, words("Layout of the table"), words("A row for each habit and day")),
      hasTargets: true,
    },
  ]);
});
