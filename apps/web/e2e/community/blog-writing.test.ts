import type { Page } from "playwright-core";
import { checkRoutes } from "../stage/axe.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, press, test, widths } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { isSaved, moveCaret, paste, rows, select, textOf, textRows, texts } from "./writing.ts";

/** The smallest possible picture: one pixel, PNG. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const lastText = (page: Page) => textRows(page).last();

/** Chooses a block kind in the menu that a slash opens in an empty paragraph. */
async function add(page: Page, kind: string): Promise<void> {
  await page.keyboard.type("/");
  await press(page.getByRole("menuitem", { name: kind, exact: true }));
  // The focus is in the block only once the menu has closed.
  await page.getByRole("menu").waitFor({ state: "detached" });
}

test("an admin writes a post of all six block kinds by keyboard and its Ukrainian version by touch, and guests read both", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const name = newName("post");
  const page = await stage.visit({ as: admin, language: "en", theme: "light" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill(`Small steps ${name}`);
  await page.keyboard.press("Enter");
  await page.keyboard.type("How little is enough");
  await page.keyboard.press("Enter");
  await add(page, "Title");
  await page.keyboard.type("Begin");
  await page.keyboard.press("Enter");
  await page.keyboard.type("One.Two.");
  await moveCaret(page, ...Array<string>(4).fill("ArrowLeft"));
  await page.keyboard.press("Enter");
  await expect.poll(() => texts(page)).toEqual(["Begin", "One.", "Two."]);
  await page.keyboard.press("Alt+ArrowUp");
  expect(await texts(page)).toEqual(["Begin", "Two.", "One."]);
  await page.keyboard.press("Alt+ArrowDown");
  expect(await texts(page)).toEqual(["Begin", "One.", "Two."]);
  await moveCaret(page, "End");
  await page.keyboard.press("Enter");
  await add(page, "Subtitle");
  await page.keyboard.type("Why");
  await page.keyboard.press("Enter");
  await add(page, "Link");
  await page.keyboard.type("A study");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://example.org/study");
  await page.keyboard.press("Enter");
  await add(page, "Divider");
  await add(page, "Image");
  await textOf(page)
    .getByLabel("Choose an image")
    .setInputFiles({ name: "p.png", mimeType: "image/png", buffer: pixel });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("Describe what the image shows.").waitFor();
  await page.getByLabel("What the image shows").fill("A dot");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await textOf(page).getByRole("img", { name: "A dot" }).waitFor();
  await isSaved(page);
  await page.waitForURL(/\?draft=\d+$/);

  await page.reload();
  await textOf(page).getByRole("img", { name: "A dot" }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).first().inputValue()).toBe(`Small steps ${name}`);
  // The editor adds an empty last paragraph for further text.
  expect(await rows(page).count()).toBe(8);

  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await preview.getByRole("heading", { name: "Why" }).waitFor();
  await preview.getByRole("button", { name: "Dark", exact: true }).click();
  await page.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.locator('html[data-theme="light"]').waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();
  const slug = `small-steps-${name.replaceAll("_", "-")}`;
  await page.waitForURL(`**/blog/${slug}/edit`);

  const version = await writeInUkrainian(await stage.visit({ ...finger, as: admin }), name);

  const guest = await stage.visit({ language: "en" });
  await guest.goto(`/blog/${slug}`);
  await guest.getByRole("heading", { name: "Begin", level: 2 }).waitFor();
  await guest.getByRole("heading", { name: "Why", level: 3 }).waitFor();
  const text = guest.locator(".post-text");
  expect(await text.locator("p").allTextContents()).toEqual(["One.", "Two."]);
  expect(await text.getByRole("link", { name: "A study" }).getAttribute("href")).toBe("https://example.org/study");
  await expect.poll(() => text.getByRole("img", { name: "A dot" }).count()).toBe(1);
  await expect.poll(() => text.locator("hr").count()).toBe(1);
  const versions = [`en /blog/${slug}`, `uk /blog/${version}`, `x-default /blog/${slug}`];
  expect(await versionsOf(guest)).toEqual(versions);

  await guest.locator("main header a[hreflang=uk]").click();
  await guest.getByRole("heading", { name: "Початок", level: 2 }).waitFor();
  expect(new URL(guest.url()).pathname).toBe(`/blog/${version}`);
  await guest.getByRole("heading", { name: "Чому", level: 3 }).waitFor();
  expect(await text.locator("p").allTextContents()).toEqual(["Перший крок."]);
  await expect.poll(() => text.getByRole("link", { name: "Дослідження" }).count()).toBe(1);
  await expect.poll(() => text.getByRole("img", { name: "Крапка" }).count()).toBe(1);
  await expect.poll(() => text.locator("hr").count()).toBe(1);
  await expect.poll(() => versionsOf(guest)).toEqual(versions);
  await guest.locator("main header a[hreflang=en]").click();
  await guest.getByRole("heading", { name: "Begin", level: 2 }).waitFor();
});

