import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { publish, uploadPicture } from "./blog-post.ts";
import { choose, isSaved, placeCaret, rows, textOf } from "./writing.ts";

interface Post {
  slug: string;
  title: string;
  description: string;
  language: string;
  blocks: { kind: string; image_id?: number; alt?: string }[];
}

/** Blocks of all kinds with all marks, as the API stores and returns them. */
function allKinds(image_id: number, alt: string): Post["blocks"] {
  const link = "https://example.org/a";
  return [
    { kind: "title", text: "Begin" },
    {
      kind: "paragraph",
      text: "Be bold, slanted, coded, linked and plain.\nTwice 🎉 bold.",
      spans: [
        { from: 3, to: 7, mark: "bold" },
        { from: 9, to: 16, mark: "italic" },
        { from: 18, to: 23, mark: "code" },
        { from: 25, to: 31, mark: "link", href: link },
        { from: 52, to: 56, mark: "bold" },
      ],
    },
    { kind: "subtitle", text: "Why" },
    {
      kind: "list",
      ordered: false,
      items: [
        { text: "tea" },
        { text: "run far", spans: [{ from: 4, to: 7, mark: "bold" }] },
        { text: "with care", level: 1 },
      ],
    },
    { kind: "list", ordered: true, items: [{ text: "first" }, { text: "second" }] },
    { kind: "quote", text: "Said.", spans: [{ from: 0, to: 4, mark: "italic" }] },
    { kind: "code", text: "if (a) {\n  b();\n}" },
    { kind: "divider" },
    { kind: "link", text: "A study", url: link },
    { kind: "image", image_id, alt },
    { kind: "paragraph", text: "The end." },
  ] as Post["blocks"];
}

/** Removes the members that the server adds to pictures, to compare blocks with those that were sent. */
const given = (blocks: Post["blocks"]) =>
  blocks.map((block) => {
    const { kind, image_id, alt } = block;
    return kind === "image" ? { kind, image_id, alt } : block;
  });

test("a post with every block kind is the same in the editor, REST, the page and the feed, and after export and import", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const name = newName("rich");
  const alt = `A shape of ${name}`;
  const picture = await uploadPicture(stage.url, admin, alt);
  const page = await stage.visit({ as: admin, language: "en", theme: "light" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill(`Rich ${name}`);
  await page.getByLabel("Short description").fill("All kinds of text");
  const keys = page.keyboard;
  await textOf(page).click();
  // The editor turns Markdown into blocks while the user types.
  await keys.type("# Begin");
  await keys.press("Enter");
  await keys.type("Be **bold**, *slanted*, `coded`, [linked](https://example.org/a) and plain.");
  await keys.press("Shift+Enter");
  await keys.type("Twice 🎉 ");
  await keys.press("ControlOrMeta+b");
  await keys.type("bold");
  await keys.press("ControlOrMeta+b");
  await keys.type(".");
  await keys.press("Enter");
  await keys.type("## Why");
  await keys.press("Enter");
  await keys.type("- tea");
  await keys.press("Enter");
  await keys.type("run **far**");
  await keys.press("Enter");
  await keys.press("Tab");
  await keys.type("with care");
  await keys.press("Enter");
  await keys.press("Enter");
  await keys.press("Enter");
  await keys.type("1. first");
  await keys.press("Enter");
  await keys.type("second");
  await keys.press("Enter");
  await keys.press("Enter");
  await keys.type("> _Said_.");
  await keys.press("Enter");
  await keys.type("```if (a) {");
  await keys.press("Enter");
  await keys.type("  b();");
  await keys.press("Enter");
  await keys.type("}");
  await keys.press("Enter");
  await keys.press("Enter");
  await keys.type("---");
  await keys.type("/");
  await page.getByRole("menuitem", { name: "Link", exact: true }).click();
  await keys.type("A study");
  await keys.press("Tab");
  await keys.type("example.org/a");
  await keys.press("Enter");
  await keys.type("/");
  await page.getByRole("menuitem", { name: "Image", exact: true }).click();
  await page.getByRole("button", { name: "Choose from earlier images" }).click();
  await page.getByRole("dialog").locator("li button", { hasText: alt }).click();
  await page.getByLabel("What the image shows").press("Enter");
  await keys.type("The end.");
  await isSaved(page);

  // A working copy keeps all blocks and marks.
  await page.reload();
  await rows(page).last().getByText("The end.").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();
  const slug = `rich-${name.replaceAll("_", "-")}`;
  const post: Post = await admin.call("GET", `/blogs/${slug}/`);
  expect(given(post.blocks)).toEqual(allKinds(picture.id, alt));

  const guest = await stage.visit({ language: "en" });
  await guest.goto(`/blog/${slug}`);
  const html = await guest.locator(".post-text").innerHTML();
  const plain = html.replaceAll(
    / (?:class|rel|id|tabindex|translate|srcset|sizes|width|height|loading|decoding|referrerpolicy)="[^"]*"/g,
    "",
  );
  expect(plain).toContain(
    '<p>Be <strong>bold</strong>, <em>slanted</em>, <code>coded</code>, <a href="https://example.org/a">linked</a> and plain.\nTwice 🎉 <strong>bold</strong>.</p>',
  );
  expect(plain).toContain("<ul><li>tea</li><li>run <strong>far</strong><ul><li>with care</li></ul></li></ul>");
  expect(plain).toContain("<ol><li>first</li><li>second</li></ol><blockquote><p><em>Said</em>.</p></blockquote>");
  expect(plain).toContain("<pre><code>if (a) {\n  b();\n}</code></pre><hr>");

  const feed = await (await fetch(`${stage.url}/blog/rss.xml`)).text();
  expect(feed).toContain(
    "&lt;ul&gt;&lt;li&gt;tea&lt;/li&gt;&lt;li&gt;run &lt;strong&gt;far&lt;/strong&gt;&lt;ul&gt;&lt;li&gt;with care&lt;/li&gt;&lt;/ul&gt;&lt;/li&gt;&lt;/ul&gt;",
  );

  // REST imports what it exports: a new post accepts the members of the answer.
  const { title, description, language, blocks } = post;
  const copy: Post = await admin.call("POST", "/blogs/", { title, description, language, blocks, published: true });
  expect(copy.blocks).toEqual(post.blocks);

  // Opening and saving the copy in the editor changes nothing.
  await page.goto(`/blog/${copy.slug}/edit`);
  await rows(page).last().getByText("The end.").waitFor();
  await placeCaret(page, rows(page).last());
  await keys.type("x");
  await keys.press("Backspace");
  await isSaved(page);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await messageOf(page, "Updated.").waitFor();
  expect(((await admin.call("GET", `/blogs/${copy.slug}/`)) as Post).blocks).toEqual(post.blocks);
});

