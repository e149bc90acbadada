import type { Page } from "playwright-core";
import { createAdmin, createReader } from "../stage/database.ts";
import { loseAnswerOf, untilIdle, untilLoaded } from "../stage/requests.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";

test.for(mouseAndTouch)(
  "a guest's comment survives the log-in, and two users reply to each other, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    const reader = await createReader(stage);
    const { slug } = await publish(admin, { language: visit.language });
    const question = await admin.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, {
      text: "What do you think?",
    });
    const page = await stage.visit(visit);
    const item = (id: number) => page.locator(`#comment-${id}`);
    const button = (name: string) => page.getByRole("button", { name: words(name), exact: true });
    const idOf = async (text: string) => {
      const id = await page.locator("article[id^=comment-]", { hasText: text }).getAttribute("id");
      return Number(id?.slice("comment-".length));
    };

    await page.goto(`/blog/${slug}`);
    // With a reply field open too, the test shows which field gets the text back.
    await press(
      item(question.id).getByRole("button", { name: words("Reply to {author}", { author: admin.username }) }),
      visit,
    );
    const field = page.getByRole("textbox", { name: words("Your reply") });
    await expect.poll(() => field.evaluate((text) => text === document.activeElement)).toBe(true);
    await field.fill("I like it.\nVery much.");
    await press(button("Log in to interact").first(), visit);
    await page.waitForURL(/\/login/);
    await page.locator("input[name=username]").fill(reader.username);
    await page.locator("input[name=password]").fill(reader.password);
    await press(page.locator("main form button[type=submit]"), visit);
    await page.waitForURL(new RegExp(`/blog/${slug}`));
    await expect.poll(() => field.inputValue()).toBe("I like it.\nVery much.");
    await expect.poll(() => field.evaluate((text) => text === document.activeElement)).toBe(true);
    await press(button("Post reply"), visit);
    await page.getByText("I like it.").waitFor();
    await messageOf(page, words("The comment has been added.")).waitFor();
    const answer = await idOf("I like it.");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`comment-${answer}`);
    await expect.poll(() => item(question.id).locator("xpath=..").locator("ol article").count()).toBe(1);

    // The user tries an empty comment, then posts one, changes and deletes it.
    await press(button("Post comment"), visit);
    await page.getByText(words("This field may not be blank.")).waitFor();
    await page.getByRole("textbox", { name: words("Add a comment") }).fill("A secnod thought");
    await page.keyboard.press("Control+Enter");
    await page.getByText("A secnod thought").waitFor();
    const own = await idOf("A secnod thought");
    // A new comment gets the focus a frame after it was drawn, which would close a menu.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`comment-${own}`);
    await press(item(own).getByRole("button", { name: words("More actions") }), visit);
    await press(page.getByRole("menuitem", { name: words("Edit") }), visit);
    await item(own).getByRole("textbox").fill("A second thought");
    await press(item(own).getByRole("button", { name: words("Save") }), visit);
    await item(own).getByText("A second thought").waitFor();
    await item(own).getByText(words("edited")).waitFor();
    await messageOf(page, words("The comment has been saved.")).waitFor();
    // One message at a time.
    await expect.poll(() => messageOf(page, /./).count()).toBe(1);
    await press(item(own).getByRole("button", { name: words("More actions") }), visit);
    await press(page.getByRole("menuitem", { name: words("Delete") }), visit);
    await press(page.getByRole("alertdialog").getByRole("button", { name: words("Delete") }), visit);
    await item(own).waitFor({ state: "detached" });
    // The focus moves to a neighboring comment, so that the page does not scroll far.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^comment-\d+$/);
    await messageOf(page, words("The comment has been deleted.")).waitFor();

    // A user can report another user's comment, but not change it.
    await press(item(question.id).getByRole("button", { name: words("More actions") }), visit);
    const report = page.getByRole("menuitem", { name: words("Report") });
    await report.waitFor();
    expect(await page.getByRole("menuitem", { name: words("Edit") }).count()).toBe(0);
    expect(await page.getByRole("menuitem", { name: words("Delete") }).count()).toBe(0);
    await press(report, visit);
    await press(page.getByRole("dialog").getByText(words("Off topic")), visit);
    await press(page.getByRole("dialog").getByRole("button", { name: words("Report") }), visit);
    await messageOf(page, words("Thank you. We will look into it.")).waitFor();

    // Two users have liked the post.
    await admin.call("POST", `/blogs/${slug}/reactions/`, { type: "like" });
    await page.reload();
    // After a log-in the page fetches the data of its user again. An answer under way would overwrite a reaction from
    // before.
    await untilLoaded(page);
    const like = (count: number) =>
      page.getByRole("button", { name: words("Like, {likes}", { likes: count }), exact: true });
    await press(like(1), visit);
    await like(2).and(page.locator("[aria-pressed=true]")).waitFor();
    await expect.poll(() => likesOf(slug)).toEqual({ likes: 2, dislikes: 0 });
    await press(like(2), visit);
    await like(1).and(page.locator("[aria-pressed=false]")).waitFor();
    await expect.poll(() => likesOf(slug)).toEqual({ likes: 1, dislikes: 0 });
    // The server has rendered the page for guests again.
    expect(await (await fetch(`${stage.url}/blog/${slug}`)).text()).toContain("I like it.");

    async function likesOf(slug: string) {
      const { reactions } = await admin.call<{ reactions: { likes: number; dislikes: number } }>(
        "GET",
        `/blogs/${slug}/`,
      );
      return { likes: reactions.likes, dislikes: reactions.dislikes };
    }
  },
);

