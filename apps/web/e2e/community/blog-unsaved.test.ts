import type { BlogDraft } from "@daymark/domain/community/blog";
import type { Page } from "playwright-core";
import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { choose, isSaved, paste, publishTexts, rows, textRows, texts, write } from "./writing.ts";

const firstField = (page: Page) => textRows(page).first();

test("two admins who edit one post lose nothing: both see the conflict and its differences, and choose", async ({
  stage,
}) => {
  stage.expectError(/status of 40[49]/);
  const [ann, ben] = [await createAdmin(stage), await createAdmin(stage)];
  const { slug } = await publishTexts(ann, ["Words of the post."]);
  const annsPage = await stage.visit({ as: ann, language: "en" });
  const bensPage = await stage.visit({ as: ben, language: "en" });
  for (const page of [annsPage, bensPage]) await page.goto(`/blog/${slug}/edit`);
  await firstField(bensPage).waitFor();
  await write(annsPage, firstField(annsPage), "Words of Ann.");
  await isSaved(annsPage);
  await write(bensPage, firstField(bensPage), "Words of Ben.");
  const notice = bensPage.getByRole("region", { name: "Two people edited this" });
  await notice.getByText(`${ann.username} saved a different version on`).waitFor();
  await bensPage.getByText("Not saved: someone else saved a version too.").waitFor();
  await notice.getByText("How yours differs from theirs").click();
  await expect.poll(() => notice.locator("del").allInnerTexts()).toEqual(["Ann."]);
  expect(await notice.locator("ins").allInnerTexts()).toEqual(["Ben."]);
  // Publishing is blocked during a conflict and leads to the choice.
  await bensPage.getByRole("button", { name: "Update" }).click();
  await expect.poll(() => bensPage.evaluate(() => document.activeElement?.textContent)).toBe("Two people edited this");
  // After a reload the editor offers the choice again.
  await bensPage.reload();
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect.poll(() => texts(bensPage)).toEqual(["Words of Ann."]);
  await bensPage.locator("button", { hasText: "Undo" }).click();
  await expect.poll(() => texts(bensPage)).toEqual(["Words of Ben."]);
  await isSaved(bensPage);

  // The editor also reports a post that another admin published meanwhile, even if there is no other working copy.
  await annsPage.reload();
  await expect.poll(() => texts(annsPage)).toEqual(["Words of Ben."]);
  await write(annsPage, firstField(annsPage), "Published by Ann.");
  await isSaved(annsPage);
  await bensPage.reload();
  await expect.poll(() => texts(bensPage)).toEqual(["Published by Ann."]);
  await annsPage.getByRole("button", { name: "Update" }).click();
  await messageOf(annsPage, "Updated.").waitFor();
  await bensPage.reload();
  await firstField(bensPage).waitFor();
  await write(annsPage, firstField(annsPage), "Once more by Ann.");
  await isSaved(annsPage);
  await annsPage.getByRole("button", { name: "Update" }).click();
  await annsPage.getByText("Unpublished changes").waitFor({ state: "detached" });
  await write(bensPage, firstField(bensPage), "Late words of Ben.");
  await notice.getByText("A different version was published on").waitFor();
  await notice.getByRole("button", { name: "Keep mine" }).click();
  await isSaved(bensPage);
  await bensPage.getByRole("button", { name: "Update" }).click();
  await messageOf(bensPage, "Updated.").waitFor();
  expect(await textOf()).toBe("Late words of Ben.");

  async function textOf() {
    const { blocks } = await ann.call<{ blocks: { text: string }[] }>("GET", `/blogs/${slug}/`);
    return blocks[0]?.text;
  }
});

