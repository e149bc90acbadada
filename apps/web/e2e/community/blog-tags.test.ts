import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";
import { isSaved } from "./writing.ts";

test.for(mouseAndTouch)(
  "a post's tag leads a reader to all posts with that tag, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    const tag = `tag ${newName("t").replaceAll("_", "-")}`;
    const { language } = visit;
    const first = await publish(admin, { language, tags: [tag, "other"] });
    const second = await publish(admin, { language, tags: [tag.toUpperCase()] });
    await publish(admin, { language });

    const page = await stage.visit(visit);
    await page.goto(`/blog/${first.slug}`);
    await press(page.getByRole("list", { name: words("Tags") }).getByRole("link", { name: tag }), visit);
    await page.getByRole("heading", { level: 1, name: words("Posts tagged “{tag}”", { tag }) }).waitFor();
    expect(new URL(page.url()).searchParams.get("tag")).toBe(tag);
    const titles = () => page.locator("main ul article h2").allInnerTexts();
    expect(await titles()).toEqual([second.title, first.title]);

    // The page of a tag has a canonical URL in its language only. Another spelling of the tag lists the same posts and
    // has no canonical URL.
    await page.goto(`/blog?tag=${encodeURIComponent(`#${tag.toUpperCase()}`)}`);
    expect(await titles()).toEqual([second.title, first.title]);
    expect(await page.locator("link[rel=canonical]").count()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.locator("link[rel=canonical]").count()).toBe(1);
    const path = `/blog?tag=${encodeURIComponent(tag)}${language === "uk" ? "&lang=uk" : ""}`;
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(stage.url + path);
    expect(await page.locator("link[rel=alternate][hreflang]").count()).toBe(0);

    // A card links to its post, and its tags are separate links.
    await press(page.locator("article").filter({ hasText: first.title }).getByRole("link", { name: "other" }), visit);
    await page.getByRole("heading", { level: 1, name: words("Posts tagged “{tag}”", { tag: "other" }) }).waitFor();
    await press(page.getByRole("link", { name: words("All posts") }), visit);
    await page.getByRole("heading", { level: 1, name: words("Blog"), exact: true }).waitFor();
  },
);

test("a tag without posts is not indexed", async ({ stage }) => {
  const page = await stage.visit({ language: "en" });
  await page.goto(`/blog?tag=${newName("none").replaceAll("_", "-")}`);
  await page.getByRole("heading", { name: "No posts with this tag" }).waitFor();
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
});

test("an admin types and pastes tags, accepts a suggestion by keyboard, and readers see them", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const known = `known ${newName("k").replaceAll("_", "-")}`;
  await publish(admin, { tags: [known] });
  const post = await publish(admin, { tags: ["first"] });
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${post.slug}/edit`);
  const field = page.getByRole("combobox", { name: "Tags" });
  const chips = () => page.getByRole("toolbar").filter({ has: field }).locator("[aria-label]").evaluateAll(labels);
  await field.fill("#Deep  Sleep, two,");
  await field.pressSequentially(known.slice(0, -1));
  await page.getByRole("option", { name: known }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the tag two" }).click();
  // Text that is still in the field when the author leaves it becomes a tag too.
  await field.fill("Last");
  await page.getByLabel("Title", { exact: true }).first().focus();
  await expect.poll(chips).toEqual(["first", "deep sleep", known, "last"]);
  await isSaved(page);
  await page.reload();
  await expect.poll(chips).toEqual(["first", "deep sleep", known, "last"]);
  await field.fill("a/b");
  await page.keyboard.press("Enter");
  // A tag must not contain a slash. The text stays, so that the author can correct it.
  await page.getByText("Use letters, digits, spaces and hyphens.").waitFor();
  expect(await field.inputValue()).toBe("a/b");
  await field.fill("");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await messageOf(page, "Updated.").waitFor();
  const guest = await stage.visit({ language: "en" });
  await guest.goto(`/blog/${post.slug}`);
  const shown = guest.getByRole("list", { name: "Tags" }).getByRole("link");
  expect(await shown.allInnerTexts()).toEqual(["first", "deep sleep", known]);
});

function labels(elements: Element[]): string[] {
  return elements.map((element) => element.getAttribute("aria-label") ?? "").filter((label) => !/^Remove/.test(label));
}