test("a failed reaction is reverted, and the last of several fast ones wins", async ({ stage }) => {
  stage.expectError(/status of 500/);
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const page = await stage.visit({ as: await createReader(stage) });
  const pressed = () =>
    page
      .locator("#reactions button")
      .evaluateAll((buttons) => buttons.map((each) => `${each.ariaLabel} ${each.ariaPressed}`));
  await page.goto(`/blog/${slug}`);
  await page.route("**/trpc/blog.reaction.set*", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await page.getByRole("button", { name: "Like, 0", exact: true }).click();
  await page.locator("p[data-type=danger]").waitFor();
  await expect.poll(pressed).toEqual(["Like, 0 false", "Dislike, 0 false"]);

  const held = Promise.withResolvers<void>();
  await page.route("**/trpc/blog.reaction.*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Like/ }).click();
  // The page shows the reaction before the server has answered.
  await expect.poll(pressed).toEqual(["Like, 1 true", "Dislike, 0 false"]);
  for (const name of [/^Dislike/, /^Like/, /^Dislike/]) await page.getByRole("button", { name }).click();
  held.resolve();
  const saved = async () => (await admin.call<{ reactions: object }>("GET", `/blogs/${slug}/`)).reactions;
  await expect.poll(saved).toEqual({ likes: 0, dislikes: 1, mine: null });
  await expect.poll(pressed).toEqual(["Like, 0 false", "Dislike, 1 true"]);
  await page.reload();
  await expect.poll(pressed).toEqual(["Like, 0 false", "Dislike, 1 true"]);
});

test("a comment's URL leads to it, however many comments precede it", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const ids: number[] = [];
  for (let count = 1; count <= 25; count += 1) {
    const { id } = await admin.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, {
      text: `Comment no. ${count}`,
    });
    ids.push(id);
  }
  const page = await stage.visit();
  const shown = () => page.locator("article[id^=comment-]").count();
  await page.goto(`/blog/${slug}`);
  expect(await shown()).toBe(20);
  await page.getByRole("link", { name: "More comments" }).click();
  await expect.poll(shown).toBe(25);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`comment-${ids[20]}`);

  const last = `comment-${ids[24]}`;
  const linked = await stage.visit();
  await linked.goto(`/blog/${slug}#${last}`);
  await expect.poll(() => isInSight(linked, last)).toBe(true);
});

