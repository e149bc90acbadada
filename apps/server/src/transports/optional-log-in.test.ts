import { appRouter } from "@daymark/api/router";
import { createSessions } from "@daymark/auth/session/session";
import { afterAll, describe, expect, test } from "vitest";
import { listOperations, type Operation, proceduresOf } from "../openapi/operation.ts";
import { createTestHost, expectProblem } from "../testing.ts";
import { createOwner, createPerson, openCalls, password } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);
const owner = await createOwner(host);
const operations = listOperations(proceduresOf(appRouter)).filter(({ name }) => openCalls.includes(name));
const namesOf = (guard: Operation["guard"]) =>
  operations.filter((operation) => operation.guard === guard).map(({ name }) => name);
const operationOf = (name: string) => operations.find((operation) => operation.name === name) as Operation;

/** Authorization headers that identify no user, with the code that a protected procedure answers. */
const refusals: [what: string, authorization: string, code: string][] = [
  ["of another scheme", "Basic dXNlcjpwYXNz", "not_authenticated"],
  ["without a token", "Bearer", "not_authenticated"],
  ["that is empty", "", "not_authenticated"],
  ["with a foreign token", "Bearer abc", "token_invalid"],
  ["with an expired token", `Bearer ${await expiredToken()}`, "token_expired"],
  ["with the token of an ended session", `Bearer ${await endedToken()}`, "session_terminated"],
  ["with an unknown API key", "Bearer dmk_short", "api_key_invalid"],
];

async function expiredToken() {
  const { id } = await host.createUser();
  const hourAgo = Date.now() - 60 * 60 * 1000;
  const sessions = createSessions({
    db: host.database.db,
    listenUrl: host.database.url,
    secretKey: host.secretKey,
    log: host.logs.of("auth"),
    now: () => hourAgo,
  });
  const { access } = await sessions.create(host.database.db, id, {
    rememberMe: true,
    address: "127.0.0.1",
    userAgent: "",
  });
  await sessions.close();
  return access;
}

async function endedToken() {
  const { id, token } = await host.createUser();
  await host.sessions.endAll(host.database.db, id, { keep: null });
  return token;
}

/** Paths and queries that work for a guest. */
const reads: Record<string, string> = {
  "blog.comment.get": `/api/blogs/${owner.blogSlug}/comments/${owner.blogCommentId}/`,
  "blog.comment.list": `/api/blogs/${owner.blogSlug}/comments/`,
  "blog.get": `/api/blogs/${owner.blogSlug}/`,
  "blog.list": "/api/blogs/",
  "blog.tag.list": "/api/blog-tags/",
  "featureRequest.comment.get": `/api/feature-requests/${owner.requestId}/comments/${owner.requestCommentId}/`,
  "featureRequest.comment.list": `/api/feature-requests/${owner.requestId}/comments/`,
  "featureRequest.get": `/api/feature-requests/${owner.requestId}/`,
  "featureRequest.list": "/api/feature-requests/",
  "featureRequest.listShipped": "/api/feature-requests/shipped/",
  "featureRequest.similar": "/api/feature-requests/similar/?title=wish",
};

test("the list of procedures with optional log-in is complete", () => {
  expect(namesOf("optional").sort()).toEqual(Object.keys(reads).sort());
});

describe.each(Object.entries(reads))("%s", (name, url) => {
  test("serves a guest, a user and an API key", async () => {
    for (const token of [undefined, owner.token, owner.readKey]) {
      expect((await host.send("GET", url, token ? { token } : {})).status, token).toBe(200);
    }
  });

  test.each(refusals)(
    "refuses the Authorization header %s as a protected procedure does",
    async (_, authorization, code) => {
      const headers = { authorization };
      expectProblem(await host.send("GET", "/api/habits/", { headers }), 401, code);
      expectProblem(await host.send("GET", url, { headers }), 401, code);
      const answer = await host.send("GET", `/trpc/${name}`, { headers });
      expect([answer.status, answer.json.error.json.data.code]).toEqual([401, code]);
    },
  );
});

test.each(refusals)("the Authorization header %s is ignored by public procedures", async (_, authorization) => {
  for (const name of namesOf("public")) {
    const { method, path } = operationOf(name);
    const url = `/api${path.replace("{provider}", "google").replace(/\{\w+\}/g, "x".repeat(43))}`;
    const send = (headers: Record<string, string>) =>
      host.send(method, url, { ...(method !== "GET" && { body: {} }), headers });
    const [asGuest, withHeader] = [await send({}), await send({ authorization })];
    expect([withHeader.status, withHeader.json.code], name).toEqual([asGuest.status, asGuest.json.code]);
  }
});

test("log-in, refresh and log-out succeed with an expired access token in the header", async () => {
  const headers = { authorization: `Bearer ${await expiredToken()}` };
  const { username } = await createPerson(host);
  const logIn = await host.send("POST", "/api/auth/token/", { headers, body: { username, password } });
  expect(logIn.status, logIn.text).toBe(200);
  const body = { refresh: logIn.json.refresh };
  const refresh = await host.send("POST", "/api/auth/token/refresh/", { headers, body });
  expect(refresh.status, refresh.text).toBe(200);
  const logOut = await host.send("POST", "/api/auth/token/blacklist/", { headers, body });
  expect(logOut.status, logOut.text).toBe(200);
});

test("in a batch with an ended session each call gets its own answer", async () => {
  const headers = { authorization: `Bearer ${await endedToken()}` };
  const names = "featureSwitch.get,blog.list,habit.list";
  const input = encodeURIComponent(JSON.stringify({ 0: { json: {} }, 1: { json: {} }, 2: { json: {} } }));
  const { json } = await host.send("GET", `/trpc/${names}?batch=1&input=${input}`, { headers });
  expect(json[0].result.data.json).toMatchObject({ sign_up: true });
  expect(
    json.slice(1).map((answer: { error: { json: { data: { code: string } } } }) => answer.error.json.data.code),
  ).toEqual(["session_terminated", "session_terminated"]);
});
