import { waitForMailWith } from "../stage/mail.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { createVerifiedUser, dialogOf, openSettings } from "../stage/settings.ts";
import { expect, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

const names = { en: "English", uk: "Українська" } as const;
const switches = [
  { from: "en", to: "uk" },
  { from: "uk", to: "en" },
] as const;

test.for(switches)(
  "a change of language keeps the route, the typed text and the scroll position, $from to $to",
  async ({ from, to }, { stage }) => {
    const [before, after] = [wordsOf(from), wordsOf(to)];
    const page = await stage.visit({ height: 500, language: from });
    await page.goto("/signup");
    await page.locator("input[name=username]").fill("half_typed");
    await page.locator("input[name=email]").fill("someone@example.org");
    await page.evaluate(() => scrollTo(0, 150));
    await page
      .getByRole("navigation", { name: before("Main") })
      .getByLabel(before("Language"))
      .click();
    await page.getByRole("link", { name: names[to] }).click();
    await page.getByRole("heading", { level: 1, name: after("Create your account") }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/signup");
    expect(await page.locator("input[name=username]").inputValue()).toBe("half_typed");
    expect(await page.locator("input[name=email]").inputValue()).toBe("someone@example.org");
    expect(await page.evaluate(() => scrollY)).toBe(150);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(to);
    await expect.poll(() => page.title()).toBe(`${after("Sign Up")} | Daymark`);

    await page.reload();
    await page.getByRole("heading", { level: 1, name: after("Create your account") }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(to);
  },
);

test.for(switches)(
  "after a change of language the user's mails use it, $from to $to",
  async ({ from, to }, { stage }) => {
    const words = wordsOf(from);
    const user = await createVerifiedUser(stage);
    await user.call("PATCH", "/settings/", { language: from });
    const page = await stage.visit({ as: user, language: from });
    await page.goto("/dashboard");
    await page.getByText(user.username).first().waitFor();
    const subjectOf = async (count: number) => {
      await user.call("POST", "/send-reset-password/", { email: user.email });
      const { subject } = await waitForMailWith(stage.mailDirectory, user.email, "/reset-password", count);
      return /\p{Script=Cyrillic}/u.test(subject) ? "uk" : "en";
    };
    expect(await subjectOf(1)).toBe(from);
    await page
      .getByRole("navigation", { name: words("Main") })
      .getByLabel(words("Language"))
      .click();
    await page.getByRole("link", { name: names[to] }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(to);
    await expect.poll(async () => (await user.call<{ language: string }>("GET", "/settings/")).language).toBe(to);
    expect(await subjectOf(2)).toBe(to);
  },
);

test.for([
  { language: "en", forms: ["21 habits", "22 habits", "25 habits"] },
  { language: "uk", forms: ["21 звичка", "22 звички", "25 звичок"] },
] as const)("habit counts use the right plural forms, $language", async ({ language, forms }, { stage }) => {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const page = await stage.visit({ as: user, language });
  let count = 0;
  for (const form of forms) {
    for (; count < Number.parseInt(form, 10); count += 1) await user.createHabit({ title: `Habit ${count}` });
    await openSettings(page, "/settings");
    await page.getByRole("button", { name: wordsOf(language)("Delete account…") }).click();
    await dialogOf(page).getByRole("listitem").filter({ hasText: form }).waitFor();
    expect(await dialogOf(page).getByRole("listitem").allTextContents()).toContain(form);
  }
});

test("a first visit uses the browser's language, and the URL overrides it", async ({ stage }) => {
  const page = await stage.visit({ locale: "uk-UA" });
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.goto("/login");
  expect(await language()).toBe("uk");
  await page.goto("/login?lang=en");
  expect(await language()).toBe("en");
  await page.goto("/signup");
  expect(await language()).toBe("en");
});

test("a form's errors change with the language", async ({ stage }) => {
  const page = await stage.visit();
  await page.goto("/signup");
  await page.locator("main form button[type=submit]").click();
  await page.getByText("This field may not be blank.").first().waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await page.getByRole("link", { name: "Українська" }).click();
  await page.getByText(uk("This field may not be blank.")).first().waitFor();
  expect(await page.getByText("This field may not be blank.").count()).toBe(0);
});

test("another tab follows a change of language", async ({ stage }) => {
  const page = await stage.visit();
  const other = await page.context().newPage();
  await Promise.all([page.goto("/login"), other.goto("/login")]);
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await page.getByRole("link", { name: "Українська" }).click();
  await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe("uk");
});

test("a page that waits for its scripts follows a change of language in another tab", async ({ stage }) => {
  const page = await stage.visit({ language: "en" });
  const other = await page.context().newPage();
  await other.goto("/login");
  const script = Promise.withResolvers<void>();
  await page.route(/\/assets\/entry-client-[\w-]+\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto("/signup", { waitUntil: "commit" });
  await page.locator("main h1").waitFor();
  await other.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await other.getByRole("link", { name: "Українська" }).click();
  await expect.poll(() => other.evaluate(() => localStorage.getItem("language"))).toBe("uk");
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  script.resolve();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("uk");
});
