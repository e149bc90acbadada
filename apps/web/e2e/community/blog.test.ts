import type { Page } from "playwright-core";
import { createAdmin } from "../stage/database.ts";
import { expect, follow, mouseAndTouch, press, type Stage, test, type Visit } from "../stage/stage.ts";
import { newName, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish, uploadPicture } from "./blog-post.ts";

const texts = {
  en: { title: "Small steps", part: "Why it works", smaller: "Two minutes", alt: "A shape of orange and white" },
  uk: { title: "Малі кроки", part: "Чому це діє", smaller: "Дві хвилини", alt: "Помаранчево-біла фігура" },
};

/** Publishes a post in both languages, each with a block of every kind and long enough to scroll. */
async function publishBoth({ url }: Stage, admin: User) {
  const name = newName("steps");
  const image = await uploadPicture(url, admin, "A picture");
  const valuesIn = (language: "en" | "uk") => {
    const { title, part, smaller, alt } = texts[language];
    const long = "word ".repeat(300).trim();
    return {
      title: `${title} ${name}`,
      description: `${title}: ${name}`,
      language,
      blocks: [
        { kind: "paragraph", text: "First line\nsecond line, https://example.org/why." },
        { kind: "title", text: part },
        { kind: "paragraph", text: long },
        { kind: "image", image_id: image.id, alt },
        { kind: "divider" },
        { kind: "subtitle", text: smaller },
        { kind: "link", text: `${title} (link)`, url: "https://www.example.org/study?id=1" },
        { kind: "paragraph", text: long },
      ],
    };
  };
  const en = await publish(admin, valuesIn("en"));
  const uk = await publish(admin, { ...valuesIn("uk"), translation_of: en.slug });
  return { name, en, uk };
}

/** Opens the page in a browser without JavaScript, as the same kind of visitor. */
async function visitWithoutScripts(stage: Stage, page: Page, { width }: Visit): Promise<Page> {
  const dead = await stage.visit({ width, scripts: false });
  await dead.context().addCookies(await page.context().cookies());
  return dead;
}

