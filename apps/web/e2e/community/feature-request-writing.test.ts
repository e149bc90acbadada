import type { Page } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { waitForMailWith } from "../stage/mail.ts";
import { loseAnswerOf, untilLoaded } from "../stage/requests.ts";
import { verify } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, test, widths } from "../stage/stage.ts";
import { newName, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { newWord, requestOf, sendRequest } from "./feature-request.ts";

const details = (page: Page) => page.locator("main form textarea");

/** Changes the language in the page's menu. */
async function switchLanguage(page: Page, to: "English" | "Українська") {
  await page
    .getByLabel(/^(Language|Мова)/)
    .first()
    .click();
  await page.getByRole("link", { name: to }).click();
  await page.locator(`html[lang=${to === "English" ? "en" : "uk"}]`).waitFor({ state: "attached" });
}

async function logIn(page: Page, { username }: User) {
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("main form button[type=submit]").click();
}

test("a typed request survives a change of language, a failure, a lost network and another log-in", async ({
  stage,
}) => {
  stage.expectError(/status of (401|500)|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const user = await createReader(stage);
  const title = `A wish of ${newWord()}`;
  const page = await stage.visit({ as: user });
  // The page learns that its session has ended only from the answer to its next call.
  await page.route("**/trpc/live.changes*", () => {});
  await page.goto("/feature-requests/new");
  const field = page.getByLabel("Title", { exact: true });
  await field.fill(title);
  await details(page).fill("Line one.\nLine two.");
  // The field is taller than one line.
  expect((await details(page).boundingBox())?.height).toBeGreaterThan(90);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Choose a category.").waitFor();
  await page.getByRole("radio", { name: "Minor issues" }).check();
  // Authors get notifications of their requests by default.
  expect(await page.getByLabel("Notify me").isChecked()).toBe(true);
  await page.getByLabel("Notify me").uncheck();
  const expectFormUnchanged = async () => {
    await expect.poll(() => page.locator("main form input").first().inputValue()).toBe(title);
    expect(await details(page).inputValue()).toBe("Line one.\nLine two.");
    await expect.poll(() => page.locator("input[value=minor_issues]").isChecked()).toBe(true);
    await expect.poll(() => page.locator("input[name=notify_me]").isChecked()).toBe(false);
  };
  await switchLanguage(page, "Українська");
  await page.getByRole("heading", { name: "Нова пропозиція" }).waitFor();
  await expectFormUnchanged();
  // The label has its own translation here; other pages translate the same English text differently.
  await page.getByLabel("Опис", { exact: true }).waitFor();
  await switchLanguage(page, "English");
  await expectFormUnchanged();

  const send = page.getByRole("button", { name: "Send request" });
  await page.route("**/api/feature-requests/", (route) => route.fulfill({ status: 500, body: "{}" }), {
    times: 1,
  });
  await send.click();
  await page.locator("p[data-type=danger]").waitFor();
  await expectFormUnchanged();
  // Only this call loses the connection. If the whole page went offline and online, it would fetch all data again, and
  // one of those calls could notice the ended session before the click below.
  await page.route("**/api/feature-requests/", (route) => route.abort("internetdisconnected"), { times: 1 });
  await send.click();
  await messageOf(page, "The server could not be reached. Check your connection and try again.").waitFor();
  await expectFormUnchanged();

  // The user ends this session on another device. The next user who logs in sees nothing of the request.
  const refresh = await page.evaluate(() => localStorage.getItem("refreshToken"));
  await user.call("POST", "/auth/token/blacklist/", { refresh });
  await send.click();
  await messageOf(page, "Your session has been terminated. Please log in again.").first().waitFor();
  for (const each of [await createReader(stage), user]) {
    await page.goto("/login?next=/feature-requests/new");
    await logIn(page, each);
    await page.waitForURL(({ pathname }) => pathname === "/feature-requests/new");
    await field.waitFor();
    if (each === user) break;
    expect(await field.inputValue()).toBe("");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/feature-requests");
  }
  await expectFormUnchanged();
  await page.getByText("Your unsent text is back.").waitFor();
  await send.click();
  await page.waitForURL(/\/feature-requests\/\d+$/);
  await page.goto("/feature-requests/new");
  await field.waitFor();
  expect([await field.inputValue(), await page.getByText("What you had typed before").count()]).toEqual(["", 0]);
});

test("a request whose response was lost is sent again as the same request, also after a reload", async ({ stage }) => {
  stage.expectError(/ERR_CONNECTION_RESET/);
  const user = await createReader(stage);
  const title = `A wish of ${newWord()}`;
  const page = await stage.visit({ as: user });
  await page.goto("/feature-requests/new");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await details(page).fill("Please.");
  await page.getByRole("radio", { name: "Improvements" }).check();
  await loseAnswerOf(page, "**/api/feature-requests/");
  const send = page.getByRole("button", { name: "Send request" });
  await send.click();
  await messageOf(page, "The server could not be reached. Check your connection and try again.").waitFor();
  await page.reload();
  await page.getByText("Your unsent text is back.").waitFor();
  await send.click();
  await page.waitForURL(/\/feature-requests\/\d+$/);
  const { results } = await user.call<{ results: { title: string }[] }>("GET", "/feature-requests/?mine=true");
  expect(results.map((each) => each.title)).toEqual([title]);
});

for (const { language, width, touch } of mouseAndTouch) {
  test(`author and admin edit a request without changing its status, and an unfinished edit can be restored or discarded, in ${language}`, async ({
    stage,
  }) => {
    stage.expectError(/status of 40[04]/);
    const words = wordsOf(language);
    const [author, admin] = [await createReader(stage), await createAdmin(stage)];
    const request = await sendRequest(author, { notify_me: true }, admin);
    const how = { language, width, touch };
    const page = await stage.visit({ ...how, as: author });
    const title = page.getByLabel(words("Title"), { exact: true });
    const edit = async (of: Page) => {
      await press(of.getByRole("button", { name: words("More actions") }).first(), { touch });
      await press(of.getByRole("menuitem", { name: words("Edit") }), { touch });
      await of.getByRole("heading", { level: 1, name: words("Edit Feature Request") }).waitFor();
    };
    await page.goto(request.path);
    await edit(page);
    await expect.poll(() => title.inputValue()).toBe(request.title);
    expect(await page.title()).toBe(`${words("Edit Feature Request")} | Daymark`);
    await title.fill("ab");
    await press(page.getByRole("button", { name: words("Save") }), { touch });
    await page.locator("main form [aria-invalid=true]").waitFor();
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    await press(page.getByRole("link", { name: words("Cancel") }), { touch });
    await edit(page);
    await page.getByText(words("Your unsent text is back.")).waitFor();
    expect(await title.inputValue()).toBe("ab");
    await press(page.getByRole("button", { name: words("Discard changes") }), { touch });
    await expect.poll(() => title.inputValue()).toBe(request.title);
    await title.fill("  A better name  ");
    await page.getByLabel(words("Notify me")).uncheck();
    await press(page.getByRole("button", { name: words("Save") }), { touch });
    await page.waitForURL(`**${request.path}`);
    await page.getByRole("heading", { level: 1, name: "A better name" }).waitFor();
    // The author can turn on notifications again on the page.
    await page.getByRole("button", { name: words("Notify me") }).waitFor();
    expect(await requestOf(author, request)).toMatchObject({
      title: "A better name",
      status: "open",
      notify_me: false,
    });

    // An admin can correct the request, but not turn its author's mails on or off.
    const desk = await stage.visit({ ...how, as: admin });
    await desk.goto(request.path);
    await edit(desk);
    await desk.locator("main textarea").fill("In other words.");
    expect(await desk.getByLabel(words("Notify me")).count()).toBe(0);
    await press(desk.getByRole("button", { name: words("Save") }), { touch });
    await desk.getByText("In other words.").waitFor();
    expect(await requestOf(author, request)).toMatchObject({ details: "In other words.", status: "open" });

    const other = await stage.visit({ ...how, as: await createReader(stage) });
    await other.goto(`${request.path}/edit`);
    await other.waitForURL("**/not-found");
  });
}

test("similar requests appear in both languages while the user types, are announced, and accept votes", async ({
  stage,
}) => {
  const [user, admin] = [await createReader(stage), await createAdmin(stage)];
  const english = await sendRequest(admin, { title: `Export as a spreadsheet ${newWord()}` }, admin);
  const ukrainian = await sendRequest(admin, { title: `Нагадування у годиннику ${newWord()}` }, admin);
  const page = await stage.visit({ as: user, width: widths.phone });
  await page.goto("/feature-requests/new");
  const field = page.getByLabel("Title", { exact: true });
  await field.waitFor();
  const announcements = await listen(page);
  await field.fill("Нагадування в годинник");
  await page.getByRole("region", { name: "Similar requests" }).getByRole("link", { name: ukrainian.title }).waitFor();
  await field.fill("Spreadsheet export");
  const likes = (count: number) => page.getByRole("button", { name: `Vote for ${english.title}, ${count}` });
  await likes(0).waitFor();
  // Once the page knows the user's votes, it renders each button again.
  await untilLoaded(page);
  await likes(0).click();
  await likes(1).and(page.locator("[aria-pressed=true]")).waitFor();
  await expect.poll(async () => (await requestOf(user, english)).reactions.likes).toBe(1);
  expect((await announcements()).filter((each) => /similar request/.test(each)).length).toBeGreaterThan(0);
  // Titles that are too short or too long get no suggestions.
  await field.fill("x".repeat(130));
  await page.getByRole("region", { name: "Similar requests" }).waitFor({ state: "detached" });
});

test("a user with an unverified address reads how to continue", async ({ stage }) => {
  stage.expectError(/status of 403/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await page.goto("/feature-requests/new");
  await page.getByText("Verify your email address to send a request.").waitFor();
  await page.getByLabel("Title", { exact: true }).fill(newName("wish"));
  await details(page).fill("Please.");
  await page.getByRole("radio", { name: "Improvements" }).check();
  const send = page.getByRole("button", { name: "Send request" });
  await send.click();
  const notice = page.locator("main form [role=status]", { hasText: "Not sent yet" });
  await notice.getByRole("button", { name: "Send the link again" }).click();
  await messageOf(page, /verif/i).first().waitFor();
  // The second mail invalidates the link of the first.
  await waitForMailWith(stage.mailDirectory, user.email, "/verify-email", 2);
  await verify(user, stage.mailDirectory, user.email);
  await send.click();
  await page.waitForURL(/\/feature-requests\/\d+$/);
  await page.getByText("Only you and the admins can see it until we review it.").waitFor();
});
