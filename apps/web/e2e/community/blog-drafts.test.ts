import { createAdmin, createReader } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { isSaved, publishTexts, textOf, textRows, texts, write } from "./writing.ts";

test("admins find their own and others' drafts, continue them, and can discard them with undo", async ({ stage }) => {
  const [admin, other] = [await createAdmin(stage), await createAdmin(stage)];
  const name = newName("draft");
  const { slug, title } = await publishTexts(admin, ["Published."], { title: `Old ${name}` });
  const content = {
    description: "",
    slug: "",
    language: "uk",
    translation_of: null,
    blocks: [{ kind: "paragraph", text: "Чернетка." }],
  };
  await other.call("POST", "/blog-drafts/", { content: { ...content, title: `Нова ${name}` } });
  await other.call("POST", "/blog-drafts/", {
    blog_slug: slug,
    content: { ...content, title: `Changed ${name}`, slug, language: "en" },
  });
  await publishTexts(admin, ["Later."], { title: `Later ${name}`, publish_at: "2090-05-01T10:00:00Z" });

  const page = await stage.visit({ as: admin, language: "en" });
  // A search lists only the posts of this test. Without it, posts of parallel tests would push them from the first
  // page.
  await page.goto(`/blog?search=${name}`);
  const section = page.getByRole("region", { name: "For admins" });
  const row = (text: string) => section.locator("li", { hasText: text });
  await row(`Нова ${name}`).getByText("Draft", { exact: true }).waitFor();
  expect(await row(`Нова ${name}`).textContent()).toContain("Українська");
  expect(await row(`Нова ${name}`).textContent()).toMatch(new RegExp(`Saved .*, ${other.username}`));
  await row(`Changed ${name}`).getByText("Unpublished changes").waitFor();
  expect(
    await row(`Changed ${name}`)
      .getByRole("link", { name: `Changed ${name}` })
      .getAttribute("href"),
  ).toBe(`/blog/${slug}/edit`);
  await row(`Later ${name}`)
    .getByText(/^Scheduled for .* 2090/)
    .waitFor();
  // Only the editor deletes a post without a working copy, after a confirmation.
  expect(await row(`Later ${name}`).getByRole("button").count()).toBe(0);

  await row(`Нова ${name}`)
    .getByRole("button", { name: `Delete draft: Нова ${name}` })
    .click();
  await messageOf(page, "The draft was deleted.").waitFor();
  await row(`Нова ${name}`).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Not published yet");
  await page.locator("button", { hasText: "Undo" }).click();
  await row(`Нова ${name}`).waitFor();
  await row(`Changed ${name}`).getByRole("button", { name: "Discard changes" }).click();
  await messageOf(page, "The changes were discarded.").waitFor();
  await row(`Changed ${name}`).waitFor({ state: "detached" });
  await page.getByRole("link", { name: title }).waitFor();

  // The page of a new post shows the drafts too.
  await section.getByRole("link", { name: "New Blog" }).click();
  await page.getByText(/^\d+ unfinished posts?$/).click();
  await page.getByRole("link", { name: `Нова ${name}` }).click();
  await page.waitForURL(/\/blog\/new\?draft=\d+$/);
  await expect.poll(() => texts(page)).toEqual(["Чернетка."]);
  expect(await textOf(page).getAttribute("lang")).toBe("uk");
  await write(page, textRows(page).first(), "Чернетка, далі.");
  await isSaved(page);
  await page.getByRole("link", { name: "Blog", exact: true }).first().click();
  await expect.poll(() => row(`Нова ${name}`).textContent()).toMatch(new RegExp(`Saved .*, ${admin.username}`));

  const reader = await stage.visit({ as: await createReader(stage), language: "en" });
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(request.url()));
  await reader.goto(`/blog?search=${name}`);
  await reader.getByRole("link", { name: title }).waitFor();
  await untilLoaded(reader);
  expect(await reader.getByText(`Нова ${name}`).count()).toBe(0);
  // Other users' pages do not request the drafts or their code.
  expect(asked.filter((url) => /unfinished|blog\.draft/.test(url))).toEqual([]);
});