const finger = { language: "uk", theme: "dark", width: widths.phone, touch: true } as const;

/** The alternate pages by language, as search engines see them. */
async function versionsOf(page: Page): Promise<string[]> {
  const links = await page
    .locator("head link[hreflang]")
    .evaluateAll((all) =>
      all.map((link) => `${link.getAttribute("hreflang")} ${new URL((link as HTMLLinkElement).href).pathname}`),
    );
  return links.sort();
}

/** Writes a version of a post on a phone, inserts all six kinds through menus, and publishes it. Returns its slug. */
async function writeInUkrainian(page: Page, name: string): Promise<string> {
  const words = wordsOf("uk", "editor");
  const field = (label: string) => page.getByLabel(words(label), { exact: true });
  const text = textOf(page);
  const add = async (kind: string) => {
    await page.getByRole("button", { name: words("Add a block"), exact: true }).tap();
    await press(page.getByRole("menuitem", { name: words(kind), exact: true }), { touch: true });
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  await page.goto("/blog/new");
  await page.getByRole("button", { name: words("Publish"), exact: true }).tap();
  // Publishing too early leads to the first missing field, and its error is in the writer's language.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("post-title");
  for (const name of ["title", "description"])
    await page.locator(`#post-${name}-error`, { hasText: /[а-щьюяїєі]/ }).waitFor();
  await field("Title").first().fill(`Малі кроки ${name}`);
  await field("Short description").fill("Як мало потрібно");
  await lastText(page).tap();
  await page.keyboard.type("Перший крок.");
  await add("Title");
  await page.keyboard.type("Початок");
  await add("Subtitle");
  await page.keyboard.type("Чому");
  await add("Link");
  await field("Link text").fill("Дослідження");
  await field("Address").first().fill("example.org/study");
  await add("Divider");
  await add("Image");
  await page.getByRole("button", { name: words("Publish"), exact: true }).tap();
  // The error appears at its field, in the writer's language.
  await text.getByText(words("Choose an image or enter its address.")).waitFor();
  await page.getByRole("button", { name: words("Choose from earlier images") }).tap();
  await page.getByRole("dialog").locator("li button").first().tap();
  await text.getByLabel(words("What the image shows")).fill("");
  await expect.poll(() => text.getByLabel(words("What the image shows")).getAttribute("aria-invalid")).toBe("true");
  await text.getByLabel(words("What the image shows")).fill("Крапка");
  // By default a post has the language of the page.
  await select(page, page.getByRole("combobox", { name: words("Translation of") }), `Small steps ${name}`);

  await page.getByRole("button", { name: words("Preview"), exact: true }).tap();
  const preview = page.getByRole("dialog", { name: words("Preview") });
  await preview.getByRole("heading", { name: "Чому" }).waitFor();
  expect(await preview.locator("article").getAttribute("lang")).toBe("uk");
  await preview.getByRole("button", { name: words("Close") }).tap();
  await preview.waitFor({ state: "detached" });
  await page.getByRole("button", { name: words("Publish"), exact: true }).tap();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: words("Publish") })
    .tap();
  await messageOf(page, words("Published.")).waitFor();
  const slug = `mali-kroky-${name.replaceAll("_", "-")}`;
  await page.waitForURL(`**/blog/${slug}/edit`);
  return slug;
}

test("pasted content becomes plain text, and the editor is not found for other users", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin, language: "en", theme: "light" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await paste(page, {
    "text/plain": "x",
    "text/html":
      "<h1>One</h1><script>alert(1)</script><p onclick='alert(1)'>Two <img src=x onerror=alert(1)></p><hr><p>&lt;svg onload=alert(1)&gt;</p>",
  });
  await expect.poll(() => rows(page).count()).toBe(4);
  expect(await texts(page)).toEqual(["One", "Two", "<svg onload=alert(1)>"]);
  await isSaved(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Please fill out this field").or(page.locator("#post-description-error p")).first().waitFor();
  await checkRoutes(page, [{ name: "a post that is being written", open: async () => {} }]);

  for (const as of [undefined, await stage.createUser()]) {
    const other = await stage.visit({ language: "en", ...(as && { as }) });
    await other.goto("/blog/new");
    await other.waitForURL("**/not-found");
    await other.goto("/blog/anything/edit");
    await other.waitForURL("**/not-found");
  }
});
