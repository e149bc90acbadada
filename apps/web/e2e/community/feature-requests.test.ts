import { createAdmin, createReader } from "../stage/database.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, follow, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { newWord } from "./feature-request.ts";

interface Sent {
  id: number;
}

for (const { language, width, touch } of mouseAndTouch) {
  test(`a request is written, opened, voted for, commented on, merged and separated, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    const words = wordsOf(language);
    const [author, other, admin] = [await createReader(stage), await createReader(stage), await createAdmin(stage)];
    const word = newName("zebra").replace("_", "");
    const older = await other.call<Sent>("POST", "/feature-requests/", {
      title: `Striped ${word} calendar`,
      details: "As stripes.",
      category: "improvements",
    });
    await admin.call("POST", `/feature-requests/${older.id}/open/`);
    const how = { language, width, touch };
    const page = await stage.visit({ ...how, as: author });

    // The form offers similar requests, names missing fields, and keeps all text through a reload.
    await page.goto("/feature-requests");
    await press(page.getByRole("link", { name: words("New request") }), { touch });
    const title = page.getByLabel(words("Title"), { exact: true });
    await title.fill(`Calendar of ${word} stripes`);
    await expect.poll(() => page.getByRole("link", { name: `Striped ${word} calendar` }).isVisible()).toBe(true);
    await press(page.getByRole("button", { name: words("Send request") }), { touch });
    await expect.poll(() => page.getByText(words("This field may not be blank.")).first().isVisible()).toBe(true);
    await page.locator("main textarea").fill("First line.\nSecond line.");
    await page.reload();
    await expect.poll(() => title.inputValue()).toBe(`Calendar of ${word} stripes`);
    await press(page.getByRole("radio", { name: words("Improvements") }), { touch });
    await press(page.getByRole("button", { name: words("Send request") }), { touch });
    await page.waitForURL(/\/feature-requests\/\d+$/);
    const path = new URL(page.url()).pathname;
    await expect.poll(() => page.locator("h1").textContent()).toBe(`Calendar of ${word} stripes`);
    expect(await page.locator("article p").filter({ hasText: "First line." }).textContent()).toBe(
      "First line.\nSecond line.",
    );
    expect(await page.evaluate(() => document.querySelector('meta[name="robots"]')?.getAttribute("content"))).toBe(
      "noindex",
    );

    // A pending request: the author's page shows it after a reload, although the server answers guests 404.
    stage.expectError(/404/);
    await page.reload();
    await expect.poll(() => page.locator("h1").textContent()).toBe(`Calendar of ${word} stripes`);
    const stranger = await stage.visit({ ...how, as: other });
    await stranger.goto(path);
    await stranger.waitForURL("**/not-found");

    // An admin opens the request and replies. The other user finds it, votes in the list and comments.
    const desk = await stage.visit({ ...how, as: admin });
    await desk.goto(path);
    const decide = desk.getByRole("group", { name: words("Decide") });
    const open = language === "en" ? "Open" : "Відкрити";
    await press(decide.getByRole("button", { name: open, exact: true }), { touch });
    await desk.getByLabel(words("Public answer")).fill("Good idea.");
    await press(desk.getByRole("dialog").getByRole("button", { name: open, exact: true }), { touch });
    await expect.poll(() => desk.locator("main article").getByText("Good idea.").isVisible()).toBe(true);
    await stranger.goto(`/feature-requests?search=${word}+stripes&sort=new`);
    const vote = stranger.getByRole("button", {
      name: words("Vote for {title}, {score}", { title: `Calendar of ${word} stripes`, score: 0 }),
    });
    // After the load the page fetches the user's list again. An answer under way would overwrite a vote from before.
    await untilLoaded(stranger);
    await press(vote, { touch });
    await expect.poll(() => stranger.getByRole("button", { pressed: true }).isVisible()).toBe(true);
    await press(stranger.getByRole("link", { name: `Calendar of ${word} stripes` }), { touch });
    await stranger.getByLabel(words("Add a comment")).fill("Me too.");
    await press(stranger.getByRole("button", { name: words("Post comment") }), { touch });
    await expect.poll(() => stranger.getByRole("article").filter({ hasText: "Me too." }).last().isVisible()).toBe(true);
    await press(stranger.getByRole("button", { name: words("Notify me") }), { touch });
    await stranger.getByRole("button", { name: words("Notifications on") }).waitFor();

    // While requests are merged, the vote counts for the target. After the separation it counts only here.
    await press(decide.getByRole("button", { name: words("Merge into another request") }), { touch });
    await desk.getByLabel(words("Merge into"), { exact: true }).fill(`Striped ${word}`);
    await press(desk.getByRole("radio", { name: `Striped ${word} calendar` }), { touch });
    await press(desk.getByRole("dialog").getByRole("button", { name: words("Merge"), exact: true }), { touch });
    await expect.poll(() => desk.getByRole("link", { name: `Striped ${word} calendar` }).isVisible()).toBe(true);
    const likes = async (id: number) =>
      (await admin.call<{ reactions: { likes: number } }>("GET", `/feature-requests/${id}/`)).reactions.likes;
    await expect.poll(() => likes(older.id)).toBe(1);
    await press(decide.getByRole("button", { name: words("Unmerge") }), { touch });
    await expect.poll(() => likes(older.id)).toBe(0);

    await page.reload();
    await press(page.getByRole("button", { name: words("More actions") }).first(), { touch });
    await press(page.getByRole("menuitem", { name: words("Delete") }), { touch });
    await press(page.getByRole("alertdialog").getByRole("button", { name: words("Delete") }), { touch });
    await page.waitForURL("**/feature-requests");
    await messageOf(page, words("The feature request has been deleted.")).waitFor();
  });
}

test("without JavaScript a guest reads list, request and roadmap and filters by URL, and with it going back restores the state", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const word = newName("quokka").replace("_", "");
  for (let number = 1; number <= 22; number += 1) {
    const { id } = await admin.call<Sent>("POST", "/feature-requests/", {
      title: `Request ${number} of ${word}`,
      details: `Details ${number}.`,
      category: number % 2 ? "improvements" : "minor_issues",
    });
    await admin.call("POST", `/feature-requests/${id}/open/`);
    if (number === 22)
      await admin.call("POST", `/feature-requests/${id}/close/`, { reason: "shipped", reply: "There." });
  }
  const still = await stage.visit({ scripts: false });
  await still.goto("/feature-requests");
  await still.getByRole("searchbox").fill(word);
  await still.getByRole("combobox").selectOption("minor_issues");
  await follow(still, () => still.getByRole("button", { name: "Search" }).click());
  await follow(still, () => still.getByRole("link", { name: "Closed", exact: true }).click());
  const names = still.getByRole("article").getByRole("heading");
  expect(await names.allTextContents()).toEqual([`Request 22 of ${word}`]);
  await follow(still, () => still.getByRole("link", { name: `Request 22 of ${word}` }).click());
  await expect.poll(() => still.getByText("There.").isVisible()).toBe(true);
  await still.goto(`/feature-requests?search=${word}&sort=new`);
  await expect.poll(() => names.count()).toBe(20);
  await follow(still, () => still.getByRole("link", { name: "More requests" }).click());
  expect(await names.allTextContents()).toEqual([`Request 2 of ${word}`, `Request 1 of ${word}`]);
  await still.goto("/feature-requests/roadmap");
  expect(await still.getByRole("region", { name: "Shipped" }).getByText(`Request 22 of ${word}`).isVisible()).toBe(
    true,
  );

  const page = await stage.visit();
  await page.goto(`/feature-requests?search=${word}`);
  const order = page.getByRole("navigation", { name: "Order" });
  await order.getByRole("link", { name: "New", exact: true }).click();
  // Until the new list arrives, the button loads more of the old one.
  await expect.poll(() => order.locator("[aria-current]").allTextContents()).toEqual(["New"]);
  await page.getByRole("link", { name: "More requests" }).click();
  const shown = page.getByRole("article").getByRole("heading");
  await expect.poll(() => shown.count()).toBe(22);
  await page.getByRole("link", { name: `Request 1 of ${word}`, exact: true }).click();
  await page.waitForURL(/\/feature-requests\/\d+$/);
  await page.goBack();
  await expect.poll(() => shown.count()).toBe(22);
  expect(new URL(page.url()).search).toBe(`?search=${word}&sort=new`);
  await page.goBack();
  await expect.poll(() => shown.first().textContent()).toBe(`Request 22 of ${word}`);
  expect(new URL(page.url()).search).toBe(`?search=${word}`);
  await page.getByRole("combobox").selectOption("improvements");
  await expect.poll(() => shown.count()).toBe(11);
  await page.getByRole("searchbox").fill("nothing like it");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("heading", { name: "Nothing matches" }).isVisible()).toBe(true);
  // A guest who wants to send a request goes through the log-in and returns.
  await page.getByRole("link", { name: "New request" }).click();
  await page.waitForURL("**/login?next=%2Ffeature-requests%2Fnew");
});

test("admins handle reports and bans, and other users have no such page", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const [author, admin] = [await createReader(stage), await createAdmin(stage)];
  const word = newName("gnu");
  const request = await author.call<Sent>("POST", "/feature-requests/", {
    title: `Buy ${word}`,
    details: "Cheap!",
    category: "new_features",
  });
  await admin.call("POST", `/feature-requests/${request.id}/open/`);
  const reader = await stage.visit({ as: await createReader(stage) });
  await reader.goto(`/feature-requests/${request.id}`);
  await reader.getByRole("button", { name: "More actions" }).first().click();
  await press(reader.getByRole("menuitem", { name: "Report" }));
  await reader.getByRole("dialog").getByLabel("Details").fill("It sells something.");
  // The dialog preselects no reason.
  await reader.getByRole("dialog").getByRole("button", { name: "Report" }).click();
  await reader.getByRole("dialog").getByRole("alert").getByText("Choose a reason.").waitFor();
  expect(await reader.getByRole("radio", { checked: true }).count()).toBe(0);
  await reader.getByRole("dialog").getByText("Spam or advertising").click();
  await reader.getByRole("dialog").getByRole("button", { name: "Report" }).click();
  await messageOf(reader, "Thank you. We will look into it.").waitFor();
  await reader.goto("/admin/moderation");
  await reader.waitForURL("**/not-found");

  const desk = await stage.visit({ as: admin });
  await desk.goto("/dashboard");
  await desk.getByText(admin.username).first().click();
  await desk.getByRole("link", { name: "Admin site" }).click();
  await desk.getByRole("link", { name: "Moderation" }).first().click();
  const reported = desk.getByRole("article", { name: `Reported: Buy ${word}` });
  await expect.poll(() => reported.getByText("It sells something.").isVisible()).toBe(true);
  await reported.getByRole("button", { name: `Ban ${author.username}` }).click();
  await desk.getByRole("radio", { name: "Permanently" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Ban", exact: true }).click();
  await messageOf(desk, `${author.username} can no longer post.`).waitFor();
  await reported.getByRole("button", { name: "Hide" }).click();
  await expect.poll(() => reported.count()).toBe(0);
  await expect(author.call("POST", `/feature-requests/${request.id}/comments/`, { text: "But" })).rejects.toThrow(
    "banned",
  );
  const guest = await fetch(`${stage.url}/api/feature-requests/${request.id}/`);
  expect(guest.status).toBe(404);
  await desk.getByRole("button", { name: `Lift the ban on ${author.username}` }).click();
  await messageOf(desk, "The ban has been lifted.").waitFor();
  await author.call("POST", `/feature-requests/${request.id}/comments/`, { text: "But" });
});

test("text of users in a request, a reply and a comment is never interpreted as markup", async ({ stage }) => {
  const [author, admin] = [await createReader(stage), await createAdmin(stage)];
  const payloads = [
    `<script>document.title = "taken"</script>`,
    `<img src="/x" onerror="document.title = 'taken'">`,
    `"><svg onload=alert(1)>`,
    `</textarea></title><iframe srcdoc="<script>alert(1)</script>">`,
    "javascript:alert(1) http://[::1 https://example.org/<b>&quot;",
    `{{constructor.constructor("alert(1)")()}} \u2028 --> ]]>`,
  ];
  const text = payloads.join("\n");
  const page = await stage.visit();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
  for (const payload of payloads.slice(0, 4)) {
    const word = newWord();
    const title = `${payload} ${word}`;
    const { id } = await author.call<Sent>("POST", "/feature-requests/", {
      title,
      details: text,
      category: "improvements",
    });
    // Parallel tests decline and send many requests. They would fill that column of the roadmap, or the list.
    await admin.call("POST", `/feature-requests/${id}/close/`, { reason: "shipped", reply: text });
    await author.call("POST", `/feature-requests/${id}/comments/`, { text });
    for (const path of [`/feature-requests/${id}`, `/feature-requests?search=${word}`, "/feature-requests/roadmap"]) {
      await page.goto(path);
      await expect.poll(() => page.getByText(title, { exact: true }).first().isVisible()).toBe(true);
      expect(await page.title()).toMatch(/ \| Daymark$/);
      expect(await page.locator("main :is(script, iframe, img, svg[onload], [onerror])").count()).toBe(0);
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    }
  }
  // In a search field it is plain text.
  await page.goto(`/feature-requests?search=${encodeURIComponent(payloads[0] ?? "")}`);
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe(payloads[0]);
  expect(dialogs).toEqual([]);
});
