import type { Page } from "playwright-core";
import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { dialogOf } from "../stage/settings.ts";
import { press, type Stage, test } from "../stage/stage.ts";
import { newWord, sendRequest } from "./feature-request.ts";

const timeout = 300_000;

const longText = "Look at https://example.org/a-very-long-address-that-has-to-be-broken-somewhere-to-fit\n\nTwice.";
/** Text that is taller than an item of a queue, so that the item scrolls. */
const tallText = longText + "\n\nOnce more.".repeat(12);

/** Creates requests of every kind that a guest can see, and a pending one. */
async function createBoard(stage: Stage) {
  const [admin, author] = [await createAdmin(stage), await createReader(stage)];
  const word = newWord();
  const send = (title: string, openedBy?: typeof admin) =>
    sendRequest(author, { title: `${title} ${word}`, details: tallText, notify_me: true }, openedBy);
  const open = await send("Widgets", admin);
  // A long word without a place to break.
  await send("Wide".repeat(20), admin);
  const shipped = await send("Export", admin);
  const merged = await send("Widget", admin);
  const waiting = await send("Waits");
  await admin.call("POST", `${shipped.path}/close/`, { reason: "shipped", reply: longText });
  await admin.call("POST", `${merged.path}/close/`, { reason: "duplicate", duplicate_of: open.id });
  await admin.call("POST", "/admin/moderation/pin/", { kind: "feature_request", id: open.id, pinned: true });
  const { id } = await author.call<{ id: number }>("POST", `${shipped.path}/comments/`, { text: "Thank you!" });
  await admin.call("POST", `${shipped.path}/comments/`, { text: longText, parent_id: id });
  return { admin, author, word, open, shipped, merged, waiting };
}

test("axe finds no problem on the board, its requests and its roadmap, as guests see them", { timeout }, async ({
  stage,
}) => {
  stage.expectError(/status of 500|unavailable/);
  const { word, shipped, merged } = await createBoard(stage);
  const page = await stage.visit({ language: "en", theme: "light", touch: true });
  await checkRoutes(page, [
    { name: "list", open: () => page.goto(`/feature-requests?search=${word}`), hasTargets: true },
    { name: "shipped, with an answer and comments", open: () => page.goto(shipped.path), hasTargets: true },
    { name: "roadmap", open: () => page.goto("/feature-requests/roadmap") },
    { name: "changelog", open: () => page.goto("/changelog") },
  ]);
  await checkStates(page, [
    { name: "nothing found", open: () => page.goto("/feature-requests?search=zzzzzz&status=closed") },
    { name: "a guest's own", open: () => page.goto("/feature-requests?mine=true") },
    { name: "merged", open: () => page.goto(merged.path) },
    {
      name: "a list that failed",
      open: async () => {
        await page.goto("/feature-requests");
        await page.route(/\/trpc\/[^?]*featureRequest\.list/, (route) => route.fulfill({ status: 500, body: "{}" }));
        await page.getByRole("link", { name: "Active", exact: true }).click();
        await page.getByRole("alert").waitFor();
      },
    },
  ]);
});

test("axe finds no problem in writing and editing requests, with errors and similar requests", { timeout }, async ({
  stage,
}) => {
  stage.expectError(/status of 404/);
  const { author, word, waiting } = await createBoard(stage);
  const page = await stage.visit({ language: "en", theme: "light", touch: true, as: author });
  await checkRoutes(page, [
    {
      name: "new request",
      open: async () => {
        await page.goto("/feature-requests/new");
        await page.locator("main form").waitFor();
      },
      hasTargets: true,
    },
  ]);
  await checkStates(page, [
    {
      name: "with errors and what is alike",
      open: async () => {
        await page.locator("main form button[type=submit]").click();
        await page.locator("main form fieldset [aria-invalid=true]").first().waitFor();
        await page.locator("main form input").first().fill(`Widgets ${word}`);
        await page.getByRole("region", { name: "Similar requests" }).waitFor();
      },
      hasTargets: true,
    },
    {
      name: "one's own that waits, with its menu",
      open: async () => {
        await page.goto(waiting.path);
        await page.getByRole("button", { name: "More actions" }).first().click();
        await page.getByRole("menu").waitFor();
      },
    },
    {
      name: "what is asked before it is deleted",
      open: async () => {
        await press(page.getByRole("menuitem", { name: "Delete" }));
        await dialogOf(page).waitFor();
      },
    },
    {
      name: "a change that was half made",
      open: async () => {
        await page.goto(`${waiting.path}/edit`);
        await page.locator("main form input").first().fill("Half a change");
        await page.reload();
        await page.getByText("Your unsent text is back.").waitFor();
      },
    },
  ]);
});

