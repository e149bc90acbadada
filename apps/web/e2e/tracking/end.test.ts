import { cellOf, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilIdle } from "../stage/requests.ts";
import { expect, test } from "../stage/stage.ts";
import { createPaidUser, openStatistics } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

interface Given {
  title: string;
  archived: boolean;
  end: Readonly<Record<string, unknown>> | null;
}

/** These English texts have another translation elsewhere, so the test names the ones of the form. */
const total = { en: "Total", uk: "Сума" } as const;
const goOn = { en: "Go on", uk: "Продовжити" } as const;

test.for(["en", "uk"] as const)(
  "the form sets a total, and refuses one out of range beside its field, in %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    await user.createHabit();
    const page = await stage.visit({ as: user, language, width: 390 });
    await page.goto("/dashboard");
    await page
      .getByRole("button", { name: words("New habit") })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words("Title")).fill("Dune");
    await dialog.getByRole("button", { name: total[language], exact: true }).click();
    const field = dialog.getByRole("textbox", { name: total[language], exact: true });
    await field.fill("1000001");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.getByText(/1[,\s]000[,\s]000/).waitFor();
    expect(await field.inputValue()).toBe("1000001");
    await field.fill("12");
    await dialog.getByRole("button", { name: words("Create habit") }).click();
    await dialog.waitFor({ state: "detached" });
    const { results } = await user.call<{ results: Given[] }>("GET", "/habits/");
    expect(results[1]?.end).toEqual({ total: 12, from: daysAgo(0) });
  },
);

test.for(["en", "uk"] as const)(
  "the page celebrates habits that have ended, and the user archives or continues them, in %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await createPaidUser(stage);
    const done = await user.createHabit({ title: "No sugar", end: { until: daysAgo(1) } });
    await user.record(done, daysAgo(1), 1);
    await user.createHabit({ title: "Walk", end: { days: 2, from: daysAgo(5) } });
    const page = await stage.visit({ as: user, language, width: 390 });
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: language === "en" ? "You finished 2 habits" : "Завершено 2 звички" });
    await card.getByRole("button", { name: new RegExp(`${words("Archive")}.*No sugar`) }).click();
    await card.getByText("No sugar").waitFor({ state: "detached" });
    await page.getByRole("button", { name: new RegExp(`${goOn[language]}.*Walk`) }).click();
    await page.getByRole("button", { name: new RegExp(`${goOn[language]}.*Walk`) }).waitFor({ state: "detached" });
    const archived = await user.call<{ results: Given[] }>("GET", "/habits/?archived=true");
    expect(archived.results.map(({ title, archived }) => [title, archived])).toContainEqual(["No sugar", true]);
    const active = await user.call<{ results: Given[] }>("GET", "/habits/?archived=false");
    expect(active.results).toMatchObject([{ title: "Walk", end: null }]);
  },
);

test("the page celebrates a total at once when it is reached, and the statistics show the rest before that", async ({
  stage,
}) => {
  const user = await createPaidUser(stage);
  const habit = await user.createHabit({ title: "Dune", unit_label: "book, books", end: { total: 3 } });
  await user.record(habit, daysAgo(0), 1);
  const page = await stage.visit({ as: user, width: 1440 });
  await page.goto("/dashboard");
  const statistics = await openStatistics(page, habit);
  await statistics.getByText("1 book done").waitFor();
  await user.record(habit, daysAgo(0), 3);
  await page.getByRole("region", { name: "You finished a habit" }).getByText("3 books").waitFor();
});

test.for([
  { language: "en", left: "3 days left", ofTotal: "8 of 12 books left" },
  { language: "uk", left: "залишилося 3 дні", ofTotal: "залишилося 8, усього 12 книжок" },
] as const)(
  "what is left until an end stands in the row, in the column of a phone, in the tooltip and in the form of a day, in $language",
  async ({ language, left, ofTotal }, { stage }) => {
    const user = await createPaidUser(stage);
    const sugar = await user.createHabit({ title: "Sugar", end: { until: daysAgo(-2) } });
    const unit_label = language === "en" ? "book, books" : "книжка, книжки, книжок";
    const books = await user.createHabit({ title: "Dune", unit_label, end: { total: 12 } });
    await user.record(books, daysAgo(0), 4);
    const page = await stage.visit({ as: user, language, width: 1440 });
    await openDashboard(page);
    // The page also contains the hidden mark of narrow screens.
    const shown = { visible: true };
    await page.getByRole("rowheader", { name: sugar.title }).getByText(left).filter(shown).waitFor();
    await page.getByRole("rowheader", { name: books.title }).getByText(ofTotal).filter(shown).waitFor();
    await cellOf(page, sugar, daysAgo(0)).hover();
    await page.getByRole("tooltip").getByText(left).waitFor();
    const phone = await stage.visit({ as: user, language, width: 390, touch: true });
    await openDashboard(phone);
    await phone.getByRole("columnheader", { name: books.title }).getByText("4/12").waitFor();
    await phone.getByRole("columnheader", { name: sugar.title }).getByText(left).waitFor({ state: "attached" });
    await cellOf(page, books, daysAgo(0)).dblclick();
    await page.getByRole("dialog").getByText(ofTotal).waitFor();
  },
);

test.for([
  { language: "en", finished: "You finished a habit", books: "12 books" },
  { language: "uk", finished: "Завершено 1 звичку", books: "12 книжок" },
] as const)(
  "an archived habit whose total a recorded day reaches is celebrated at once among the archived ones, in $language",
  async ({ language, finished, books }, { stage }) => {
    const user = await createPaidUser(stage);
    await user.createHabit({ title: "Walk" });
    const unit_label = language === "en" ? "book, books" : "книжка, книжки, книжок";
    const habit = await user.createHabit({ title: "Dune", unit_label, end: { total: 12, from: daysAgo(9) } });
    await user.record(habit, daysAgo(1), 11);
    await user.call("PATCH", `/habits/${habit.id}/`, { archived: true });
    const page = await stage.visit({ as: user, language, width: 1280 });
    await page.goto("/dashboard?archived=true");
    await cellOf(page, habit, daysAgo(0)).waitFor();
    // A late answer of the first load could hide that the page does not fetch again.
    await untilIdle(page);
    await cellOf(page, habit, daysAgo(0)).click();
    await page.getByRole("dialog").getByRole("textbox").first().fill("1");
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: finished });
    await card.getByText(books).waitFor();
    await card.getByText(wordsOf(language)("Longest streak")).waitFor();
  },
);
