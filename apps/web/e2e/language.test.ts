import { expect, test } from "./stage.ts";
import { wordsOf } from "./words.ts";

const uk = wordsOf("uk");

test("a switch of language keeps the route, what is typed and the place on the page", async ({ stage }) => {
  const page = await stage.visit({ height: 500 });
  await page.goto("/signup");
  await page.locator("input[name=username]").fill("half_typed");
  await page.locator("input[name=email]").fill("someone@example.org");
  await page.evaluate(() => scrollTo(0, 150));
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await page.getByRole("button", { name: "Українська" }).click();
  await page.getByRole("heading", { level: 1, name: uk("Create your account") }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/signup");
  expect(await page.locator("input[name=username]").inputValue()).toBe("half_typed");
  expect(await page.locator("input[name=email]").inputValue()).toBe("someone@example.org");
  expect(await page.evaluate(() => scrollY)).toBe(150);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("uk");
  await expect.poll(() => page.title()).toBe(`${uk("Sign Up")} | Daymark`);

  await page.reload();
  await page.getByRole("heading", { level: 1, name: uk("Create your account") }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("uk");
});

test("a first visit speaks the language the browser asks for, the address has the last word", async ({ stage }) => {
  const page = await stage.visit({ locale: "uk-UA" });
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.goto("/login");
  expect(await language()).toBe("uk");
  await page.goto("/login?lang=en");
  expect(await language()).toBe("en");
  await page.goto("/signup");
  expect(await language()).toBe("en");
});

test("errors of a form change their language with it", async ({ stage }) => {
  const page = await stage.visit();
  await page.goto("/signup");
  await page.locator("main form button[type=submit]").click();
  await page.getByText("This field may not be blank.").first().waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await page.getByRole("button", { name: "Українська" }).click();
  await page.getByText(uk("This field may not be blank.")).first().waitFor();
  expect(await page.getByText("This field may not be blank.").count()).toBe(0);
});

test("another tab follows the language chosen in this one", async ({ stage }) => {
  const page = await stage.visit();
  const other = await page.context().newPage();
  await Promise.all([page.goto("/login"), other.goto("/login")]);
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Language").click();
  await page.getByRole("button", { name: "Українська" }).click();
  await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe("uk");
});
