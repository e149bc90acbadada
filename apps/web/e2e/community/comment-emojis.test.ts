import type { Page } from "playwright-core";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";
import { sendRequest } from "./feature-request.ts";

interface Reaction {
  emoji: string;
  count: number;
}

async function logIn(page: Page, { username, password }: User) {
  await page.waitForURL(/\/login/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("main form button[type=submit]").click();
}

/** The counts of a comment's reactions according to the server. */
async function countsOf(user: User, path: string): Promise<Record<string, number>> {
  const { reactions = [] } = await user.call<{ reactions?: Reaction[] }>("GET", path);
  return Object.fromEntries(reactions.map(({ emoji, count }) => [emoji, count]));
}

/** Publishes a post with a comment of an admin. Returns the path of the post and the comment. */
async function publishWithComment(admin: User, language: "en" | "uk") {
  const { slug } = await publish(admin, { language });
  const { id } = await admin.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text: "Who else?" });
  return { id, page: `/blog/${slug}`, path: `/blogs/${slug}/comments/${id}/` };
}

test.for(mouseAndTouch)(
  "a user adds a reaction and takes it back, by pointer and by keyboard, and the focus is never lost, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language, "thread");
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const { id, page: address, path } = await publishWithComment(admin, visit.language);
    await admin.call("PUT", `${path}reactions/hooray/`);
    const page = await stage.visit({ ...visit, as: reader });
    await page.goto(address);
    const comment = page.locator(`#comment-${id}`);
    const emoji = (name: string, count?: number) =>
      comment.getByRole("button", { name: count ? `${words(name)}, ${count}` : words(name), exact: true });
    const opener = emoji("Add a reaction");
    await untilLoaded(page);

    await press(opener, visit);
    await press(emoji("Heart"), visit);
    await emoji("Heart", 1).and(page.locator("[aria-pressed=true]")).waitFor();
    await expect.poll(() => countsOf(admin, path)).toEqual({ hooray: 1, heart: 1 });
    // The page hides the other emojis again.
    await emoji("Laugh").waitFor({ state: "detached" });
    await press(emoji("Hooray", 1), visit);
    await expect.poll(() => countsOf(admin, path)).toEqual({ hooray: 2, heart: 1 });

    // When the last reaction of an emoji disappears, the focus moves on.
    await emoji("Heart", 1).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => countsOf(admin, path)).toEqual({ hooray: 2 });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    await emoji("Eyes").focus();
    await page.keyboard.press("Escape");
    await emoji("Eyes").waitFor({ state: "detached" });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);

    // The server renders the new number into the page for other readers.
    const guest = await stage.visit(visit);
    await guest.goto(address);
    const seen = guest.locator(`#comment-${id}`).getByRole("button", { name: `${words("Hooray")}, 2`, exact: true });
    await seen.and(guest.locator("[aria-pressed=false]")).waitFor();
    await page.reload();
    await emoji("Hooray", 2).and(page.locator("[aria-pressed=true]")).waitFor();
  },
);

test.for(mouseAndTouch)(
  "after the log-in, a guest's reaction to a comment counts for the user, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language, "thread");
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const request = await sendRequest(admin, {}, admin);
    const { id } = await admin.call<{ id: number }>("POST", `${request.path}/comments/`, { text: "Who else?" });
    const path = `${request.path}/comments/${id}/`;
    const page = await stage.visit(visit);
    await page.goto(request.path);
    const comment = page.locator(`#comment-${id}`);
    await press(comment.getByRole("button", { name: words("Add a reaction") }), visit);
    await press(comment.getByRole("button", { name: words("Eyes"), exact: true }), visit);
    await logIn(page, reader);
    await page.waitForURL(new RegExp(`${request.path}#comment-${id}$`));
    const mine = comment.getByRole("button", { name: `${words("Eyes")}, 1`, exact: true });
    await mine.and(page.locator("[aria-pressed=true]")).waitFor();
    await expect.poll(() => countsOf(admin, path)).toEqual({ eyes: 1 });
    // The page sends the reaction only once: the user takes it back, and a reload does not add it again.
    await untilLoaded(page);
    await press(mine, visit);
    await expect.poll(() => countsOf(admin, path)).toEqual({});
    await page.reload();
    await untilLoaded(page);
    expect(await countsOf(admin, path)).toEqual({});
  },
);

test("a refused reaction is rolled back with the reason, and waits until the address is verified", async ({
  stage,
}) => {
  stage.expectError(/status of 403/);
  const [admin, unverified] = [await createAdmin(stage), await stage.createUser()];
  const { id, page: address, path } = await publishWithComment(admin, "en");
  await admin.call("PUT", `${path}reactions/heart/`);
  const page = await stage.visit({ as: unverified });
  await page.goto(address);
  const heart = (count: number) =>
    page.locator(`#comment-${id}`).getByRole("button", { name: `Heart, ${count}`, exact: true });
  await heart(1).click();
  await messageOf(page, "Your email address has not been verified yet.").waitFor();
  await heart(1).and(page.locator("[aria-pressed=false]")).waitFor();
  await inDatabase(stage, (sql) => sql`update users set email_verified = true where username = ${unverified.username}`);
  await page.reload();
  await heart(2).and(page.locator("[aria-pressed=true]")).waitFor();
  await expect.poll(() => countsOf(admin, path)).toEqual({ heart: 2 });
});

test("if comments are closed, users can read and take back reactions, but add none", async ({ stage }) => {
  const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
  const { id, page: address, path } = await publishWithComment(admin, "en");
  await admin.call("PUT", `${path}reactions/heart/`);
  await reader.call("PUT", `${path}reactions/laugh/`);
  await inDatabase(
    stage,
    (sql) => sql`update threads set comments = 'closed' where id = (select thread_id from comments where id = ${id})`,
  );
  const page = await stage.visit({ as: reader });
  await page.goto(address);
  const comment = page.locator(`#comment-${id}`);
  await comment.getByRole("button", { name: "Laugh, 1", exact: true }).click();
  await expect.poll(() => countsOf(admin, path)).toEqual({ heart: 1 });
  expect(await comment.getByRole("button", { name: "Heart, 1", exact: true }).isDisabled()).toBe(true);
  expect(await comment.getByRole("button", { name: "Add a reaction" }).count()).toBe(0);
});
