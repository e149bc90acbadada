import type { Locator } from "playwright-core";
import { listen } from "../pages/listen.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { expectShown, focusedWords, newWord, requestOf, sendRequest } from "./feature-request.ts";

/** Messages with a context: their common translation differs from the one of an admin's action or its result. */
const wordsInContext = {
  en: {
    open: "Open",
    close: "Close",
    isOpen: "Open",
    isClosed: "Closed",
    isPending: "Pending",
    isRejected: "Rejected",
  },
  uk: {
    ...{ open: "Відкрити", close: "Закрити", isOpen: "Відкрито", isClosed: "Закрито" },
    ...{ isPending: "На розгляді", isRejected: "Відхилено" },
  },
};

for (const { language, width, touch } of mouseAndTouch) {
  test(`an admin opens, declines, ships, rejects and pends a request with replies, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    // The server answers 404 for a request that guests cannot see. The page then shows it to its user.
    stage.expectError(/status of 404/);
    const words = wordsOf(language);
    const own = wordsInContext[language];
    const [author, admin] = [await createReader(stage), await createAdmin(stage)];
    const request = await sendRequest(author);
    const desk = await stage.visit({ language, width, touch, as: admin });
    await desk.goto(request.path);
    const announcements = await listen(desk);
    const decide = desk.getByRole("group", { name: words("Decide") });
    const dialog = desk.getByRole("dialog");
    const button = (name: string) => decide.getByRole("button", { name, exact: true });
    const badges = desk.locator("main article header");
    /**
     * Presses a button, gives a reason and a reply, and confirms by the button that names the action. Expects the focus
     * on the first button, whose text may have changed.
     */
    const applyDecision = async (
      from: Locator,
      verb: string,
      { reason, reply }: { reason?: string; reply: string },
    ) => {
      const place = decide.getByRole("button").nth(await indexOf(from));
      await press(from, { touch });
      if (reason) await press(dialog.getByRole("radio", { name: reason, exact: true }), { touch });
      await dialog.getByLabel(words("Public answer")).fill(reply);
      await press(dialog.getByRole("button", { name: verb, exact: true }), { touch });
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(() => place.getAttribute("aria-busy")).toBe(null);
      return requestOf(admin, request);
    };
    const expectBadge = (text: string) => expect.poll(() => badges.getByText(text).first().isVisible()).toBe(true);

    expect(await applyDecision(button(own.open), own.open, { reply: "Good idea." })).toMatchObject({
      status: "open",
      reply: "Good idea.",
    });
    await expectBadge(own.isOpen);
    await expect.poll(announcements).toContain(words("The feature request has been saved."));
    await expectShown(stage.url, request, true);

    await press(button(own.close), { touch });
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    await press(dialog.getByRole("button", { name: words("Close request"), exact: true }), { touch });
    await dialog.getByRole("alert").getByText(words("Choose a reason.")).waitFor();
    await desk.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(
      await applyDecision(button(own.close), words("Close request"), {
        reason: words("Declined"),
        reply: "It would do harm.",
      }),
    ).toMatchObject({
      ...{ status: "closed", reason: "declined", reply: "It would do harm." },
    });
    await expectBadge(`${own.isClosed} · ${words("Declined")}`);
    const again = button(words("Change reason or answer"));
    expect(
      await applyDecision(again, words("Save changes"), { reason: words("Shipped"), reply: "There since today." }),
    ).toMatchObject({
      ...{ status: "closed", reason: "shipped", reply: "There since today." },
    });
    await expectBadge(`${own.isClosed} · ${words("Shipped")}`);
    const answer = desk.locator("main section", { has: desk.getByRole("heading", { name: words("Answer") }) });
    await expect.poll(() => answer.last().getByText("There since today.").isVisible()).toBe(true);
    await expectShown(stage.url, request, true);

    expect(await applyDecision(button(words("Reject")), words("Reject"), { reply: "Not for us." })).toMatchObject({
      ...{ status: "rejected", reason: null, reply: "Not for us." },
    });
    await expectBadge(own.isRejected);
    await expectShown(stage.url, request, false);
    // In this status, the admin can change or remove the reply.
    expect(await applyDecision(button(words("Change the answer")), words("Save changes"), { reply: "" })).toMatchObject(
      {
        ...{ status: "rejected", reply: null },
      },
    );
    await expect.poll(() => answer.count()).toBe(0);
    await applyDecision(button(words("Add an answer")), words("Save changes"), { reply: "Not for us, ever." });
    await answer.last().getByText("Not for us, ever.").waitFor();

    // The next status does not keep the reply to the rejection.
    await press(button(words("Move back to pending")), { touch });
    expect(await dialog.getByLabel(words("Public answer")).inputValue()).toBe("");
    await press(dialog.getByRole("button", { name: words("Cancel") }), { touch });
    await dialog.waitFor({ state: "detached" });
    expect(
      await applyDecision(button(words("Move back to pending")), words("Move back"), {
        reply: "We look at it once more.",
      }),
    ).toMatchObject({
      status: "pending",
    });
    await expectBadge(own.isPending);
    await expectShown(stage.url, request, false);
    // Only the author sees the reply.
    const page = await stage.visit({ language, width, touch, as: author });

    await page.goto(request.path);
    await page.getByText("We look at it once more.").waitFor();
    await page.getByText(words("Only you and the admins can see it until we review it.")).waitFor();
    expect(await page.getByRole("group", { name: words("Decide") }).count()).toBe(0);
  });
}

async function indexOf(button: Locator): Promise<number> {
  return button.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element));
}

test("a duplicate is merged into a chosen request, counts its voters there once, and takes them back when separated", async ({
  stage,
}) => {
  const [admin, both, one] = [await createAdmin(stage), await createReader(stage), await createReader(stage)];
  const word = newWord();
  const target = await sendRequest(one, { title: `Night theme for ${word}` }, admin);
  const duplicate = await sendRequest(both, { title: `Dark theme for ${word}` }, admin);
  for (const [voter, { path }] of [[both, target] as const, [both, duplicate] as const, [one, duplicate] as const]) {
    await voter.call("POST", `${path}/reactions/`, { type: "like" });
  }
  const [desk, guest] = [await stage.visit({ as: admin }), await stage.visit()];
  /** Checks the likes of both requests on the page that all guests get. */
  const expectLikes = async (ofDuplicate: number, ofTarget: number) => {
    for (const [{ path }, likes] of [[duplicate, ofDuplicate] as const, [target, ofTarget] as const]) {
      await guest.goto(path);
      await guest.getByRole("button", { name: `Like, ${likes}`, exact: true }).waitFor();
    }
  };
  await expectLikes(2, 1);
  await desk.goto(duplicate.path);
  const dialog = desk.getByRole("dialog", { name: "Merge into another request" });
  const save = dialog.getByRole("button", { name: "Merge", exact: true });
  await desk.getByRole("button", { name: "Merge into another request" }).click();
  await save.click();
  await dialog.getByText("This field is required.").waitFor();
  await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
  // The dialog offers similar requests before the user types, and search results afterwards. It never offers the
  // request itself.
  await dialog.getByRole("radio", { name: target.title }).waitFor();
  expect(await dialog.getByRole("radio", { name: duplicate.title }).count()).toBe(0);
  await desk.keyboard.type("zzzz");
  await dialog.getByText("No requests found.").waitFor();
  await desk.keyboard.press("Control+a");
  await desk.keyboard.type(`night theme for ${word}`);
  await dialog.getByRole("radio", { name: target.title }).check();
  await save.click();
  await dialog.waitFor({ state: "detached" });
  await desk.getByText(`Merged into ${target.title}. Votes count there.`).waitFor();
  await expect.poll(() => focusedWords(desk)).toBe("Unmerge");
  expect(await requestOf(admin, duplicate)).toMatchObject({ status: "closed", reason: "duplicate" });
  await expectLikes(2, 2);
  await guest.goto(duplicate.path);
  await guest.getByRole("link", { name: target.title }).click();
  await expect.poll(() => new URL(guest.url()).pathname).toBe(target.path);

  // The server refuses a circular merge.
  stage.expectError(/status of 400/);
  await desk.goto(target.path);
  await desk.getByRole("button", { name: "Merge into another request" }).click();
  await dialog.getByRole("radio", { name: duplicate.title }).check();
  await save.click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await desk.keyboard.press("Escape");

  await desk.goto(duplicate.path);
  await desk.getByRole("button", { name: "Unmerge" }).click();
  await messageOf(desk, "It is a separate request again.").waitFor();
  await desk.getByText("Merged into").waitFor({ state: "detached" });
  await expect.poll(() => focusedWords(desk)).toBe("Merge into another request");
  expect(await requestOf(admin, duplicate)).toMatchObject({ status: "open", duplicate_of: null });
  await expectLikes(2, 1);
});