test.for(mouseAndTouch)(
  "a reader finds and reads a post of all six block kinds, with and without JavaScript, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const { title, part, smaller, alt } = texts[visit.language];
    const admin = await createAdmin(stage);
    const { name, en, uk } = await publishBoth(stage, admin);
    const [own, other] = visit.language === "en" ? [en, uk] : [uk, en];
    const page = await stage.visit(visit);

    await page.goto("/blog");
    await page.getByRole("searchbox").fill(name);
    await press(page.getByRole("button", { name: words("Search"), exact: true }), visit);
    await expect.poll(() => new URL(page.url()).search).toBe(`?search=${name}`);
    // The list shows only posts in the page's language.
    await expect.poll(() => page.locator("main ul article h2").allInnerTexts()).toEqual([`${title} ${name}`]);
    await press(page.getByRole("link", { name: `${title} ${name}` }), visit);
    await expect.poll(() => page.title()).toBe(`${title} ${name} | Daymark`);
    expect(new URL(page.url()).pathname).toBe(`/blog/${own.slug}`);
    await readWhole(page);

    const contents = page.getByRole("navigation", { name: words("Contents") });
    if (visit.touch) await contents.locator("summary").tap();
    await press(contents.getByRole("link", { name: smaller }), visit);
    await expect.poll(() => page.getByRole("heading", { name: smaller }).evaluate(isUnderNavbar)).toBe(true);
    if (!visit.touch) {
      await expect.poll(() => contents.locator("[aria-current=location]").textContent()).toBe(smaller);
    }
    // Going back stays in the post and restores the scroll position.
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(50);

    const version = page.locator("main header a[hreflang]");
    expect(await version.getAttribute("lang")).toBe(visit.language === "en" ? "uk" : "en");
    await press(version, visit);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/blog/${other.slug}`);

    const dead = await visitWithoutScripts(stage, page, visit);
    await dead.goto("/blog");
    await dead.getByRole("searchbox").fill(name);
    await follow(dead, () => dead.getByRole("searchbox").press("Enter"));
    await follow(dead, () => dead.getByRole("link", { name: `${title} ${name}` }).click());
    await readWhole(dead);
    expect(await dead.locator("textarea").isVisible()).toBe(false);
    await dead.getByText(words("To react and comment, turn on JavaScript in your browser and log in.")).waitFor();
    await follow(dead, () => dead.locator("main header a[hreflang]").click());
    expect(new URL(dead.url()).pathname).toBe(`/blog/${other.slug}`);
    expect(await horizontalOverflow(dead)).toBeLessThanOrEqual(0);

    async function readWhole(page: Page) {
      const text = page.locator(".post-text");
      await text.waitFor();
      expect(await text.locator("h2").allInnerTexts()).toEqual([part]);
      expect(await text.locator("h3").allInnerTexts()).toEqual([smaller]);
      expect(await text.locator("p").first().allInnerTexts()).toEqual([
        "First line\nsecond line, https://example.org/why.",
      ]);
      expect(await text.locator("p a").getAttribute("href")).toBe("https://example.org/why");
      expect(await text.locator("a.post-link").allInnerTexts()).toEqual([`${title} (link)\nexample.org`]);
      await expect.poll(() => text.locator("hr").count()).toBe(1);
      const image = text.getByRole("img", { name: alt });
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
        .toBe(true);
      // Width and height in the markup reserve the space before the image loads.
      expect(await image.evaluate((img) => [img.getAttribute("width"), img.getAttribute("height")])).toEqual([
        "512",
        "512",
      ]);
      expect(await text.evaluate((node) => node.parentElement?.lang)).toBe(visit.language);
      const addresses = await page
        .locator("head link[hreflang]")
        .evaluateAll((links) =>
          links.map((link) => `${link.getAttribute("hreflang")} ${new URL((link as HTMLLinkElement).href).pathname}`),
        );
      expect(new Set(addresses)).toEqual(
        new Set([`en /blog/${en.slug}`, `uk /blog/${uk.slug}`, `x-default /blog/${en.slug}`]),
      );
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await page.evaluate(() => scrollTo(0, 0));
    }
  },
);

test("the list appends older posts and restores them on back navigation, and a former address redirects", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const word = newName("older");
  const first = await publish(admin, { title: `${word} 1` });
  for (let count = 2; count <= 14; count += 1) await publish(admin, { title: `${word} ${count}` });
  await admin.call("PATCH", `/blogs/${first.slug}/`, { slug: `${first.slug}-renamed` });
  const page = await stage.visit();
  const titles = page.locator("main ul article h2");
  await page.goto(`/blog?search=${word}`);
  await expect.poll(() => titles.count()).toBe(12);
  await page.getByRole("link", { name: "Older posts" }).click();
  await expect.poll(() => titles.count()).toBe(14);
  expect(new URL(page.url()).search).toBe(`?search=${word}`);
  await page.getByRole("link", { name: `${word} 1`, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/blog/${first.slug}-renamed`);
  await page.goBack();
  await expect.poll(() => titles.count()).toBe(14);
  await expect
    .poll(() => titles.last().evaluate((title) => title.getBoundingClientRect().top < innerHeight))
    .toBe(true);

  const dead = await visitWithoutScripts(stage, page, {});
  await dead.goto(`/blog?search=${word}`);
  await follow(dead, () => dead.getByRole("link", { name: "Older posts" }).click());
  expect(await dead.locator("main ul article h2").allInnerTexts()).toEqual([`${word} 2`, `${word} 1`]);
  await dead.goto(`/blog/${first.slug}`);
  expect(new URL(dead.url()).pathname).toBe(`/blog/${first.slug}-renamed`);
});

test("an admin finds unpublished posts, and a guest does not", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const draft = await publish(admin, { published: false });
  const page = await stage.visit({ as: admin });
  await page.goto("/blog");
  await page.getByRole("link", { name: "New Blog" }).waitFor();
  await page.locator("li", { hasText: draft.title }).getByRole("link", { name: "View post" }).click();
  await page.getByRole("heading", { level: 1, name: draft.title }).waitFor();
  await page.locator("main header").getByText("Draft").waitFor();
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  // The server renders without knowing the user and answers 404. The admin's page then shows the draft.
  await page.goto(`/blog/${draft.slug}`);
  await page.getByRole("heading", { level: 1, name: draft.title }).waitFor();

  const guest = await stage.visit();
  expect((await guest.goto(`/blog/${draft.slug}`))?.status()).toBe(404);
  await guest.goto("/blog");
  expect(await guest.getByText(draft.title).count()).toBe(0);
});

const isUnderNavbar = (heading: Element) => {
  const { top } = heading.getBoundingClientRect();
  return top >= 48 && top < 200;
};

function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test("only the active choice of post language is marked as current", async ({ stage }) => {
  const page = await stage.visit();
  await page.goto("/blog?language=all");
  const choices = page.getByRole("navigation", { name: "Language of posts" });
  const current = () => choices.locator("[aria-current]").allTextContents();
  expect(await current()).toEqual(["All languages"]);
  await choices.getByRole("link", { name: "English" }).click();
  await expect.poll(current).toEqual(["English"]);
});
