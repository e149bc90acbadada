import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLanguageStore } from "../language/language.ts";
import { sentence } from "../messages/sentence.ts";
import type { ThemeStore } from "../preferences/theme.ts";
import type { Session } from "../session/session.ts";
import type { Renewal } from "../session/token-renewal.ts";
import { pageConnection } from "./connection.ts";
import { fetchFile } from "./download.ts";
import { problemOf } from "./problem.ts";

const languages = createLanguageStore("en");
await languages.need("app");
await languages.need("messages");
const theme = { get: () => "dark" } as ThemeStore;

/** The requests sent, and the response to each in turn. */
let requests: { path: string; headers: Headers }[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ path: url, headers: new Headers(init.headers) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const headers = { "content-disposition": 'attachment; filename="daymark-2026-11-21.json"' };
const file = () => new Response("{}", { headers });
const refusal =
  (status: number, code: string, more: HeadersInit = {}) =>
  () =>
    new Response(JSON.stringify({ type: "about:blank", status, code, detail: "In words." }), {
      status,
      headers: { "content-type": "application/problem+json; charset=utf-8", ...more },
    });

function open(outcome: Renewal = "renewed") {
  let issued = 1;
  const ends: string[] = [];
  const session = {
    currentUserId: "7" as string | null,
    access: () => `token-${issued}`,
    renew: async () => {
      if (outcome === "renewed" || outcome === "another") issued++;
      return outcome;
    },
    end: (reason: string) => ends.push(reason),
  };
  return {
    ends,
    session,
    fetch: () => fetchFile({ session: session as unknown as Session, languages, theme }, "/export/?format=json"),
  };
}

const failureOf = (fetching: Promise<unknown>) =>
  fetching.then(
    () => null,
    (error: unknown) => error,
  );

test("a file is fetched with the session's token, and has its name", async () => {
  answers = [file];
  const fetched = await open().fetch();
  expect([fetched?.name, await fetched?.content.text()]).toEqual(["daymark-2026-11-21.json", "{}"]);
  expect(requests.map(({ path, headers }) => [path, headers.get("authorization"), headers.get("x-theme")])).toEqual([
    ["/api/export/?format=json", "Bearer token-1", "dark"],
  ]);
});

test("after a 401 the token is renewed and the file requested again", async () => {
  answers = [refusal(401, "token_expired"), file];
  const { fetch, ends } = open();
  await fetch();
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
  expect(ends).toEqual([]);

  answers = [refusal(401, "token_expired"), refusal(401, "token_expired")];
  expect(problemOf(await failureOf(fetch()))).toMatchObject({ code: "token_expired" });
  expect(requests).toHaveLength(4);
});

test("a refused renewal ends the session, and one without an answer does not", async () => {
  answers = [refusal(401, "session_terminated")];
  const refused = open("refused");
  expect(problemOf(await failureOf(refused.fetch()))).toMatchObject({ code: "session_terminated" });
  expect(refused.ends).toEqual(["terminated"]);

  answers = [refusal(401, "token_expired")];
  const unreachable = open("unreachable");
  expect(await failureOf(unreachable.fetch())).toMatchObject({ cause: expect.any(TypeError) });
  expect(unreachable.ends).toEqual([]);
});

test("a file is not requested again after another user has logged in", async () => {
  answers = [refusal(401, "session_terminated"), file];
  const { fetch, ends } = open("another");
  expect(problemOf(await failureOf(fetch()))).toMatchObject({ code: "session_terminated" });
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1"]);
  expect(ends).toEqual([]);
});

test.each([
  ["logged out", "file", null],
  ["logged out", "refusal", null],
  ["logged out", "lost connection", null],
  ["handed over to another person", "file", "8"],
  ["handed over to another person", "refusal", "8"],
])("after the browser was %s, a late %s gives neither a file nor an error", async (_, answer, userId) => {
  const { fetch, session } = open();
  answers = [
    () => {
      session.currentUserId = userId;
      if (answer === "lost connection") throw new TypeError("Failed to fetch");
      return answer === "file" ? file() : refusal(503, "unavailable")();
    },
  ];
  expect(await fetch()).toBeNull();
});

test("a user who logs out during a download gets nothing", async () => {
  const { fetch, session } = open();
  const slow = new ReadableStream({
    pull: (controller) => {
      session.currentUserId = null;
      controller.close();
    },
  });
  answers = [() => new Response(slow, { headers })];
  expect(await fetch()).toBeNull();
});

test.each([
  [
    "over the rate limit",
    refusal(429, "too_many_requests", { "retry-after": "90" }),
    "Too many requests. Try again in 90 secs.",
  ],
  [
    "with an error code",
    refusal(503, "unavailable", { "retry-after": "2" }),
    "The service is temporarily unavailable. Try again in a moment.",
  ],
  ["without an answer", undefined, "The server could not be reached. Check your connection and try again."],
  ["with a web page", () => new Response("<h1>Hello</h1>"), "Unexpected response from the server."],
  [
    "with a web page of status 500",
    () => new Response("<h1>Oh</h1>", { status: 500 }),
    "Unexpected response from the server.",
  ],
])("a download that fails %s gets its own message", async (_, answer, words) => {
  answers = answer ? [answer] : [];
  expect(sentence(languages.i18n, await failureOf(open().fetch()))).toBe(words);
});

test.each([502, 503, 504])("a %i marks the server as unreachable, as for any other call", async (status) => {
  pageConnection.answered();
  answers = [refusal(status, "unavailable")];
  await failureOf(open().fetch());
  expect(pageConnection.isReachable).toBe(false);

  answers = [file];
  await open().fetch();
  expect(pageConnection.isReachable).toBe(true);
});
