import type { Page } from "playwright-core";
import { createAdmin, createReader } from "../stage/database.ts";
import { linkIn, waitForMail } from "../stage/mail.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";

async function comment(user: User, slug: string, text: string): Promise<string> {
  const { id } = await user.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text });
  return `comment-${id}`;
}

const shownIds = (page: Page) =>
  page.locator("article[id^=comment-]").evaluateAll((comments) => comments.map(({ id }) => id));

test.for(mouseAndTouch)("admins moderate in a comment's menu, $language, $width px", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const admin = await createAdmin(stage);
  const [writer, reader] = [await createReader(stage), await createReader(stage)];
  const { slug } = await publish(admin, { language: visit.language });
  const first = await comment(admin, slug, "First of all");
  const second = await comment(writer, slug, "Second to none");
  const page = await stage.visit({ ...visit, as: admin });
  const choose = async (id: string, item: string, values = {}) => {
    await press(page.locator(`#${id}`).getByRole("button", { name: words("More actions") }), visit);
    await press(page.getByRole("menuitem", { name: words(item, values), exact: true }), visit);
  };
  await page.goto(`/blog/${slug}`);
  await choose(second, "Pin");
  await messageOf(page, words("The comment is pinned to the top.")).waitFor();
  await expect.poll(() => shownIds(page)).toEqual([second, first]);
  await page.locator(`#${second}`).getByText(words("Pinned"), { exact: true }).waitFor();
  await choose(second, "Unpin");
  await expect.poll(() => shownIds(page)).toEqual([first, second]);

  await choose(second, "Hide");
  await page.locator(`#${second}`).getByText(words("Hidden"), { exact: true }).waitFor();
  // The server has rendered the page for guests again.
  const guest = await (await fetch(`${stage.url}/blog/${slug}`)).text();
  expect(guest).toContain("First of all");
  expect(guest).not.toContain("Second to none");
  await choose(second, "Show again");
  await page.locator(`#${second}`).getByText(words("Hidden"), { exact: true }).waitFor({ state: "detached" });

  await choose(second, "Ban {author}", { author: writer.username });
  await page.getByRole("dialog").getByRole("textbox").fill("Advertising");
  await press(page.getByRole("dialog").getByRole("button", { name: words("Ban"), exact: true }), visit);
  await messageOf(page, writer.username).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(words("More actions"));
  const { results } = await admin.call<{ results: { username: string; reason: string }[] }>(
    "GET",
    "/admin/moderation/bans/",
  );
  expect(results).toContainEqual(expect.objectContaining({ username: writer.username, reason: "Advertising" }));
  // The menu offers no ban for users whom an admin cannot ban.
  await press(page.locator(`#${first}`).getByRole("button", { name: words("More actions") }), visit);
  await page.getByRole("menuitem", { name: words("Pin"), exact: true }).waitFor();
  const items = () => page.getByRole("menuitem").allInnerTexts();
  expect(await items()).toEqual(["Copy link", "Edit", "Pin", "Hide", "Delete"].map((item) => words(item)));

  const other = await stage.visit({ ...visit, as: reader });
  await other.goto(`/blog/${slug}`);
  await press(other.locator(`#${second}`).getByRole("button", { name: words("More actions") }), visit);
  await other.getByRole("menuitem", { name: words("Report") }).waitFor();
  expect(await other.getByRole("menuitem").allInnerTexts()).toEqual(["Copy link", "Report"].map((item) => words(item)));
});

test("a guest's comment survives the sign-up, and appears in the tab that the mailed link opens", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const question = await comment(admin, slug, "What do you think?");
  const username = newName("newcomer");
  const page = await stage.visit();
  await page.goto(`/blog/${slug}`);
  await page
    .locator(`#${question}`)
    .getByRole("button", { name: /^Reply/ })
    .click();
  await page.getByRole("textbox", { name: "Your reply" }).fill("I have no account yet.");
  await page.getByRole("button", { name: "Log in to interact" }).first().click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("heading", { level: 1, name: "Create your account" }).waitFor();
  for (const [name, value] of Object.entries({ username, email: `${username}@example.org` })) {
    await page.locator(`input[name=${name}]`).fill(value);
  }
  for (const name of ["password", "password_confirmation"]) await page.locator(`input[name=${name}]`).fill(password);
  await page.locator("input[name=agreement]").check();
  await page.locator("main form").getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(new RegExp(`/blog/${slug}`));
  const reply = (tab: Page) => tab.getByRole("textbox", { name: "Your reply" });
  await expect.poll(() => reply(page).inputValue()).toBe("I have no account yet.");

  const mail = await waitForMail(stage.mailDirectory, `${username}@example.org`);
  const tab = await page.context().newPage();
  await tab.goto(linkIn(mail, "/verify-email"));
  await tab.getByRole("link", { name: "Continue with your comment" }).click();
  await tab.waitForURL(new RegExp(`/blog/${slug}`));
  await expect.poll(() => reply(tab).inputValue()).toBe("I have no account yet.");
  await expect.poll(() => reply(tab).evaluate((text) => text === document.activeElement)).toBe(true);
  await tab.getByRole("button", { name: "Post reply" }).click();
  await tab.getByText("I have no account yet.").waitFor();
  expect(await tab.evaluate(() => localStorage.getItem("commentLeft"))).toBe(null);
});