test("a comment cannot be edited while it is being sent, and can be again after a refusal", async ({ stage }) => {
  stage.expectError(/status of 500/);
  const { slug } = await publish(await createAdmin(stage));
  const page = await stage.visit({ as: await createReader(stage) });
  const field = page.getByRole("textbox", { name: "Add a comment" });
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/api/blogs/*/comments/",
    async (route) => {
      asked.resolve();
      await held.promise;
      await route.fulfill({ status: 500, contentType: "application/json", body: "{}" });
    },
    { times: 1 },
  );
  await page.goto(`/blog/${slug}`);
  await page.getByRole("button", { name: "Post comment" }).waitFor();
  await field.fill("A first thought");
  await field.press("Control+Enter");
  await asked.promise;
  await page.keyboard.type(", and a second");
  expect([await field.inputValue(), await field.isEditable()]).toEqual(["A first thought", false]);
  held.resolve();
  await expect.poll(() => field.isEditable()).toBe(true);
  await field.press("End");
  await page.keyboard.type(", and a second");
  await field.press("Control+Enter");
  await page.getByRole("article").getByText("A first thought, and a second").waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
});

test("a comment whose response was lost is sent again as the same comment, also after a reload", async ({ stage }) => {
  stage.expectError(/ERR_CONNECTION_RESET/);
  const { slug } = await publish(await createAdmin(stage));
  const reader = await createReader(stage);
  const page = await stage.visit({ as: reader });
  const form = page.locator("#comment-form");
  const field = page.getByRole("textbox", { name: "Add a comment" });
  const send = () => form.getByRole("button", { name: "Post comment" }).click();
  const loseAnswer = () => loseAnswerOf(page, "**/api/blogs/*/comments/");
  const comments = async () => {
    const { results } = await reader.call<{ results: { text: string }[] }>("GET", `/blogs/${slug}/comments/`);
    return results.map(({ text }) => text).sort();
  };
  await page.goto(`/blog/${slug}`);
  await field.fill("Once");
  await loseAnswer();
  await send();
  await form.getByText("The server could not be reached.").waitFor();
  await send();
  await page.getByRole("article").getByText("Once").waitFor();
  expect(await comments()).toEqual(["Once"]);

  await field.fill("Once more");
  await loseAnswer();
  await send();
  await form.getByText("The server could not be reached.").waitFor();
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("Once more");
  await send();
  await expect.poll(() => field.inputValue()).toBe("");
  expect(await comments()).toEqual(["Once", "Once more"]);
  await page.getByRole("heading", { name: "2 comments" }).waitFor();
  // After the success, the same text counts as a second comment.
  await field.fill("Once");
  await send();
  await expect.poll(comments).toEqual(["Once", "Once", "Once more"]);
});

test("an unsaved edit is restored after a reload and Escape, until it is saved or cancelled", async ({ stage }) => {
  const { slug } = await publish(await createAdmin(stage));
  const reader = await createReader(stage);
  const { id } = await reader.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text: "A thought" });
  const page = await stage.visit({ as: reader });
  const item = page.locator(`#comment-${id}`);
  const field = item.getByRole("textbox", { name: "Your comment" });
  const edit = async () => {
    await item.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect.poll(() => field.evaluate((text) => text === document.activeElement)).toBe(true);
  };
  await page.goto(`/blog/${slug}`);
  await edit();
  expect(await field.inputValue()).toBe("A thought");
  await field.fill("A better thought");
  await page.reload();
  await edit();
  expect(await field.inputValue()).toBe("A better thought");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await edit();
  expect(await field.inputValue()).toBe("A better thought");
  await item.getByRole("button", { name: "Cancel" }).click();
  await edit();
  expect(await field.inputValue()).toBe("A thought");
  await field.fill("The best thought");
  await item.getByRole("button", { name: "Save" }).click();
  await item.getByText("The best thought").waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("thought");
  await edit();
  expect(await field.inputValue()).toBe("The best thought");
});

test("a user who may not comment reads why next to their text", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const { slug } = await publish(await createAdmin(stage));
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await page.goto(`/blog/${slug}`);
  await page.getByText("To react and comment, verify your email address first").waitFor();
  await page.getByRole("textbox", { name: "Add a comment" }).fill("Hello");
  await page.getByRole("button", { name: "Post comment" }).click();
  await page.locator("#comment-form").getByText("Your email address has not been verified yet.").waitFor();
  expect(await page.getByRole("textbox", { name: "Add a comment" }).inputValue()).toBe("Hello");
  await page.locator("#comment-form").getByRole("button", { name: "Send the link again" }).click();
  await messageOf(page, /./).first().waitFor();
  // The text survives a reload of the link, and the end of its writer's session deletes it.
  await page.reload();
  await expect.poll(() => page.getByRole("textbox", { name: "Add a comment" }).inputValue()).toBe("Hello");
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith("comment:")));
  expect(await drafts()).toHaveLength(1);
  await page.locator("summary", { hasText: user.username }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect.poll(drafts).toEqual([]);
});

test("one user's draft is not shown to the next user of the tab, and is restored when they return", async ({
  stage,
}) => {
  const { slug } = await publish(await createAdmin(stage));
  const next = await createReader(stage);
  const page = await stage.visit({ as: await createReader(stage) });
  const field = page.getByRole("textbox", { name: "Add a comment" });
  /** Loads the page with a refresh token, or as a guest if there is none, as after an expired session. */
  const openAs = async (refresh: string | null) => {
    await page.evaluate((token) => {
      if (token === null) localStorage.removeItem("refreshToken");
      else localStorage.setItem("refreshToken", token);
    }, refresh);
    await page.reload();
    await page.getByRole("button", { name: refresh === null ? "Log in to interact" : "Post comment" }).waitFor();
    // An idle page has filled in the draft of its user.
    await untilIdle(page);
  };
  await page.goto(`/blog/${slug}`);
  await page.getByRole("button", { name: "Post comment" }).waitFor();
  await field.fill("Mine alone");
  const own = await page.evaluate(() => localStorage.getItem("refreshToken"));
  await openAs(null);
  expect(await field.inputValue()).toBe("");
  await openAs(next.refresh);
  expect(await field.inputValue()).toBe("");
  await openAs(own);
  await expect.poll(() => field.inputValue()).toBe("Mine alone");
});

