import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";

const proxy = "10.0.0.7";
const host = await createTestHost({ trustedProxies: ["10.0.0.0/24"], authProxyHeader: "X-Auth-Email" });
const plain = await createTestHost({ trustedProxies: ["10.0.0.0/24"] });
afterAll(() => Promise.all([host.drop(), plain.drop()]));

interface Sent {
  from: string;
  headers?: Record<string, string | string[]>;
  url?: string;
  body?: object;
  of?: typeof host;
}

const logIn = ({ from, headers = {}, url = "/api/auth/proxy/", body = {}, of = host }: Sent) =>
  of.app.inject({
    method: "POST",
    url,
    remoteAddress: from,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(body),
  });
const countUsers = async () => (await host.database.sql`select from users`).count;

test("a trusted proxy logs in the user whom it names, however it writes the address", async () => {
  const answer = await logIn({ from: proxy, headers: { "X-AUTH-EMAIL": " Olena@Example.ORG " } });
  expect(answer.statusCode).toBe(200);
  const { access } = answer.json();
  const profile = await host.send("GET", "/api/email/", { token: access });
  expect(profile.json).toMatchObject({ email: "olena@example.org" });
});

const named = { "x-auth-email": "victim@example.org" };
test.each<[string, Sent]>([
  ["from an address of their own", { from: "192.0.2.9", headers: named }],
  ["from this machine", { from: "127.0.0.1", headers: named }],
  [
    "with the proxy's address as X-Forwarded-For",
    { from: "192.0.2.9", headers: { ...named, "x-forwarded-for": proxy } },
  ],
  ["with the proxy's address as Forwarded", { from: "192.0.2.9", headers: { ...named, forwarded: `for=${proxy}` } }],
  [
    "through the proxy, which adds its own",
    { from: proxy, headers: { "x-auth-email": ["victim@example.org", "me@example.org"] } },
  ],
  ["through the proxy, which names no user", { from: proxy, headers: { "x-auth-email": "" } }],
  ["with a user name in place of an address", { from: proxy, headers: { "x-auth-email": "victim" } }],
  ["with two addresses", { from: proxy, headers: { "x-auth-email": "victim@example.org, me@example.org" } }],
  ["under a similar name", { from: proxy, headers: { x_auth_email: "victim@example.org" } }],
  ["where the operator has configured no header", { from: proxy, headers: named, of: plain }],
])("a stranger who sends the header %s gets what a guest gets", async (_, sent) => {
  const before = await countUsers();
  const answer = await logIn(sent);
  const asGuest = await logIn({ from: "192.0.2.9", ...(sent.of && { of: sent.of }) });
  const { instance: _instance, ...problem } = answer.json();
  const { instance: _other, ...expected } = asGuest.json();
  expect([answer.statusCode, problem]).toEqual([401, expected]);
  expect(problem.code).toBe("not_authenticated");
  expect(await countUsers()).toBe(before);
});

test("the header opens nothing but the log-in: every other call needs the token", async () => {
  const headers = { "x-auth-email": "olena@example.org" };
  for (const url of ["/api/profile/", "/api/habits/", "/api/admin/users/", "/trpc/auth.profile?input=%7B%7D"]) {
    const answer = await host.app.inject({ method: "GET", url, remoteAddress: proxy, headers });
    expect(answer.statusCode, url).toBe(401);
  }
});
