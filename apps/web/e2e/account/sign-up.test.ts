import type { Page } from "playwright-core";
import { cellOf, expectResult, focusedCell, type Layout, walkTo } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { linkIn, waitForMail } from "../stage/mail.ts";
import { startProduct } from "../stage/product.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";
import { type Words, wordsOf } from "../stage/words.ts";

const week = [6, 5, 4, 3, 2, 1, 0].map(daysAgo);

const registered = "You have successfully registered! Open the link that we sent to your email address to verify it.";
const unverified = "Your email is not verified yet.";

interface Journey {
  page: Page;
  words: Words;
  mailDirectory: string;
  username: string;
}

test.for([
  { language: "en", layout: "horizontal" },
  { language: "uk", layout: "vertical" },
] as const)(
  "a new user signs up and reaches a streak in $language, $layout",
  async ({ language, layout }, { stage }) => {
    const page = await stage.visit({ locale: language === "uk" ? "uk-UA" : "en-US" });
    const journey = {
      page,
      words: wordsOf(language),
      mailDirectory: stage.mailDirectory,
      username: newName("newcomer"),
    };
    await page.goto("/");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    await signUp(journey);
    await openMailedLink(journey, language);
    await addHabit(journey, "Читати / read", "20");
    await chooseLayout(journey, layout);
    await recordWeek(journey, layout, "20");
    await expectFigures(journey, { streak: 7, total: 140 });
  },
);

test("a week recorded by keyboard only is there after a reload and a restart of the server", async ({ stage }) => {
  stage.expectError(/ERR_CONNECTION_(REFUSED|RESET)|Failed to fetch|status of 50[234]/);
  const product = await startProduct();
  try {
    const page = await stage.visit({ url: product.url });
    const journey = {
      page,
      words: wordsOf("en"),
      mailDirectory: product.mailDirectory,
      username: newName("newcomer"),
    };
    await page.goto("/");
    await signUp(journey);
    await openMailedLink(journey, "en");
    await addHabit(journey, "Read", "20");
    await addHabit(journey, "Walk", "30");
    await recordWeek(journey, "horizontal", "20");
    const expectWeek = async () => {
      const habit = { id: await findHabit(page, "Read") };
      for (const day of week) await expectResult(page, habit, day, "achieved");
      await expect.poll(() => streakOf(page, "Read")).toBe("7");
    };
    await expectWeek();
    await page.reload();
    await expectWeek();
    await product.restart();
    await page.reload();
    await expectWeek();
    expect(await titlesOf(page)).toEqual(["Read", "Walk"]);

    const anew = await stage.visit({ url: product.url });
    await anew.goto("/login");
    await logIn({ ...journey, page: anew });
    await expect.poll(() => titlesOf(anew)).toEqual(["Read", "Walk"]);
  } finally {
    await product.stop();
  }
});

test.for(mouseAndTouch)(
  "after a sign-up whose log-in fails, the log-in form has all that was typed, $language, $width px",
  async ({ language, width, touch }, { stage }) => {
    stage.expectError(/ERR_CONNECTION_FAILED/);
    const words = wordsOf(language);
    const username = newName("newcomer");
    const page = await stage.visit({ language, width, touch });
    await page.route("**/trpc/auth.login**", (route) => route.abort("connectionfailed"));
    await page.goto("/signup?next=%2Fsettings");
    const remembers = page.getByRole("checkbox", { name: words("Remember me"), exact: true });
    expect(await remembers.isChecked()).toBe(true);
    await remembers.uncheck();
    await fillSignUp({ page, words, username });
    await page.getByRole("heading", { level: 1, name: words("Log in to Daymark") }).waitFor();
    // The account exists, and the page also shows why the log-in failed.
    await page.getByText(words("Your account has been created. Log in to continue.")).waitFor();
    await messageOf(page, words("The server could not be reached. Check your connection and try again.")).waitFor();
    expect(await page.getByLabel(words("Username or email")).inputValue()).toBe(username);
    expect(await page.getByLabel(words("Password"), { exact: true }).inputValue()).toBe(password);
    expect(await remembers.isChecked()).toBe(false);
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]));
    expect(await stored()).not.toContain(password);

    await page.unroute("**/trpc/auth.login**");
    await press(page.locator("main form").getByRole("button", { name: words("Log in"), exact: true }), { touch });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/settings");
    expect(await stored()).not.toContain(password);
  },
);

test("a sign-up leads to the page that the guest wanted", async ({ stage }) => {
  const page = await stage.visit();
  await page.goto("/dashboard?q=tea");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
  await fillSignUp({ page, words: wordsOf("en"), username: newName("newcomer") });
  await expect.poll(() => page.url()).toBe(`${stage.url}/dashboard?q=tea`);
  expect(await page.evaluate(() => localStorage.getItem("rememberMe"))).toBe("true");
});

async function signUp({ page, words, username }: Journey) {
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: words("Sign up") })
    .click();
  await fillSignUp({ page, words, username });
  await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
  await messageOf(page, words(registered)).waitFor();
  await page.getByText(words(unverified)).waitFor();
}

