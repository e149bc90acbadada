import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNetwork } from "@daymark/auth/client/network";
import { hashPassword } from "@daymark/auth/password/password";
import { encodeMmdb } from "@daymark/auth/testing-mmdb";
import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-networks-"));
const kyiv = { city: { names: { en: "Kyiv" } }, country: { iso_code: "UA" } };
writeFileSync(join(directory, "city.mmdb"), encodeMmdb({ "203.0.113.0/24": kyiv }));
writeFileSync(join(directory, "exits.txt"), "198.51.100.7\n");

const log = { info: () => {}, warn: () => {} };
const open = (policy: "record" | "block") => openNetwork({ directory, policy, log });
const trustedProxies = ["127.0.0.1"];
const recording = await createTestHost({ trustedProxies, services: { network: await open("record") } });
const blocking = await createTestHost({
  beside: recording,
  trustedProxies,
  services: { network: await open("block") },
});
afterAll(async () => {
  await blocking.drop();
  await recording.drop();
  rmSync(directory, { recursive: true, force: true });
});

const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const from = (address: string, agent = browser) => ({ "x-forwarded-for": address, "user-agent": agent });
const home = "203.0.113.7";
const exit = "198.51.100.7";

const logIn = (host: typeof blocking, username: string, headers: Record<string, string>) =>
  host.send("POST", "/api/auth/token/", { body: { username, password }, headers });

test("a session shows where it started, its kind of network, and whether a program runs it", async () => {
  const { username } = await recording.createUser({ password_hash });
  await logIn(recording, username, from(exit));
  await logIn(recording, username, from(home, "curl/8.5.0"));
  const { json: tokens } = await logIn(recording, username, from(home));
  const { json } = await recording.send("GET", "/api/auth/sessions/", { token: tokens.access });
  expect(json.results.slice(0, 3)).toMatchObject([
    { location: "Kyiv, Ukraine", network: "direct", is_automated: false, browser: "Chrome", is_current: true },
    { location: "Kyiv, Ukraine", network: "direct", is_automated: true, browser: "curl" },
    { network: "vpn_or_proxy", is_automated: false },
  ]);
});

test("a forwarded address from an untrusted proxy is ignored", async () => {
  const direct = await createTestHost({ beside: recording, services: { network: await open("block") } });
  const { username } = await recording.createUser({ password_hash });
  expect((await logIn(direct, username, from(exit))).status).toBe(200);
  await direct.drop();
});

test.each([
  ["vpn_or_proxy_detected", from(exit)],
  ["bot_detected", from(home, "python-requests/2.32")],
  ["bot_detected", from(home, "")],
])(
  "under the block policy %s is returned at sign-up and with every sign-in method, and nothing is created",
  async (code, headers) => {
    const { username, id } = await recording.createUser({ password_hash });
    const sessions = () => recording.database.sql`select 1 from sessions where user_id = ${id}`;
    const before = (await sessions()).length;
    const body = {
      username: `${username}_2`,
      email: `${username}_2@example.com`,
      password,
      password_confirmation: password,
      agreement: true,
    };
    expectProblem(await blocking.send("POST", "/api/auth/register/", { body, headers }), 403, code);
    expectProblem(await logIn(blocking, username, headers), 403, code);
    expectProblem(await blocking.send("POST", "/api/auth/oauth/google/start/", { headers }), 403, code);
    const returned = { code: "x", state: "x" };
    expectProblem(await blocking.send("POST", "/api/auth/oauth/google/", { body: returned, headers }), 403, code);
    const { sql } = recording.database;
    expect(await sql`select 1 from users where username = ${body.username}`).toHaveLength(0);
    expect(await sessions()).toHaveLength(before);
    expect((await logIn(recording, username, headers)).status).toBe(200);
  },
);

test("under the block policy a user on a home connection can sign up and log in", async () => {
  const { username } = await recording.createUser({ password_hash });
  expect((await logIn(blocking, username, from(home))).status).toBe(200);
});
