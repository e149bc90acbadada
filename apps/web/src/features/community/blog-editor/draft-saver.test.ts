import type { BlogDraft, BlogDraftCopy } from "@daymark/domain/community/blog";
import { expect, test } from "vitest";
import { DraftSaver, type LocalCopy, type SaveFailure, type Theirs } from "./draft-saver.ts";

const content = (title: string): BlogDraft => ({
  ...{ title, description: "", slug: "", language: "en", translation_of: null },
  blocks: [],
});

class Refused extends Error {
  readonly why: SaveFailure;
  constructor(why: SaveFailure) {
    super(why);
    this.why = why;
  }
}

/** A server with one working copy, and a browser that stores unsaved content. */
function start() {
  const server = { copy: null as BlogDraftCopy | null, post: null as Theirs | null, isDown: false };
  const browser = { kept: null as LocalCopy | null, timers: [] as (() => void)[] };
  const answer = (revision: number, given: BlogDraft, author: string) => {
    server.copy = { id: 1, blog_slug: null, revision, author, updated_at: "2026-01-01T00:00:00Z", content: given };
    return server.copy;
  };
  const reach = () => {
    if (server.isDown) throw new Refused("unreachable");
  };
  const saver = new DraftSaver(
    {
      create: async (given) => {
        reach();
        return { ...answer(1, given, "me"), created: true };
      },
      update: async ({ revision }, given) => {
        reach();
        if (!server.copy) throw new Refused("gone");
        if (server.copy.revision !== revision) throw new Refused("conflict");
        return answer(revision + 1, given, "me");
      },
      get: async () => {
        if (!server.copy) throw new Refused("gone");
        return server.copy;
      },
      unseen: async (base) => (server.post && server.post.base !== base ? server.post : null),
      failureOf: (error) => (error instanceof Refused ? error.why : "refused"),
      keep: (copy) => {
        browser.kept = copy;
      },
      onChange: () => {},
      now: () => 1000,
      later: (callback) => {
        browser.timers.push(callback);
        return () => browser.timers.splice(browser.timers.indexOf(callback), 1);
      },
    },
    { draft: null, base: "read" },
  );
  return { saver, server, browser, answer };
}

test("a draft is kept in the browser until the server has saved it", async () => {
  const { saver, server, browser } = start();
  saver.type(content("a"));
  expect(saver.state).toBe("typed");
  expect(browser.kept?.content.title).toBe("a");
  await saver.flush();
  expect(saver.state).toBe("saved");
  expect(server.copy?.content.title).toBe("a");
  expect(browser.kept).toBeNull();
});

test("without a connection the state is offline, the draft is kept, and it is saved later", async () => {
  const { saver, server, browser } = start();
  server.isDown = true;
  saver.type(content("a"));
  await saver.flush();
  expect(saver.state).toBe("offline");
  expect(browser.kept?.content.title).toBe("a");
  server.isDown = false;
  browser.timers.at(-1)?.();
  await expect.poll(() => saver.state).toBe("saved");
  expect(server.copy?.content.title).toBe("a");
});

test.each([
  ["mine", "mine"],
  ["theirs", "theirs"],
] as const)("a version saved by another admin is not overwritten until the user chooses: %s", async (choice, title) => {
  const { saver, server, browser, answer } = start();
  saver.type(content("begun"));
  await saver.flush();
  answer(2, content("theirs"), "ann");
  saver.type(content("mine"));
  await saver.flush();
  expect(saver.state).toBe("conflict");
  expect(saver.theirs?.author).toBe("ann");
  expect(server.copy?.content.title).toBe("theirs");
  expect(browser.kept?.content.title).toBe("mine");
  expect(saver.settle(choice)?.title).toBe(title);
  await saver.flush();
  expect(saver.state).toBe("saved");
  expect(server.copy?.content.title).toBe(title);
  expect(browser.kept).toBeNull();
});

test("a draft that was deleted on the server is created again with the text", async () => {
  const { saver, server } = start();
  saver.type(content("a"));
  await saver.flush();
  server.copy = null;
  saver.type(content("b"));
  await saver.flush();
  expect(saver.state).toBe("saved");
  expect(server.copy).toMatchObject({ revision: 1, content: { title: "b" } });
});

test("a post published meanwhile is not overwritten without the user's choice", async () => {
  const { saver, server, browser } = start();
  server.post = { draft: null, content: content("published"), author: null, updated_at: "now", base: "now" };
  saver.type(content("mine"));
  await saver.flush();
  expect(saver.state).toBe("conflict");
  expect(server.copy).toBeNull();
  // The stored copy still names its base, so that the page asks the user again after a reload.
  expect(browser.kept).toMatchObject({ base: "read", content: { title: "mine" } });
  saver.settle("mine");
  await saver.flush();
  expect(saver.state).toBe("saved");
  expect(server.copy?.content.title).toBe("mine");

  saver.reset("read");
  server.post = { ...server.post, base: "later" };
  saver.rebase("later");
  saver.type(content("next"));
  await saver.flush();
  expect(saver.state).toBe("saved");
});