async function fillSignUp({ page, words, username }: Omit<Journey, "mailDirectory">) {
  await page.getByRole("heading", { level: 1, name: words("Create your account") }).waitFor();
  await page.getByLabel(words("Username"), { exact: true }).fill(username);
  await page.getByLabel(words("Email"), { exact: true }).fill(`${username}@example.org`);
  await page.getByLabel(words("Password"), { exact: true }).fill(password);
  await page.getByLabel(words("Repeat the password"), { exact: true }).fill(password);
  await page.locator("input[name=agreement]").check();
  await page
    .locator("main form")
    .getByRole("button", { name: words("Sign up") })
    .click();
}

/** The browser is logged in, so the link needs no button and no second log-in. */
async function openMailedLink({ page, words, mailDirectory, username }: Journey, language: "en" | "uk") {
  const mail = await waitForMail(mailDirectory, `${username}@example.org`);
  expect(/\p{Script=Cyrillic}/u.test(mail.subject)).toBe(language === "uk");
  await page.goto(linkIn(mail, "/verify-email"));
  await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
  await messageOf(page, words("Your email address has been verified!")).waitFor();
  expect(await page.getByText(words(unverified)).count()).toBe(0);
}

async function logIn({ page, words, username }: Journey) {
  await page.getByLabel(words("Username or email")).fill(username);
  await page.getByLabel(words("Password"), { exact: true }).fill(password);
  await page
    .locator("main form")
    .getByRole("button", { name: words("Log in") })
    .click();
  await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
}

/** Adds the first habit on the page of a new user, and others through the button. */
async function addHabit({ page, words }: Journey, title: string, goal: string) {
  const own = page.getByRole("button", { name: words("Create a habit of your own") });
  const another = page.getByRole("button", { name: words("New habit") });
  await own.or(another).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("Title")).fill(title);
  await dialog.getByLabel(words("Daily goal")).fill(goal);
  await dialog.getByRole("button", { name: words("Create habit") }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => titlesOf(page)).toContain(title);
}

async function chooseLayout({ page, words }: Journey, layout: Layout) {
  const name = words(layout === "horizontal" ? "Horizontal layout" : "Vertical layout");
  await page.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => page.getByRole("grid").getAttribute("data-layout")).toBe(layout);
}

/** Records the last seven days of the first habit by keyboard only. */
async function recordWeek({ page }: Journey, layout: Layout, amount: string) {
  await tabIntoCalendar(page);
  const [title] = await titlesOf(page);
  const habit = { id: await findHabit(page, title ?? "") };
  // The new habit has the focus. The first habit is above it, or left of it.
  for (let step = 0; step < 6 && (await focusedCell(page))?.habit !== habit.id; step += 1) {
    await page.keyboard.press(layout === "horizontal" ? "ArrowUp" : "ArrowLeft");
  }
  for (const day of week) {
    await walkTo(page, layout, day);
    await page.keyboard.type(amount);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectResult(page, habit, day, "achieved");
  }
  expect(await cellOf(page, habit, week.at(-1) ?? "").getAttribute("aria-current")).toBe("date");
}

async function tabIntoCalendar(page: Page) {
  for (let step = 0; step < 60; step += 1) {
    if (await focusedCell(page)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the calendar");
}

/**
 * Opens the statistics from the calendar by keyboard. Expects the streak beside the habit and the figures in the panel.
 */
async function expectFigures({ page, words }: Journey, { streak, total }: { streak: number; total: number }) {
  const [title = ""] = await titlesOf(page);
  await expect.poll(() => streakOf(page, title)).toBe(String(streak));
  await page.locator(`[data-habit-header="${await findHabit(page, title)}"]`).focus();
  await page.keyboard.press("Enter");
  // A menu opened by keyboard focuses its first item one frame later.
  await page
    .getByRole("menuitem", { name: words("Statistics") })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("Enter");
  const figure = (name: string) =>
    page
      .getByRole("dialog")
      .locator("dl > div", { has: page.locator("dt").getByText(words(name), { exact: true }) })
      .locator("dd")
      .first();
  await expect.poll(() => figure("Current streak").textContent()).toBe(String(streak));
  await expect.poll(() => figure("Longest streak").textContent()).toBe(String(streak));
  await expect.poll(() => figure("Total").textContent()).toBe(String(total));
}

const titlesOf = (page: Page) =>
  page.locator("[data-habit-header]").evaluateAll((headers) => headers.map((header) => (header as HTMLElement).title));

async function findHabit(page: Page, title: string): Promise<number> {
  const header = page.locator("[data-habit-header]").and(page.getByTitle(title, { exact: true }));
  return Number(await header.getAttribute("data-habit-header"));
}

/** The streak shown beside a habit. */
async function streakOf(page: Page, title: string): Promise<string | undefined> {
  const flame = page.locator(`[data-habit-streak="${await findHabit(page, title)}"]`);
  return (await flame.locator('span[aria-hidden="true"]').allTextContents())[0];
}
