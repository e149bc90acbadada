import { getUntypedClient, TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLanguageStore } from "../language/language.ts";
import type { Session } from "../session/session.ts";
import type { Renewal } from "../session/token-renewal.ts";
import { createApi, endSession } from "./trpc.ts";

const languages = createLanguageStore("uk");
await languages.need("app");

/** The requests sent, and the response to each call in turn. */
let requests: { path: string; headers: Headers }[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ path: url.replace(/\?.*/, ""), headers: new Headers(init.headers) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify([body]), { status, headers: { "content-type": "application/json" } });
const done = json(200, { result: { data: { json: { detail: "logged_in" } } } });
const refusal = (code: string) =>
  json(401, { error: { json: { message: code, code: -32001, data: { code, status: 401 } } } });

/** A session whose `renew` has this outcome. */
function openSession(outcome: Renewal) {
  let issued = 1;
  const ends: string[] = [];
  const renewals: (string | null)[] = [];
  const session = {
    access: () => `token-${issued}`,
    renew: async (stale: string | null) => {
      renewals.push(stale);
      if (outcome === "renewed" || outcome === "another") issued++;
      return outcome;
    },
    end: (reason: string) => ends.push(reason),
  } as unknown as Session;
  return { client: getUntypedClient(createApi({ session, languages, theme: null })), ends, renewals };
}

const sentTokens = () => requests.map(({ headers }) => headers.get("authorization"));

test("on a 401 the token is renewed and the call repeated once", async () => {
  const { client, renewals, ends } = openSession("renewed");
  answers = [refusal("token_expired"), done];
  await client.mutation("note.create", { text: "Buy tea" });
  expect(sentTokens()).toEqual(["Bearer token-1", "Bearer token-2"]);
  expect([renewals, ends]).toEqual([["token-1"], []]);
});

test("on a 401 a public page is also read again as the user after a renewal", async () => {
  const { client, ends } = openSession("renewed");
  answers = [refusal("token_expired"), done];
  await client.query("blog.get", { blog_slug: "first" });
  expect(sentTokens()).toEqual(["Bearer token-1", "Bearer token-2"]);
  expect(ends).toEqual([]);
});

test("on a 401 of one call in a batch only that call is repeated", async () => {
  const { client } = openSession("renewed");
  const said = (answer: object) => ({ result: { data: { json: answer } } });
  const refused = { error: { json: { message: "", code: -32001, data: { code: "token_expired", status: 401 } } } };
  answers = [
    () =>
      new Response(JSON.stringify([said({ sign_up: true }), refused]), {
        status: 207,
        headers: { "content-type": "application/json" },
      }),
    done,
  ];
  await Promise.all([client.query("featureSwitch.get", {}), client.query("blog.list", {})]);
  expect(requests.map(({ path }) => path)).toEqual(["/trpc/featureSwitch.get,blog.list", "/trpc/blog.list"]);
});

test("a query that does not fit into its batch is repeated once in a separate request", async () => {
  const { client } = openSession("renewed");
  const json = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  const said = (answer: object) => ({ result: { data: { json: answer } } });
  const refused = {
    error: { json: { message: "", code: -32013, data: { code: "payload_too_large", status: 413 } } },
  };
  answers = [() => json(207, [said({ results: [1] }), refused]), () => json(200, said({ results: [2] }))];
  const both = [client.query("habit.list", {}), client.query("note.list", {})];
  expect(await Promise.all(both)).toEqual([{ results: [1] }, { results: [2] }]);
  expect(requests.map(({ path }) => path)).toEqual(["/trpc/habit.list,note.list", "/trpc/note.list"]);
  answers = [() => json(413, [refused]), () => json(413, refused)];
  await expect(client.query("note.list", {})).rejects.toMatchObject({ data: { code: "payload_too_large" } });
  expect(requests).toHaveLength(4);
});

test("a second 401 after the repetition is an error", async () => {
  const { client, renewals } = openSession("renewed");
  answers = [refusal("token_expired"), refusal("token_expired")];
  await expect(client.mutation("note.create", {})).rejects.toMatchObject({ data: { code: "token_expired" } });
  expect([requests.length, renewals.length]).toEqual([2, 1]);
});