interface ListAnswer {
  result: { data: { json: { results: { title?: string }[]; next: string | null } } };
}

/** Whether a request loads a list of the moderation page. */
const isOfModeration = (procedure: string, url: string) =>
  /^moderation\.(reports|bans)$/.test(procedure) || (procedure === "featureRequest.list" && url.includes("pending"));

/**
 * Reduces the lists of the moderation page to the reports and waiting requests of this test, because other tests create
 * some too, and bans as well. One answer may contain several lists.
 *
 * @returns a function after which the lists arrive empty
 */
async function narrowLists(page: Page, word: string): Promise<() => void> {
  let isEmpty = false;
  await page.route(/\/trpc\/[^?]*(moderation\.(reports|bans)|featureRequest\.list)/, async (route) => {
    const procedures = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    const answers: ListAnswer[] = await (await route.fetch()).json();
    for (const [index, procedure] of procedures.entries()) {
      const list = answers[index]?.result.data.json;
      if (!list || !isOfModeration(procedure, route.request().url())) continue;
      list.results = list.results.filter(({ title }) => !isEmpty && (title === undefined || title.includes(word)));
      list.next = null;
    }
    await route.fulfill({ json: answers });
  });
  return () => {
    isEmpty = true;
  };
}

test("axe finds no problem in the admins' decisions and moderation", { timeout }, async ({ stage }) => {
  const { admin, word, open, shipped } = await createBoard(stage);
  const reader = await createReader(stage);
  for (const { path } of [open, shipped]) {
    await reader.call("POST", `${path}/report/`, { reason: "spam", details: longText });
  }
  const banned = await createReader(stage);
  await admin.call("POST", "/admin/moderation/bans/", { username: banned.username, reason: longText });
  const page = await stage.visit({ language: "en", theme: "light", touch: true, as: admin });
  const empty = await narrowLists(page, word);
  const inside = dialogOf(page);
  const closeDialog = async () => {
    await page.keyboard.press("Escape");
    await inside.waitFor({ state: "detached" });
  };
  await checkStates(page, [
    {
      name: "what admins decide",
      open: async () => {
        await page.goto(open.path);
        await page.getByRole("group", { name: "Moderate" }).waitFor();
      },
      hasTargets: true,
    },
    {
      name: "merging, without a target",
      open: async () => {
        await page.getByRole("button", { name: "Merge into another request" }).click();
        await inside.getByRole("button", { name: "Merge", exact: true }).click();
        await inside.locator("[aria-invalid=true]").waitFor();
        await inside.getByRole("radiogroup").getByRole("radio").first().waitFor();
      },
      hasTargets: true,
    },
  ]);
  await checkRoutes(page, [
    {
      name: "reports and bans",
      open: async () => {
        await closeDialog();
        await page.goto("/admin/moderation");
        await page.getByRole("button", { name: `Lift the ban on ${banned.username}` }).waitFor();
      },
      hasTargets: true,
    },
  ]);
  await checkStates(page, [
    {
      name: "a ban",
      open: async () => {
        await page
          .getByRole("button", { name: /^Ban reader_/ })
          .first()
          .click();
        await inside.waitFor();
      },
    },
    {
      name: "a ban by name",
      open: async () => {
        await closeDialog();
        await page.getByRole("button", { name: "Ban someone" }).click();
        await inside.waitFor();
      },
    },
    {
      name: "nothing to do",
      open: async () => {
        await closeDialog();
        empty();
        await page.goto("/admin/moderation");
        await page.getByText("Nothing to review").waitFor();
        await page.getByText("No request is waiting for a decision.").waitFor();
        await page.getByText("Nobody is banned.").waitFor();
      },
    },
  ]);
});
