import { createAdmin, createReader } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { publish } from "./blog-post.ts";
import { choose, isSaved, publishTexts, rows, textRows, texts, write } from "./writing.ts";

test("a post can be scheduled, published early, renamed and unpublished, and its former address redirects", async ({
  stage,
}) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const name = newName("later");
  const page = await stage.visit({ as: admin, language: "en", timezone: "Europe/Kyiv" });
  await page.goto("/blog/new");
  await page.getByLabel("Title", { exact: true }).fill(`Planned ${name}`);
  await page.getByLabel("Short description").fill("For later");
  await write(page, textRows(page).first(), "Soon.");
  await isSaved(page);
  await choose(page, "Schedule…");
  const dialog = page.getByRole("dialog", { name: "Schedule the post" });
  await dialog.getByText("In your time zone: Europe/Kyiv").waitFor();
  await dialog.getByLabel("Day and time").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await dialog.getByText("This time has passed.").waitFor();
  const nextYear = new Date().getUTCFullYear() + 1;
  await dialog.getByLabel("Day and time").fill(`${nextYear}-06-01T10:00`);
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await messageOf(page, "Scheduled.").waitFor();
  const slug = `planned-${name.replaceAll("_", "-")}`;
  await page.waitForURL(`**/blog/${slug}/edit`);
  // The editor reloads at its new URL. A menu that is open meanwhile stays open.
  await untilLoaded(page);
  await page.getByText(`Scheduled for Jun 1, ${nextYear}, 10:00 AM`).waitFor();
  const path = `${stage.url}/blog/${slug}`;
  const status = async (address: string) => (await fetch(address, { redirect: "manual" })).status;
  expect(await status(path)).toBe(404);
  const post = await admin.call<{ published_at: string }>("GET", `/blogs/${slug}/`);
  expect(post.published_at).toBe(`${nextYear}-06-01T07:00:00.000Z`);

  await choose(page, "Publish now");
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();
  expect(await status(path)).toBe(200);

  // A slug must not contain an underscore. The error appears at the field.
  const address = page.getByRole("textbox", { name: "Address" });
  await address.fill(`Renamed ${name}`);
  await page.getByText("Use 1 to 80 lowercase Latin letters, digits and hyphens").waitFor();
  const renamed = `renamed-${name.replaceAll("_", "-")}`;
  await address.fill(renamed);
  await page.getByText("The old address will redirect here.").waitFor();
  await page.getByRole("button", { name: "Update" }).click();
  await page.waitForURL(`**/blog/${renamed}/edit`);
  await untilLoaded(page);
  const moved = await fetch(path, { redirect: "manual" });
  expect(moved.status).toBe(301);
  expect(new URL(moved.headers.get("location") ?? "", stage.url).pathname).toBe(`/blog/${renamed}`);

  await page.getByText("Published", { exact: true }).waitFor();
  await choose(page, "Unpublish");
  await messageOf(page, "The post is a draft again.").waitFor();
  await page.getByText("Draft", { exact: true }).waitFor();
  expect(await status(`${stage.url}/blog/${renamed}`)).toBe(404);
  expect(await texts(page)).toEqual(["Soon."]);
});

test("a version can be compared and restored, with undo, changes can be discarded, and the post deleted", async ({
  stage,
}) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const { slug, title } = await publishTexts(admin, ["One of the first words.", "It stays."]);
  await admin.call("PATCH", `/blogs/${slug}/`, {
    blocks: [
      { kind: "paragraph", text: "One of the newer words." },
      { kind: "paragraph", text: "It stays." },
      { kind: "divider" },
    ],
    tags: ["sleep"],
  });
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  await choose(page, "Version history");
  const history = page.getByRole("dialog", { name: "Version history" });
  await expect.poll(() => history.locator("ol li").count()).toBe(2);
  expect(await history.locator("ol li").first().textContent()).toContain(admin.username);
  await history.locator("ol li").first().getByText("Changed: Text, Tags").waitFor();
  await history.getByRole("button", { name: /^1/ }).click();
  const version = page.getByRole("dialog", { name: "Version 1" });
  await version.locator("del").waitFor();
  expect(await version.locator("del").allInnerTexts()).toEqual(["first "]);
  expect(await version.locator("ins").allInnerTexts()).toEqual(["Tags: sleep", "newer ", "— Divider —"]);
  await version.getByRole("button", { name: "Its text" }).click();
  await version.getByText("One of the first words.").waitFor();
  await version.getByRole("button", { name: "All versions" }).click();
  await history.getByRole("button", { name: /^1/ }).click();
  await version.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(() => texts(page)).toEqual(["One of the first words.", "It stays."]);
  await page.getByText("Unpublished changes").waitFor();
  await page.locator("button", { hasText: "Undo" }).click();
  await expect.poll(() => rows(page).count()).toBe(3);
  expect((await texts(page))[0]).toBe("One of the newer words.");

  await choose(page, "Version history");
  await history.getByRole("button", { name: /^1/ }).click();
  await version.getByRole("button", { name: "Restore this version" }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await choose(page, "Discard changes");
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.getByText("Unpublished changes").waitFor({ state: "detached" });
  expect((await admin.call<{ blocks: unknown[] }>("GET", `/blogs/${slug}/`)).blocks).toHaveLength(3);

  await choose(page, "Delete post…");
  const question = page.getByRole("alertdialog", { name: `Delete “${title}”?` });
  await question.getByRole("button", { name: "Keep it" }).click();
  await question.waitFor({ state: "detached" });
  await choose(page, "Delete post…");
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await messageOf(page, "The post has been deleted.").waitFor();
  await page.waitForURL("**/blog");
  expect((await fetch(`${stage.url}/blog/${slug}`)).status).toBe(404);
});

test("an author confirms a publication after reading how many subscribers get an email", async ({ stage }) => {
  const [admin, subscriber] = [await createAdmin(stage), await createReader(stage)];
  await subscriber.call("POST", "/newsletter/", { subscribe: true });
  const count = async () => (await admin.call<{ subscribers: number }>("GET", "/blog-audience/")).subscribers;
  const { slug } = await publish(admin, { published: false });
  const page = await stage.visit({ as: admin, language: "en" });
  await page.goto(`/blog/${slug}/edit`);
  const asked = page.getByRole("alertdialog");
  const heading = asked.getByRole("heading", { name: /^Publish and email/ });
  const before = await count();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await heading.waitFor();
  const told = Number(/email (\d+) subscribers?\?$/.exec((await heading.textContent()) ?? "")?.[1]);
  // A parallel test may subscribe another user meanwhile.
  expect(told).toBeGreaterThanOrEqual(Math.max(1, before));
  expect(told).toBeLessThanOrEqual(await count());
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  expect(await admin.call("GET", `/blogs/${slug}/`)).toMatchObject({ published: false });

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await asked.getByRole("button", { name: "Publish" }).click();
  await messageOf(page, "Published.").waitFor();
  // The subscribers have got a mail already: publishing an unpublished post again sends none.
  const left = async () =>
    (await admin.call<{ subscribers: number }>("GET", `/blog-audience/?blog_slug=${slug}`)).subscribers;
  await expect.poll(left).toBe(0);
  await admin.call("PATCH", `/blogs/${slug}/`, { published: false });
  await page.reload();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await asked.getByText("Nobody gets an email.").waitFor();
});