test("going back does not show one user's unsent comment to the next user", async ({ stage }) => {
  const { slug } = await publish(await createAdmin(stage));
  const user = await createReader(stage);
  const page = await stage.visit({ as: user });
  await page.goto(`/blog/${slug}`);
  await page.getByRole("button", { name: "Post comment" }).waitFor();
  await page.getByRole("textbox", { name: "Add a comment" }).fill("Mine alone");
  await page.goto("/support-us");
  await page.locator("summary", { hasText: user.username }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  await page.waitForURL(`${stage.url}/`);
  await page.goBack();
  await page.goBack();
  await page.waitForURL(`**/blog/${slug}`);
  await page.getByRole("button", { name: "Log in to interact" }).waitFor();
  await untilIdle(page);
  expect(await page.getByRole("textbox", { name: "Add a comment" }).inputValue()).toBe("");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Mine alone");
});

function isInSight(page: Page, id: string): Promise<boolean> {
  return page.evaluate((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
  }, id);
}

test("a reaction stays pressed if the page receives data from before the press", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const page = await stage.visit({ as: await createReader(stage) });
  const isRead = /\/trpc\/[^?]*blog\.get\b/;
  const pressed = Promise.withResolvers<void>();
  await page.route(
    isRead,
    async (route) => {
      const response = await route.fetch();
      await pressed.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const asked = page.waitForRequest(isRead);
  await page.goto(`/blog/${slug}`);
  const older = await asked;
  const saved = page.waitForResponse(/reaction\.set/);
  await page.getByRole("button", { name: "Like, 0", exact: true }).click();
  await (await saved).finished();
  const newer = page.waitForResponse((response) => isRead.test(response.url()) && response.request() !== older);
  pressed.resolve();
  await newer;
  await untilLoaded(page);
  await page.getByRole("button", { name: "Like, 1", exact: true, pressed: true }).waitFor();
});

test("the first reaction of a visit shows a message, and the next ones show none", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const { slug } = await publish(admin);
  const page = await stage.visit({ as: await createReader(stage) });
  await page.goto(`/blog/${slug}`);
  await page.getByRole("button", { name: "Like, 0", exact: true }).click();
  const message = messageOf(page, "Your reaction has been saved.");
  await message.waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await message.waitFor({ state: "detached" });
  const saved = page.waitForResponse(/reaction\.set/);
  await page.getByRole("button", { name: "Dislike, 0", exact: true }).click();
  await (await saved).finished();
  await page.getByRole("button", { name: "Dislike, 1", exact: true, pressed: true }).waitFor();
  // An idle page has handled the answer.
  await untilIdle(page);
  expect(await message.count()).toBe(0);
});
