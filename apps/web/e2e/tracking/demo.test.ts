import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndFinger, press, test } from "../stage/stage.ts";
import { type Habit, logIn, newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndFinger)(
  "what a guest marks in the calendar of the landing page survives a reload and comes along, $language, $width px",
  async ({ language, width, touch }, { stage }) => {
    const words = wordsOf(language);
    const titles = language === "en" ? ["Read", "Water"] : ["Читання", "Вода"];
    const [read = "", water = ""] = titles;
    const page = await stage.visit({ language, width, touch });
    await page.goto("/");
    const picture = page.getByRole("button", { name: words("Try the calendar") });
    if (touch) await picture.tap({ position: { x: 20, y: 20 } });
    else await picture.hover();
    const calendar = page.getByRole("group", { name: words("A calendar to try. Arrow keys move, Enter marks.") });
    const today = (habit: string) =>
      calendar.getByRole("group", { name: habit }).getByRole("button").filter({ visible: true }).last();
    await press(today(read), { touch });
    await press(today(read), { touch });
    expect(await today(read).getAttribute("aria-label")).toContain(words("goal reached"));
    // By keys: down twice to the third habit, and back by a day.
    await today(read).focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "Enter", "ArrowLeft", "Enter"])
      await page.keyboard.press(key);
    expect(await today(water).getAttribute("aria-label")).toContain(words("goal reached"));
    await page.reload();
    await picture.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => today(read).evaluate((day) => day === document.activeElement)).toBe(true);
    await expect.poll(() => today(read).getAttribute("aria-label")).toContain(words("goal reached"));

    // On to an account: the form, the first dashboard.
    await page.goto("/signup");
    const note = "The days you marked in the calendar come along: you will be asked on your dashboard.";
    await page.getByText(words(note)).waitFor();
    const username = newName("newcomer");
    const email = `${username}@example.org`;
    await page.getByLabel(words("Username"), { exact: true }).fill(username);
    await page.getByLabel(words("Email"), { exact: true }).fill(email);
    await page.getByLabel(words("Password"), { exact: true }).fill(password);
    await page.getByLabel(words("Repeat the password"), { exact: true }).fill(password);
    await page.locator("input[name=agreement]").check();
    const form = page.locator("main form");
    await press(form.getByRole("button", { name: words("Sign up") }), { touch });
    await page.getByRole("button", { name: words("Bring them along") }).click();
    await page.getByRole("grid").waitFor();
    const user = await logIn(stage.url, { username, email, password });
    const { results } = await user.call<{ results: Habit[] }>("GET", "/habits/");
    expect(results.map(({ title }) => title)).toEqual(titles);
    const [reading, drinking] = results as [Habit, Habit];
    expect(await user.recorded(reading, daysAgo(0))).toBe(20);
    expect(await user.recorded(drinking, daysAgo(0))).toBe(2);
    expect(await page.evaluate(() => localStorage.getItem("demo_marks"))).toBe(null);
  },
);

test("without scripts the calendar of the landing page is a picture with a name", async ({ stage }) => {
  const page = await stage.visit();
  await page.route(/\.js$/, (route) => route.abort());
  stage.expectError(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.goto("/", { waitUntil: "load" });
  await expect.poll(() => page.getByRole("img", { name: /^A calendar: / }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Try the calendar" }).count()).toBe(0);
});