test("a 401 whose renewal is refused ends the session as terminated", async () => {
  const { client, ends } = openSession("refused");
  answers = [refusal("session_terminated")];
  await expect(client.query("habit.list", {})).rejects.toMatchObject({ data: { code: "session_terminated" } });
  expect([ends, requests.length]).toEqual([["terminated"], 1]);
});

test("a 401 whose renewal gets no answer ends no session and is reported as an unreachable server", async () => {
  const { client, ends } = openSession("unreachable");
  answers = [refusal("token_expired")];
  await expect(client.query("habit.list", {})).rejects.toMatchObject({ cause: expect.any(TypeError) });
  expect(ends).toEqual([]);
});

test("a 401 of a call by a previous user is an error without repetition, and ends no session", async () => {
  const { client, ends } = openSession("another");
  answers = [refusal("session_terminated"), done];
  await expect(client.mutation("note.create", {})).rejects.toMatchObject({ data: { code: "session_terminated" } });
  expect([sentTokens(), ends]).toEqual([["Bearer token-1"], []]);
});

test.each([
  ["auth.login", "password_incorrect"],
  ["auth.blacklist", "token_invalid"],
  ["oauth.start", "oauth_failed"],
  ["oauth.complete", "oauth_failed"],
  ["oauth.link", "oauth_failed"],
  ["passkey.startLogIn", "not_authenticated"],
  ["passkey.logIn", "passkey_invalid"],
])("a 401 of %s with %s is never repeated", async (path, code) => {
  const { client, renewals } = openSession("renewed");
  answers = [refusal(code), done];
  await expect(client.mutation(path, {})).rejects.toMatchObject({ data: { code } });
  expect([requests.length, renewals.length]).toEqual([1, 0]);
});

const page502 = () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });

test.each([["no answer", () => Promise.reject(new TypeError("Failed to fetch"))] as const, ["502", page502] as const])(
  "after %s during a call, an idempotent call is repeated once, and any other fails",
  async (_, cut) => {
    const { client } = openSession("renewed");
    answers = [cut as () => Response, done];
    await client.mutation("habit.update", { id: 1, title: "Read" });
    expect(requests.map(({ path }) => path)).toEqual(["/trpc/habit.update", "/trpc/habit.update"]);
    requests = [];
    answers = [cut as () => Response, done];
    await expect(client.mutation("habit.create", {})).rejects.toBeInstanceOf(TRPCClientError);
    expect(requests).toHaveLength(1);
  },
);

test("calls sent together with a non-idempotent one are not repeated", async () => {
  const { client } = openSession("renewed");
  answers = [page502, done];
  const calls = [client.mutation("habit.update", {}), client.mutation("note.create", {})];
  for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
  expect(requests.map(({ path }) => path)).toEqual(["/trpc/habit.update,note.create"]);
});

test("a second failure is reported", async () => {
  const { client } = openSession("renewed");
  answers = [page502, page502, done];
  await expect(client.mutation("habit.update", {})).rejects.toBeInstanceOf(TRPCClientError);
  expect(requests).toHaveLength(2);
});

test("every request sends language and time zone", async () => {
  const { client } = openSession("renewed");
  answers = [done];
  await client.query("habit.list", {});
  expect(requests[0]?.headers.get("accept-language")).toBe("uk");
  expect(requests[0]?.headers.get("x-timezone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test("the call that ends a session carries no access token", async () => {
  openSession("renewed");
  answers = [
    () =>
      new Response(JSON.stringify({ result: { data: { json: { detail: "logged_out" } } } }), {
        headers: { "content-type": "application/json" },
      }),
  ];
  expect(await endSession("token")).toEqual({ detail: "logged_out" });
  expect(requests[0]?.headers.get("authorization")).toBeNull();
});

test("a browser without a time zone sends none", async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    timeZone: "Etc/Unknown",
  } as Intl.ResolvedDateTimeFormatOptions);
  const { client } = openSession("renewed");
  answers = [done];
  await client.query("habit.list", {});
  expect(requests[0]?.headers.get("x-timezone")).toBeNull();
});

test("a page instead of an answer is an UnexpectedResponse, not an API error", async () => {
  const { client } = openSession("renewed");
  answers = [() => new Response("<html>", { status: 200, headers: { "content-type": "text/html" } })];
  await expect(client.query("habit.list", {})).rejects.toMatchObject({ cause: { name: "UnexpectedResponse" } });
});
