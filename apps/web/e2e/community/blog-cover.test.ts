import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { publish, uploadPicture } from "./blog-post.ts";
import { isSaved } from "./writing.ts";

test.for(mouseAndTouch)(
  "covers appear in the list and above the text, and nothing moves when they load, $language, $width px",
  async (visit, { stage }) => {
    const admin = await createAdmin(stage);
    const { language } = visit;
    const image = await uploadPicture(stage.url, admin, "A shape");
    const tag = newName("c").replaceAll("_", "-");
    const cover = { image_id: image.id, alt: "An orange shape" };
    for (let count = 0; count < 3; count += 1) await publish(admin, { language, cover, tags: [tag] });
    const post = await publish(admin, { language, cover, tags: [tag] });
    const page = await stage.visit(visit);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/uploads/**", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/blog?tag=${tag}`, { waitUntil: "domcontentloaded" });
    const covers = page.locator("main article img");
    expect(await covers.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).loading))).toEqual([
      "eager",
      ...Array<string>(3).fill("lazy"),
    ]);
    const heights = () => covers.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    const before = await heights();
    expect(Math.min(...before)).toBeGreaterThan(100);
    release();
    await covers.last().scrollIntoViewIfNeeded();
    await expect.poll(() => covers.last().evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(await heights()).toEqual(before);

    // A press on the picture opens the post too.
    await press(page.locator("main article").first(), visit);
    await page.waitForURL(`**/blog/${post.slug}`);
    const shown = page.getByRole("img", { name: "An orange shape" });
    await expect.poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    const html = await (await fetch(`${stage.url}/blog/${post.slug}`)).text();
    expect(html).toMatch(/<meta property="og:image" content="https?:\/\/[^"]*\/uploads\/[^"]*\.webp">/);
  },
);

test("an admin chooses a cover among earlier pictures, publishes and removes it", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const alt = `A shape ${newName("x")}`;
  await uploadPicture(stage.url, admin, alt);
  const post = await publish(admin);
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${post.slug}/edit`);
  await page.getByRole("button", { name: "Add a cover image" }).click();
  const cover = page.getByRole("region", { name: "Cover image" });
  expect(await cover.getByLabel("Address of an image on another site").count()).toBe(0);
  await cover.getByRole("button", { name: "Choose from earlier images" }).click();
  await page.getByRole("dialog").getByRole("button", { name: alt }).click();
  await cover.getByRole("img", { name: alt }).waitFor();
  await cover.getByLabel("What the image shows").fill("");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect.poll(() => cover.getByLabel("What the image shows").getAttribute("aria-invalid")).toBe("true");
  await cover.getByLabel("What the image shows").fill("A mark");
  await isSaved(page);
  await page.reload();
  await cover.getByRole("img", { name: "A mark" }).waitFor();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await messageOf(page, "Updated.").waitFor();
  const read = async () => (await (await fetch(`${stage.url}/api/blogs/${post.slug}/`)).json()).cover;
  expect(await read()).toMatchObject({ alt: "A mark", width: 512, height: 512 });
  await cover.getByRole("button", { name: "Remove the cover image" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add a cover image");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect.poll(read).toBeNull();
});
