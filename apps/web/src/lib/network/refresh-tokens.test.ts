import { afterEach, expect, test, vi } from "vitest";
import { pageConnection } from "./connection.ts";
import { refreshTokens } from "./refresh-tokens.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  pageConnection.answered();
});

/** A server that gives these answers, one after the other. */
function answerWith(...answers: (() => Response)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.shift();
    if (!answer) throw new Error("the test has no more answers");
    return answer();
  });
  return sent;
}

const json = (status: number, body: object, type = "application/json") =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": `${type}; charset=utf-8` } });
const problem = (status: number, code: string) => () => json(status, { status, code }, "application/problem+json");
const pair = { access: "new access", refresh: "new refresh" };
const granted = () => json(200, pair);
const cut = () => {
  throw new TypeError("Failed to fetch");
};
const page502 = () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });

test("a refresh requests the successor of the token, and sends nothing else about the user", async () => {
  const sent = answerWith(granted);
  expect(await refreshTokens("old")).toEqual(pair);
  expect(sent.map(({ url }) => url)).toEqual(["/api/auth/token/refresh/"]);
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ refresh: "old", rotate: true });
  expect(sent[0]?.init.headers).toEqual({ "Content-Type": "application/json" });
});

test.each([
  [401, "token_missing"],
  [401, "token_invalid"],
  [401, "token_expired"],
  [401, "session_terminated"],
  [400, "validation_failed"],
])("a refresh answered with %i %s counts as refused", async (status, code) => {
  answerWith(problem(status, code));
  expect(await refreshTokens("old")).toBe("refused");
});

test.each([
  [400, "bad_request"],
  [403, "vpn_or_proxy_detected"],
  [429, "too_many_requests"],
  [500, "internal_error"],
  [503, "unavailable"],
])("a refresh answered with %i %s does not end the session", async (status, code) => {
  answerWith(problem(status, code));
  await expect(refreshTokens("old")).rejects.toThrow(`${status} ${code}`);
});

test.each([
  ["a page", () => new Response("<html>", { status: 200, headers: { "content-type": "text/html" } })],
  ["an answer without tokens", () => json(200, { access: "new access" })],
  ["another JSON", () => json(200, [])],
])("%s in place of tokens does not end the session", async (_, answer) => {
  answerWith(answer);
  await expect(refreshTokens("old")).rejects.toThrow("200");
});

test.each([
  ["a cut connection", cut],
  ["502", page502],
])("after %s a refresh is repeated once", async (_, first) => {
  const sent = answerWith(first, granted);
  expect(await refreshTokens("old")).toEqual(pair);
  expect(sent).toHaveLength(2);
});

test("without an answer the page knows that the server is not reachable", async () => {
  answerWith(cut, cut);
  await expect(refreshTokens("old")).rejects.toMatchObject({ name: "NoAnswer" });
  expect(pageConnection.isReachable).toBe(false);
});
