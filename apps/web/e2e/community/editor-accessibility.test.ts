import type { Page } from "playwright-core";
import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";
import { uploadPicture } from "./blog-post.ts";
import { choose, isSaved, publishTexts, rows, write } from "./writing.ts";

test("axe finds no problem in the editor and its dialogs, and each returns the focus", async ({ stage }) => {
  stage.expectError(/status of 40[49]/);
  const [admin, other] = [await createAdmin(stage), await createAdmin(stage)];
  const picture = await uploadPicture(stage.url, admin, "A shape of orange and white");
  const { slug } = await publishTexts(admin, [], {
    blocks: [
      { kind: "title", text: "How" },
      { kind: "paragraph", text: "word ".repeat(60).trim() },
      { kind: "link", text: "A study", url: "https://example.org/" },
      { kind: "image", image_id: picture.id, alt: "A shape" },
      { kind: "divider" },
    ],
  });
  await admin.call("PATCH", `/blogs/${slug}/`, { title: "Another title" });
  const page = await stage.visit({ as: admin, language: "en", theme: "light" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await page.goto(`/blog/${slug}/edit`);
  await rows(page).first().waitFor();

  await checkRoutes(page, [{ name: "a post", open: () => rows(page).nth(1).click() }]);
  await checkStates(page, [
    {
      name: "a version compared",
      open: async () => {
        await choose(page, "Version history");
        await page.getByRole("dialog").getByRole("button", { name: /^1/ }).click();
        await page.getByRole("dialog").locator("del").first().waitFor();
      },
    },
    {
      name: "preview",
      open: async () => {
        await closed(page, more);
        await page.getByRole("button", { name: "Preview", exact: true }).click();
        await page.getByRole("dialog").getByRole("heading", { name: "How" }).waitFor();
      },
    },
    {
      name: "a question before it is deleted",
      open: async () => {
        await closed(page, page.getByRole("button", { name: "Preview", exact: true }));
        await choose(page, "Delete post…");
        await page.getByRole("alertdialog").waitFor();
      },
    },
    {
      name: "earlier pictures",
      open: async () => {
        await closed(page, more);
        await rows(page).nth(3).getByRole("button", { name: "Choose another image" }).click();
        await rows(page).nth(3).getByRole("button", { name: "Choose from earlier images" }).click();
        await page.getByRole("dialog").locator("li").first().waitFor();
      },
    },
    {
      name: "two have written it",
      open: async () => {
        await closed(page, rows(page).nth(3).getByRole("button", { name: "Choose from earlier images" }));
        await other.call("POST", "/blog-drafts/", { blog_slug: slug });
        await write(page, rows(page).nth(1), "Other words");
        const notice = page.getByRole("region", { name: "Two people edited this" });
        await notice.getByText("How yours differs from theirs").click();
        await notice.locator("del").first().waitFor();
      },
    },
  ]);
});

test("axe finds no problem in creating and scheduling a post, and the focus returns", async ({ stage }) => {
  const page = await stage.visit({ as: await createAdmin(stage), language: "en", theme: "light" });
  const more = page.getByRole("button", { name: "More", exact: true });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill("Something new");
  await isSaved(page);
  await checkStates(page, [
    {
      name: "unfinished posts, and what is missing",
      open: async () => {
        await page.getByText(/^\d+ unfinished posts?$/).click();
        await page.getByRole("button", { name: "Publish", exact: true }).click();
        await page.locator("#post-description-error p").waitFor();
      },
    },
    {
      name: "when to publish",
      open: async () => {
        await choose(page, "Schedule…");
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Day and time").fill("2020-01-01T10:00");
        await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
        await dialog.getByText("This time has passed.").waitFor();
      },
    },
  ]);
  await closed(page, more);
});

/** Closes an open dialog or menu by Escape and expects the focus on its opener. */
async function closed(page: Page, opener: ReturnType<Page["locator"]>): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("[role=dialog], [role=alertdialog], [role=menu]").waitFor({ state: "detached" });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
}
