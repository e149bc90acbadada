import { listen } from "../pages/listen.ts";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { openSettings } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";
import { expectShown, focusedWords, newWord, requestOf, sendRequest } from "./feature-request.ts";

test.for(mouseAndTouch)(
  "an admin opens and rejects waiting requests, each with one press, $language",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const [author, admin] = [await createReader(stage), await createAdmin(stage)];
    const [good, bad] = [await sendRequest(author), await sendRequest(author)];
    const desk = await stage.visit({ ...visit, as: admin });
    await desk.goto("/admin/moderation");
    for (const [request, verb, status] of [
      [good, "Open: {title}", "open"],
      [bad, "Reject: {title}", "rejected"],
    ] as const) {
      const card = desk.getByRole("article", { name: words("Pending: {title}", { title: request.title }) });
      await card.getByText("As soon as possible.").waitFor();
      await press(card.getByRole("button", { name: words(verb, { title: request.title }) }), visit);
      await card.waitFor({ state: "detached" });
      await messageOf(desk, words("The feature request has been saved.")).first().waitFor();
      await expect.poll(() => focusedWords(desk)).toBe(words("Pending requests"));
      expect(await requestOf(author, request)).toMatchObject({ status });
    }
  },
);

test("an admin pins, hides and locks a request on its page, with a message for each", async ({ stage }) => {
  // The server answers 404 for a hidden request. The page then shows it to the admin.
  stage.expectError(/status of 40[34]/);
  const [author, admin] = [await createReader(stage), await createAdmin(stage)];
  const word = newWord();
  const first = await sendRequest(author, { title: `First ${word}` }, admin);
  const second = await sendRequest(author, { title: `Second ${word}` }, admin);
  await author.call("POST", `${second.path}/reactions/`, { type: "like" });
  const [desk, guest] = [await stage.visit({ as: admin }), await stage.visit()];
  const titles = async () => {
    await guest.goto(`/feature-requests?search=${word}`);
    return guest.getByRole("article").getByRole("heading").allTextContents();
  };
  expect(await titles()).toEqual([second.title, first.title]);
  await desk.goto(first.path);
  const announcements = await listen(desk);
  /** Presses a button whose text then changes, and expects the focus on it and a message. */
  const pressToggle = async (from: string, to: string, sentence: string) => {
    await desk.getByRole("button", { name: from, exact: true }).click();
    await expect.poll(() => focusedWords(desk)).toBe(to);
    await expect.poll(announcements).toContain(sentence);
  };
  await pressToggle("Pin", "Unpin", "The request is pinned to the top.");
  expect(await titles()).toEqual([first.title, second.title]);
  await guest.getByRole("article").first().getByText("Pinned").waitFor();

  await pressToggle("Close comments", "Open comments", "Only admins can comment now.");
  await guest.goto(first.path);
  await guest.getByText("Comments are closed.").waitFor();
  await expect(author.call("POST", `${first.path}/comments/`, { text: "But" })).rejects.toThrow("permission_denied");

  await pressToggle("Hide", "Show again", "Now only its author and the admins can see it.");
  await desk.getByText("Hidden. Only its author and the admins can see it.").waitFor();
  await expectShown(stage.url, first, false);
  expect(await titles()).toEqual([second.title]);
  await pressToggle("Show again", "Hide", "The request is visible again.");
  await pressToggle("Open comments", "Close comments", "Everyone can comment again.");
  await pressToggle("Unpin", "Pin", "The request is no longer pinned.");
  await expectShown(stage.url, first, true);
  expect(await requestOf(admin, first)).toMatchObject({ pinned: false, hidden: false, comments: "open" });
});

test("in a locked thread of a post or request only admins can comment and reply", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const [reader, admin] = [await createReader(stage), await createAdmin(stage)];
  const [request, post] = [await sendRequest(reader, {}, admin), await publish(admin)];
  const [desk, page] = [await stage.visit({ as: admin }), await stage.visit({ as: reader })];
  for (const path of [request.path, `/blog/${post.slug}`]) {
    const comments = `${path.replace("/blog/", "/blogs/")}/comments/`;
    await reader.call("POST", comments, { text: "Said before" });
    await desk.goto(path);
    await desk.getByRole("button", { name: "Close comments" }).click();
    await messageOf(desk, "Only admins can comment now.").waitFor();
    await desk.getByText("Comments are closed.").waitFor();
    await desk.getByLabel("Add a comment").fill("The last word");
    await desk.getByRole("button", { name: "Post comment" }).click();
    await desk.getByRole("article").getByText("The last word").waitFor();
    await desk.getByRole("button", { name: `Reply to ${reader.username}` }).click();
    await desk.getByLabel("Your reply").fill("So it is");
    await desk.getByRole("button", { name: "Post reply" }).click();
    await desk.getByRole("article").getByText("So it is").waitFor();

    await page.goto(path);
    await page.getByText("Comments are closed.").waitFor();
    await page.getByRole("article").getByText("The last word").waitFor();
    await page.getByRole("button", { name: "More actions" }).first().waitFor();
    expect(await page.getByLabel("Add a comment").count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Reply/ }).count()).toBe(0);
    await expect(reader.call("POST", comments, { text: "But" })).rejects.toThrow("permission_denied");

    await desk.getByRole("button", { name: "Open comments" }).click();
    await messageOf(desk, "Everyone can comment again.").waitFor();
    await reader.call("POST", comments, { text: "Said after" });
  }
});

