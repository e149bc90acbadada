import type { Page } from "playwright-core";
import { untilLoaded } from "../stage/requests.ts";
import { expect, test } from "../stage/stage.ts";
import { framesOf, recordFrames } from "./frames.ts";

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test("the first visit is dark, regardless of the operating system's preference", async ({ stage }) => {
  const page = await stage.visit({ colorScheme: "light" });
  await page.goto("/");
  expect(await themeOf(page)).toBe("dark");
});

test.for(["light", "dark"] as const)(
  "no frame has another theme before the chosen %s theme",
  async (theme, { stage }) => {
    const page = await stage.visit({ theme, colorScheme: theme === "light" ? "dark" : "light" });
    await recordFrames(page);
    await page.goto("/");
    await untilLoaded(page);
    expect(await themeOf(page)).toBe(theme);
    const shown = await background(page);
    await expect.poll(async () => (await framesOf(page)).length).toBeGreaterThan(3);
    expect(new Set(await framesOf(page))).toEqual(new Set([shown]));
  },
);

test("light and dark have different colors", async ({ stage }) => {
  const light = await stage.visit({ theme: "light" });
  const dark = await stage.visit({ theme: "dark" });
  await Promise.all([light.goto("/"), dark.goto("/")]);
  expect(await background(light)).not.toBe(await background(dark));
});

test("with reduced motion a change of theme has no transition", async ({ stage }) => {
  const page = await stage.visit({ theme: "light" });
  await page.goto("/");
  const running = await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    return document.getAnimations().filter((change) => change instanceof CSSTransition).length;
  });
  expect(running).toBe(0);
});

test("the System theme follows the operating system while the page is open, and the other themes do not", async ({
  stage,
}) => {
  const page = await stage.visit({ theme: "system", colorScheme: "dark" });
  await page.goto("/");
  expect(await themeOf(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => themeOf(page)).toBe("light");

  await page.getByRole("navigation", { name: "Main" }).getByLabel("Theme").click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(() => themeOf(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  expect(await themeOf(page)).toBe("dark");
});

test("a theme chosen in one tab applies in the others", async ({ stage }) => {
  const page = await stage.visit({ theme: "dark" });
  const other = await page.context().newPage();
  await Promise.all([page.goto("/"), other.goto("/signup")]);
  await page.getByRole("navigation", { name: "Main" }).getByLabel("Theme").click();
  await page.getByRole("button", { name: "Light" }).click();
  await expect.poll(() => themeOf(other)).toBe("light");
});
