import { answeredScheduleSchema } from "@daymark/domain/tracking/schedule";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";
import { generateRequests } from "./grammar/grammar.ts";
import { type FuzzRequest, resolveRequest, wireOf } from "./request.ts";

const plain: FuzzRequest = { about: "a test", role: "user", method: "POST", target: "/api/notes/", headers: [] };
const resolve = (request: Partial<FuzzRequest>) =>
  resolveRequest(
    { ...plain, ...request },
    { tokens: { user: "a-token" }, known: { habitId: 7, blogSlug: "a-post" }, host: "localhost" },
  );

test("placeholders in bodies and URLs are replaced by existing values, as numbers in JSON", () => {
  const { target, body } = resolve({
    target: "/api/habits/~habitId~/?slug=~blogSlug~&input=%7B%22id%22%3A%22~habitId~%22%7D&x=~nothing~",
    body: ['{"id":"~habitId~","slug":"~blogSlug~"}'],
  });
  expect(target).toBe("/api/habits/7/?slug=a-post&input=%7B%22id%22%3A7%7D&x=~nothing~");
  expect(body?.toString()).toBe('{"id":7,"slug":"a-post"}');
});

test("the same seed gives the same requests, and another seed gives others", () => {
  const take = (seed: number) => {
    const requests = generateRequests(seed);
    return JSON.stringify(Array.from({ length: 150 }, () => requests.next().value));
  };
  expect(take(5)).toBe(take(5));
  expect(take(5)).not.toBe(take(6));
});

test("generated requests have schedules of every kind, and wrong ones", () => {
  const requests = generateRequests(7);
  const sent = JSON.stringify(Array.from({ length: 20_000 }, () => requests.next().value)).replaceAll("\\", "");
  const kinds = Object.keys(answeredScheduleSchema.shape).filter((name) => name !== "from");
  expect(kinds.filter((kind) => !sent.includes(`"schedule":{"${kind}":`))).toEqual([]);
  expect(sent).toContain('"schedule":{"every_days":2}');
});

test("generated requests have day words, short names, secret addresses, consents, prompts and health data", () => {
  const requests = generateRequests(7);
  const sent = JSON.stringify(Array.from({ length: 20_000 }, () => requests.next().value)).replaceAll("\\", "");
  const parts = [
    ...["/progress/today/", "/progress/yesterday/", "from=today", "/habits/@run/", '"method":"prompts/get"'],
    ...["/api/taps/~tapToken~/", "/api/pictures/~pictureToken~/", "/api/calendars/~calendarToken~/daymark.ics"],
    ...["/api/reminders/done/~doneToken~/", "/oauth/authorize?response_type=code&client_id=~appClientId~&"],
    ...["code=~appCode~", '"name":"step_count"', '"start_time":"~today~T'],
  ];
  expect(parts.filter((part) => !sent.includes(part))).toEqual([]);
});

test("a short request announces more bytes than it sends, and a torn request ends in the middle", () => {
  expect(String(wireOf(resolve({ body: ["abc"], delivery: "short" }))[0])).toContain("content-length: 13\r\n");
  expect(String(wireOf(resolve({ body: ["abcdefgh"], delivery: "torn" }))[0])).toMatch(/\r\n\r\nab$/);
});

test("a request that curl can send is printed as a curl command, byte for byte", () => {
  const sent = resolve({
    target: "/api/../%00/~blogSlug~;x?a=[1]",
    headers: [["x-timezone", "it's \xff"]],
    body: ['{"a":"\\n \n é"}'],
  });
  expect(curlOf(sent, null)).toBe(
    [
      'curl -sS -i --path-as-is -g --http1.1 -X POST -H "Authorization: Bearer $TOKEN"',
      String.raw`-H $'x-timezone: it\x27s \xff' -H 'Content-Type;' --data-binary $'{"a":"\x5cn \x0a \xc3\xa9"}'`,
      `"$URL"'/api/../%00/a-post;x?a=[1]' # as user`,
    ].join(" "),
  );
});

test("the command prints a request's own Host, and sends two of them over a socket, because curl sends one", () => {
  const withHosts = (...hosts: string[]) => {
    const headers = hosts.map((host): [string, string] => ["host", host]);
    return curlOf(resolve({ role: "guest", method: "GET", target: "/blog", headers }), null);
  };
  expect(withHosts()).not.toContain("host");
  expect(withHosts("evil.example")).toContain("-H 'host: evil.example'");
  expect(withHosts("a", "b")).toContain(
    String.raw`/dev/tcp/$HOST/$PORT"; printf %b 'GET /blog HTTP/1.1\x0d\x0ahost: a\x0d\x0ahost: b`,
  );
});

test("a request that curl cannot send is printed as a bash command with a socket", () => {
  expect(curlOf(resolve({ role: "guest", target: "*", delivery: "torn" }), null)).toBe(
    String.raw`exec 3<>"/dev/tcp/$HOST/$PORT"; printf %b 'POST * HTTP/1.1\x0d\x0ahost: localhost\x0d\x0a' >&3; timeout 2 cat <&3 # torn, as guest`,
  );
});

test("a flood repeats one request, in its bytes and in its bash command", () => {
  const sent = resolve({ role: "guest", method: "GET", target: "/healthz", delivery: "flood" });
  const [bytes] = wireOf(sent);
  const [once] = wireOf({ ...sent, delivery: "whole" });
  const times = Number(/\{1\.\.(\d+)\}/.exec(curlOf(sent, null))?.[1]);
  expect(times).toBeGreaterThan(1_000);
  expect(String(bytes)).toBe(String(once).repeat(times));
});
