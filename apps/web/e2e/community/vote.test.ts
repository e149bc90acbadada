import type { Page } from "playwright-core";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";
import { newWord, sendRequest } from "./feature-request.ts";

async function logIn(page: Page, { username, password }: User) {
  await page.waitForURL(/\/login/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("main form button[type=submit]").click();
}

async function reactionsOf(user: User, path: string) {
  const { reactions } = await user.call<{ reactions: { likes: number; dislikes: number } }>("GET", path);
  return { likes: reactions.likes, dislikes: reactions.dislikes };
}

test.for(mouseAndTouch)(
  "after the log-in, a guest's vote counts for the user, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const word = newWord();
    const request = await sendRequest(admin, { title: `Vote ${word}` }, admin);
    const { slug } = await publish(admin);
    const page = await stage.visit(visit);
    await page.goto(`/feature-requests?search=${word}`);
    const vote = (score: number) =>
      page.getByRole("button", { name: words("Vote for {title}, {score}", { title: request.title, score }) });
    await press(vote(0), visit);
    await logIn(page, reader);
    await page.waitForURL(/\/feature-requests\?search=/);
    await vote(1).and(page.locator("[aria-pressed=true]")).waitFor();
    await expect.poll(() => reactionsOf(admin, `/feature-requests/${request.id}/`)).toEqual({ likes: 1, dislikes: 0 });
    // The page sends the vote only once: the user takes it back, and a reload does not add it again.
    await untilLoaded(page);
    await press(vote(1), visit);
    await expect.poll(() => reactionsOf(admin, `/feature-requests/${request.id}/`)).toEqual({ likes: 0, dislikes: 0 });
    await page.reload();
    await untilLoaded(page);
    expect(await reactionsOf(admin, `/feature-requests/${request.id}/`)).toEqual({ likes: 0, dislikes: 0 });

    const other = await stage.visit(visit);
    await other.goto(`/blog/${slug}`);
    await press(other.getByRole("button", { name: words("Dislike, {dislikes}", { dislikes: 0 }) }), visit);
    await logIn(other, reader);
    await other.waitForURL(/\/blog\//);
    await expect.poll(() => reactionsOf(admin, `/blogs/${slug}/`)).toEqual({ likes: 0, dislikes: 1 });
  },
);

test("a vote waits until its user has verified the address", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const [admin, unverified] = [await createAdmin(stage), await stage.createUser()];
  const request = await sendRequest(admin, {}, admin);
  const page = await stage.visit();
  const likes = async () => (await reactionsOf(admin, `/feature-requests/${request.id}/`)).likes;
  await page.goto(request.path);
  await page.getByRole("button", { name: /^Like/ }).click();
  await logIn(page, unverified);
  await page.waitForURL(`**${request.path}*`);
  await messageOf(page, "Your email address has not been verified yet.").waitFor();
  expect(await likes()).toBe(0);
  await inDatabase(stage, (sql) => sql`update users set email_verified = true where username = ${unverified.username}`);
  await page.reload();
  await expect.poll(likes).toBe(1);
  await page.locator("[aria-pressed=true]").getByText("1").waitFor();
});