test("fetched, new and deleted comments are restored on back navigation", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const { slug } = await publish(admin);
  const ids: string[] = [];
  for (let count = 1; count <= 45; count += 1) ids.push(await comment(admin, slug, `Comment no. ${count}`));
  const page = await stage.visit({ as: reader });
  await page.goto(`/blog/${slug}`);
  await page.getByRole("link", { name: "More comments" }).click();
  await expect.poll(() => shownIds(page)).toEqual(ids.slice(0, 40));
  await page.getByRole("textbox", { name: "Add a comment" }).fill("And one of mine");
  await page.getByRole("button", { name: "Post comment" }).click();
  // A new comment is drawn in one frame, and gets the focus and scrolls into view in the next.
  const own = page.locator("article[id^=comment-]", { hasText: "And one of mine" });
  await own.and(page.locator(":focus")).waitFor();
  const shown = await shownIds(page);
  expect(shown).toHaveLength(41);
  await page.locator(`#${ids[35]}`).scrollIntoViewIfNeeded();
  const top = () => page.locator(`#${ids[35]}`).evaluate((element) => element.getBoundingClientRect().top);
  const place = await top();
  // The click comes from a script, because Playwright's would scroll the link into view first.
  await page
    .locator("main")
    .getByRole("link", { name: "Blog", exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL(/\/blog$/);
  await page.goBack();
  await expect.poll(() => shownIds(page)).toEqual(shown);
  await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(40);
  await page.getByRole("link", { name: "More comments" }).click();
  await expect.poll(async () => (await shownIds(page)).length).toBe(46);
  expect(new Set(await shownIds(page)).size).toBe(46);
});

test("if a comment cannot be sent, the reason is beside it, and the user can send it later", async ({ stage }) => {
  stage.expectError(/status of (403|429)|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const { slug } = await publish(admin);
  const page = await stage.visit({ as: reader });
  const field = page.getByRole("textbox", { name: "Add a comment" });
  const form = page.locator("#comment-form");
  const send = () => form.getByRole("button", { name: "Post comment" }).click();
  await page.goto(`/blog/${slug}`);

  const warmed = page.waitForResponse(/refusal-words/);
  await field.fill("Patience");
  await warmed;
  await untilLoaded(page);
  await page.context().setOffline(true);
  await send();
  await form.getByText("The server could not be reached. Check your connection and try again.").waitFor();
  expect(await field.inputValue()).toBe("Patience");
  await page.context().setOffline(false);

  await page.route(
    "**/api/blogs/*/comments/",
    (route) => route.fulfill({ status: 429, headers: { "retry-after": "6" }, body: "Slow down" }),
    { times: 1 },
  );
  await send();
  const counting = form.getByRole("button", { name: /Try again in [1-6] s/ });
  const message = messageOf(page, /Too many requests\. Try again in \d secs\./);
  await Promise.all([counting.waitFor(), message.waitFor()]);
  // While the button counts down, no key sends the comment.
  await field.press("Control+Enter");
  expect(await field.inputValue()).toBe("Patience");
  await send();
  await page.getByRole("article").getByText("Patience").waitFor();

  await admin.call("POST", "/admin/moderation/bans/", { username: reader.username });
  await field.fill("And then?");
  await send();
  await form.getByText("You cannot post here at the moment.").waitFor();
  expect(await field.inputValue()).toBe("And then?");
  await admin.call("DELETE", `/admin/moderation/bans/${reader.username}/`);
  await send();
  await page.getByRole("article").getByText("And then?").waitFor();
});
