import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { App } from "./app.ts";
import { createOnce } from "./create-once.ts";
import { forgetCreations } from "./drafts/creation-keys.ts";
import { createLanguageStore } from "./language/language.ts";
import { problemOf } from "./network/problem.ts";

/** The Idempotency-Keys of the requests, and the response to each in turn; without one it is lost. */
let keys: (string | null)[];
let answers: Response[];
let userId: string;

const app = {
  languages: createLanguageStore("en"),
  browser: {
    theme: { get: () => "dark" },
    session: {
      access: () => "token",
      get userId() {
        return userId;
      },
    },
  },
} as unknown as App;

const created = () => new Response('{"id":1}', { status: 201 });
const say = (text: string, path = "/blogs/first/comments/") => createOnce(app, path, { text });

/** A tab's storage, whose names are its own properties. */
function openTab() {
  const tab = Object.create({
    getItem: (name: string) => (Object.hasOwn(tab, name) ? tab[name] : null),
    setItem: (name: string, text: string) => void Reflect.set(tab, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(tab, name),
  });
  vi.stubGlobal("sessionStorage", tab);
}

beforeEach(() => {
  keys = [];
  answers = [];
  userId = "7";
  openTab();
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe("after a lost response", () => {
  beforeEach(async () => {
    await expect(say("Hello")).rejects.toThrow();
  });

  test("the same text is sent with the same key until it is created", async () => {
    await say("Hello").catch(() => {});
    answers = [created(), created()];
    expect(await say("Hello")).toEqual({ id: 1 });
    expect(new Set(keys).size).toBe(1);
    // From then on it is meant a second time.
    await say("Hello");
    expect(new Set(keys).size).toBe(2);
  });

  test("another text, another target and another writer get their own keys", async () => {
    answers = [created(), created(), created()];
    await say("Hello!");
    await say("Hello", "/blogs/second/comments/");
    userId = "8";
    await say("Hello");
    expect(new Set(keys).size).toBe(4);
  });

  test("a log-out leaves nothing of the text in the tab", () => {
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("Hello");
    forgetCreations();
    expect(Object.entries(sessionStorage)).toEqual([]);
  });
});

test("a refusal has error codes, like any other call", async () => {
  const problem = {
    ...{ status: 400, code: "validation_failed", values: { type: "good" } },
    ...{ errors: { text: ["Enter less."] }, error_codes: { text: [{ code: "too_long", values: { max: 5 } }] } },
  };
  const headers = { "content-type": "application/problem+json" };
  answers = [new Response(JSON.stringify(problem), { status: 400, headers })];
  const error = await say("Hello").catch((refusal: unknown) => refusal);
  expect(problemOf(error)).toMatchObject({
    code: "validation_failed",
    errors: { text: [{ code: "too_long", values: { max: 5 } }] },
    values: { type: "good" },
  });
});
