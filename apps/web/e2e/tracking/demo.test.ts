import type { Page } from "playwright-core";
import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { type Habit, logIn, newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

/**
 * All that the calendar shows, in the order of the page: dates, habits with streaks, and the mark and position of each
 * day.
 */
function shownBy(page: Page) {
  return page.locator(".sample-calendar").evaluate((calendar) => ({
    dates: [...(calendar.querySelector("[data-shown-day]")?.querySelectorAll("p, span span") ?? [])].map(
      ({ textContent }) => textContent,
    ),
    rows: [...calendar.querySelectorAll("[data-result]")]
      .map((mark) => mark.closest("[style*='--h']"))
      .filter((row, index, all) => all.indexOf(row) === index)
      .map((row) => ({
        words: [...(row?.querySelectorAll("p") ?? [])].map(({ textContent }) => textContent),
        marks: [...(row?.querySelectorAll<HTMLElement>("[data-result]") ?? [])].map(
          ({ dataset, textContent }) => `${dataset.result} ${dataset.assumed ?? ""} ${textContent}`,
        ),
        places: [...(row?.querySelectorAll("[data-result]") ?? [])].map((mark) => {
          const { left, top, width } = mark.getBoundingClientRect();
          return [left, top, width].map((length) => Math.round(length)).join(" ");
        }),
      })),
  }));
}

/** A time zone in which the date differs from UTC now. */
const farZone = () => (new Date().getUTCHours() >= 10 ? "Pacific/Kiritimati" : "Etc/GMT+12");

const todayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());

test.for(mouseAndTouch)(
  "the calendar of the landing page shows the visitor's day from the start, and a press changes only that day, $language, $width px",
  async ({ language, width, touch }, { stage }) => {
    stage.expectError(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const words = wordsOf(language);
    const timezone = farZone();
    const today = todayIn(timezone);
    const page = await stage.visit({ language, width, touch, timezone });
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto("/", { waitUntil: "load" });
    const before = await shownBy(page);
    // The month, then the weekday and the date of each day. The eleventh is today.
    expect(before.dates).toHaveLength(1 + 2 * 18);
    expect(before.dates[1 + 2 * 10 + 1]).toBe(String(Number(today.slice(8))));
    expect(await page.locator("[data-shown-day]").getAttribute("data-shown-day")).toBe(today);
    await page.unroute(/\.js$/);
    await page.goto("/");
    expect(await shownBy(page)).toEqual(before);

    const read = language === "en" ? "Read" : "Читання";
    const place = await page.locator(".sample-calendar [data-result=awaiting]").first().boundingBox();
    if (!place) throw new Error("the calendar does not show today");
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    const calendar = page.getByRole("group", {
      name: words("A calendar to try. Move with the arrow keys, mark with Enter."),
    });
    const pressed = calendar.getByRole("group", { name: read }).getByRole("button").filter({ visible: true }).last();
    await expect.poll(() => pressed.textContent()).toBe("10");
    const [row, ...others] = before.rows;
    const marks = row?.marks.with(10, "awaiting  10");
    expect(await shownBy(page)).toEqual({ ...before, rows: [{ ...row, marks }, ...others] });
  },
);

test.for(mouseAndTouch)(
  "a guest's marks in the landing page's calendar survive a reload, and the sign-up imports them, $language, $width px",
  async ({ language, width, touch }, { stage }) => {
    const words = wordsOf(language);
    const titles = language === "en" ? ["Read", "Water"] : ["Читання", "Вода"];
    const [read = "", water = ""] = titles;
    const page = await stage.visit({ language, width, touch });
    await page.goto("/");
    const picture = page.getByRole("button", { name: words("Try the calendar") });
    // A point of the picture outside the days.
    const position = { x: 20, y: 20 };
    await (touch ? picture.tap({ position }) : picture.click({ position }));
    const calendar = page.getByRole("group", {
      name: words("A calendar to try. Move with the arrow keys, mark with Enter."),
    });
    const today = (habit: string) =>
      calendar.getByRole("group", { name: habit }).getByRole("button").filter({ visible: true }).last();
    await press(today(read), { touch });
    await press(today(read), { touch });
    expect(await today(read).getAttribute("aria-label")).toContain(words("goal reached"));
    // By keyboard: down twice to the third habit, and back by a day.
    await today(read).focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "Enter", "ArrowLeft", "Enter"])
      await page.keyboard.press(key);
    expect(await today(water).getAttribute("aria-label")).toContain(words("goal reached"));
    // A visitor who has marked days before gets the calendar without a press.
    await page.reload();
    await expect.poll(() => today(read).getAttribute("aria-label")).toContain(words("goal reached"));

    // The guest signs up and sees the first dashboard.
    await page.goto("/signup");
    const note = "The days you marked come with you: your dashboard asks whether to keep them.";
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
    await page.getByRole("button", { name: words("Keep them") }).click();
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

test("without JavaScript the landing page's calendar is an image with a text alternative", async ({ stage }) => {
  const page = await stage.visit();
  await page.route(/\.js$/, (route) => route.abort());
  stage.expectError(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.goto("/", { waitUntil: "load" });
  await expect.poll(() => page.getByRole("img", { name: /^A calendar: / }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Try the calendar" }).count()).toBe(0);
});