test("an admin resolves reports by keyboard, keeps, hides or deletes the content, and bans and unbans a user by name", async ({
  stage,
}) => {
  stage.expectError(/status of 40[04]|status of 409/);
  const [author, admin] = [await createReader(stage), await createAdmin(stage)];
  const reader = await createReader(stage);
  const [kept, hidden, deleted] = [
    await sendRequest(author, {}, admin),
    await sendRequest(author, {}, admin),
    await sendRequest(author, {}, admin),
  ];
  const comment = await author.call<{ id: number }>("POST", `${kept.path}/comments/`, { text: `Cheap ${newWord()}` });
  await reader.call("POST", `${kept.path}/comments/${comment.id}/report/`, { reason: "spam" });
  for (const { path } of [kept, hidden, deleted]) {
    await reader.call("POST", `${path}/report/`, { reason: "abuse", details: "Look at it." });
  }
  const desk = await stage.visit({ as: admin });
  await desk.goto("/admin/moderation");
  const reported = (title: string) => desk.getByRole("article", { name: `Reported: ${title}` });
  const resolveReport = async (title: string, button: string) => {
    const things = reported(title);
    const count = await things.count();
    await things.first().getByRole("button", { name: button }).focus();
    await desk.keyboard.press("Enter");
    if (button === "Delete") await desk.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
    await expect.poll(() => things.count()).toBe(count - 1);
    await expect.poll(() => focusedWords(desk)).toBe("Reports");
  };
  // The comment comes first, because it was reported first. The list names what it is.
  await reported(kept.title).first().getByText("Comment", { exact: true }).waitFor();
  await resolveReport(kept.title, "Delete");
  await resolveReport(kept.title, "Keep");
  await resolveReport(hidden.title, "Hide");
  // After a cancel the focus is back on the button.
  await reported(deleted.title).getByRole("button", { name: "Delete" }).press("Enter");
  await desk.getByRole("alertdialog").waitFor();
  await desk.keyboard.press("Escape");
  await expect.poll(() => focusedWords(desk)).toBe("Delete");
  await resolveReport(deleted.title, "Delete");
  await expectShown(stage.url, kept, true);
  await expectShown(stage.url, hidden, false);
  await expectShown(stage.url, deleted, false);
  expect(await requestOf(author, hidden)).toMatchObject({ hidden: true });
  expect(await author.call<{ results: object[] }>("GET", `${kept.path}/comments/`)).toMatchObject({ results: [] });

  const dialog = desk.getByRole("dialog");
  const ban = desk.getByRole("button", { name: "Ban someone" });
  await ban.press("Enter");
  const name = dialog.getByLabel("Username");
  for (const [username, sentence] of [
    ["nobody_here", "User with this username or email does not exist."],
    [admin.username, "An admin cannot be banned. Remove their admin rights first."],
  ] as const) {
    await name.fill(username);
    await desk.keyboard.press("Enter");
    await dialog.getByText(sentence).waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
  }
  await name.fill(author.username);
  await dialog.getByRole("radio", { name: "For 30 days" }).check();
  await dialog.getByLabel("Reason").fill("Sells something");
  await dialog.getByRole("button", { name: "Ban", exact: true }).press("Enter");
  await messageOf(desk, `${author.username} can no longer post.`).waitFor();
  await expect.poll(() => focusedWords(desk)).toBe("Ban someone");
  await desk.getByText(new RegExp(`^Until .* · by ${admin.username} · Sells something$`)).waitFor();
  await expect(sendRequest(author)).rejects.toThrow("banned");
  await desk.getByRole("button", { name: `Lift the ban on ${author.username}` }).press("Enter");
  await messageOf(desk, "The ban has been lifted.").waitFor();
  await expect.poll(() => focusedWords(desk)).toBe("Bans");
  await sendRequest(author);
});

for (const { language, width, touch } of mouseAndTouch) {
  test(`a follower gets a mail, unsubscribes by its link, and turns mails on again in the settings, in ${language}`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const [reader, admin] = [await createReader(stage), await createAdmin(stage)];
    await inDatabase(stage, (sql) => sql`update users set language = ${language} where username = ${reader.username}`);
    const request = await sendRequest(admin, {}, admin);
    const page = await stage.visit({ language, width, touch, as: reader });
    await page.goto(request.path);
    await press(page.getByRole("button", { name: words("Notify me") }), { touch });
    await messageOf(page, words("You will get emails about this request.")).waitFor();
    await page.getByRole("button", { name: words("Notifications on") }).waitFor();
    await admin.call("POST", `${request.path}/close/`, { reason: "shipped", reply: "It is there." });
    const mail = await waitForMailWith(stage.mailDirectory, reader.email, "/unsubscribe");
    expect(mail.subject + mail.text).toContain(request.title);
    expect(mail.text).toContain("It is there.");
    expect(new URL(linkIn(mail, request.path)).pathname).toBe(request.path);

    await page.goto(linkIn(mail, "/unsubscribe"));
    await page.getByRole("heading", { name: words("Stop emails about feature requests?") }).waitFor();
    await press(page.getByRole("button", { name: words("Stop these emails") }), { touch });
    await page.getByRole("heading", { name: words("You are unsubscribed") }).waitFor();
    const mails = async () => (await reader.call<{ board_mails: boolean }>("GET", "/settings/")).board_mails;
    expect(await mails()).toBe(false);
    await openSettings(page, "/settings");
    const setting = page.getByRole("switch", { name: words("Feature requests by email") });
    await expect.poll(() => setting.getAttribute("aria-checked")).toBe("false");
    await press(setting, { touch });
    await expect.poll(mails).toBe(true);
    await expect.poll(() => setting.getAttribute("aria-checked")).toBe("true");
  });
}