test("a translation starts with the blocks of the post, in the other language", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const blocks = [
    { kind: "quote", text: "Said.", spans: [{ from: 0, to: 4, mark: "bold" }] },
    { kind: "list", ordered: true, items: [{ text: "One" }, { text: "Two", level: 1 }] },
  ];
  const post = await publish(admin, { blocks });
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${post.slug}/edit`);
  await rows(page).first().waitFor();
  await choose(page, "Translate this post");
  await page.waitForURL(/\/blog\/new/);
  await expect.poll(() => textOf(page).getAttribute("lang")).toBe("uk");
  const title = page.getByLabel("Title", { exact: true });
  expect(await title.inputValue()).toBe("");
  const name = newName("pereklad");
  await title.fill(name);
  await page.getByLabel("Short description").fill("Переклад");
  await isSaved(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();
  const { translations } = await admin.call<{ translations: { slug: string }[] }>("GET", `/blogs/${post.slug}/`);
  const version = await admin.call<Post>("GET", `/blogs/${translations[0]?.slug}/`);
  expect(version).toMatchObject({ language: "uk", title: name, blocks });
});

test("the distances between blocks are the same in the editor and in the post", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const blocks = [
    { kind: "paragraph", text: "One." },
    { kind: "paragraph", text: "Two." },
    { kind: "title", text: "Three" },
    { kind: "paragraph", text: "Four." },
    { kind: "subtitle", text: "Five" },
    { kind: "list", ordered: false, items: [{ text: "Six" }, { text: "Seven", level: 1 }, { text: "Eight" }] },
    { kind: "quote", text: "Nine." },
    { kind: "code", text: "ten\n  eleven" },
    { kind: "divider" },
    { kind: "paragraph", text: "Twelve." },
  ];
  const { slug } = await publish(admin, { blocks });
  const page = await stage.visit({ as: admin, language: "en" });
  /** The tops of the blocks in pixels, relative to the first one. */
  const topsOf = async (selector: string) => {
    await page.locator(selector).last().getByText("Twelve.").waitFor();
    return page.locator(selector).evaluateAll((all) => {
      const tops = all.map((block) => block.getBoundingClientRect().top);
      return tops.map((top) => Math.round(top - (tops[0] ?? 0)));
    });
  };
  await page.goto(`/blog/${slug}`);
  const inPost = await topsOf(".post-text > *");
  expect(inPost).toHaveLength(blocks.length);
  await page.goto(`/blog/${slug}/edit`);
  expect(await topsOf("#post-text > *")).toEqual(inPost);
});