test("a user can go on writing while the draft is published, and after another admin has deleted it", async ({
  stage,
}) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill(`Begun ${newName("post")}`);
  await page.getByLabel("Short description").fill("About");
  await write(page, firstField(page), "One.");
  await page.waitForURL(/\?draft=\d+$/);
  const first = new URL(page.url()).search;
  await isSaved(page);
  await admin.call("DELETE", `/blog-drafts/${new URLSearchParams(first).get("draft")}/`);
  await write(page, firstField(page), "One, and more.");
  await expect.poll(() => new URL(page.url()).search).not.toBe(first);
  await page.reload();
  await expect.poll(() => texts(page)).toEqual(["One, and more."]);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isAsked = page.waitForRequest(/blog\.create/);
  await page.route(/blog\.create/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await isAsked;
  await write(page, firstField(page), "One, and more, and the last.");
  letGo();
  await messageOf(page, "Published.").waitFor();
  await page.waitForURL("**/edit");
  await expect.poll(() => texts(page)).toEqual(["One, and more, and the last."]);
  await page.getByText("Unpublished changes").waitFor();
});

test("without a network the editor says so, keeps the text through a reload, and saves it afterwards", async ({
  stage,
}) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill(`Offline ${newName("post")}`);
  // The browser loads the code of error messages at the first touch of the page.
  const toaster = page.waitForResponse(/flash-toaster/);
  await page.getByLabel("Short description").click();
  await toaster;
  await page.getByLabel("Short description").fill("About");
  await page.waitForURL(/\?draft=\d+$/);
  await isSaved(page);
  await page.route(/\/trpc\/blog\./, (route) => route.abort("internetdisconnected"));
  await write(page, firstField(page), "Typed on a train.");
  await page.getByRole("alert").getByText("Not saved: offline. It is kept in this browser.").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "The server could not be reached. Check your connection and try again.").waitFor();
  const id = new URL(page.url()).searchParams.get("draft");
  await page.reload();
  await page.getByRole("heading", { name: "The post could not be opened" }).waitFor();
  await page
    .getByRole("alert")
    .getByText("The server could not be reached. Check your connection and try again.")
    .waitFor();
  expect(await textOf(id)).toBe("");
  await page.unroute(/\/trpc\/blog\./);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => texts(page)).toEqual(["Typed on a train."]);
  await isSaved(page);
  expect(await textOf(id)).toBe("Typed on a train.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();

  async function textOf(id: string | null) {
    const { content } = await admin.call<{ content: BlogDraft }>("GET", `/blog-drafts/${id}/`);
    return content.blocks[0]?.text ?? "";
  }
});

test("a pasted list and table of any length are saved, and survive a reload", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto("/blog/new");
  await firstField(page).click();
  // A nested list belongs to its item, which would be too long with it.
  await page.keyboard.type("- tea");
  const words = Array.from({ length: 450 }, (_, index) => `w${index}`);
  const list = words.map((word) => `<li>${word}</li>`).join("");
  const table = words.map((word) => `<tr><td>${word}</td><td>${"b".repeat(60)}</td></tr>`).join("");
  await paste(page, { "text/html": `<ul>${list}</ul><table>${table}</table>`, "text/plain": "" });
  const said = async () => (await texts(page)).join("\n");
  await expect.poll(said).toContain("w449");
  await expect.poll(() => rows(page).first().textContent()).toBe("tea");
  const pasted = await said();
  await isSaved(page);
  await page.reload();
  await expect.poll(said).toBe(pasted);
  expect(words.filter((word) => pasted.split(word).length < 3)).toEqual([]);
});

test("an unsaved new post does not open as the translation of another post, and is not lost", async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  const admin = await createAdmin(stage);
  const { slug } = await publishTexts(admin, ["Words of the post."]);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto("/blog/new");
  await page.route(/\/trpc\/blog\.draft\.create/, (route) => route.abort("internetdisconnected"));
  await write(page, firstField(page), "Typed on a train.");
  await page.getByRole("alert").getByText("Not saved: offline. It is kept in this browser.").waitFor();
  await page.goto(`/blog/${slug}/edit`);
  await expect.poll(() => texts(page)).toEqual(["Words of the post."]);
  await choose(page, "Translate this post");
  await page.waitForURL(/\/blog\/new/);
  await page.locator("#post-text[lang=uk]").waitFor();
  expect(await texts(page)).toEqual(["Words of the post."]);
  // Opening the same address again would be a reload, which stays in the translation.
  await page.goto("/blog");
  await page.goto("/blog/new");
  await expect.poll(() => texts(page)).toEqual(["Typed on a train."]);
});
