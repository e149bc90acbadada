import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeAt } from "@daymark/auth/testing";
import { solveCaptcha } from "@daymark/auth/testing-captcha";
import { createDistributedDatabase } from "@daymark/db/testing-citus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnDatabase } from "./own-database.ts";
import { createPlace, password } from "./product.ts";

const place = createPlace();
const http = join(place.directory, "logs/http");
const admin = { ADMIN_USERNAME: "boss", ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "Quiet-River-88" };
let database: Awaited<ReturnType<typeof startDatabase>>;
let here: Node;
let there: Node;
let shared: Record<string, string>;

/** Starts a database on one machine or, in `npm run test:citus`, a distributed one. */
async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const urls = process.env.TEST_DATABASE_URLS?.split(",") ?? [];
  if (urls.length > 1) return { url: await createDistributedDatabase(urls, "two_nodes"), stop: async () => {} };
  const { superuserUrl, stop } = await startOwnDatabase();
  return { url: superuserUrl, stop };
}

type Node = Awaited<ReturnType<ReturnType<typeof createPlace>["start"]>>;

/**
 * Two processes, as behind a load balancer. They share a database, a secret and a folder. Captcha and rate limits are
 * on.
 */
beforeAll(async () => {
  mkdirSync(http, { recursive: true });
  for (const name of ["2026-01-01.log", "2026-01-01.web-2.log", "2026-01-01.notes.txt"]) {
    writeFileSync(join(http, name), "");
  }
  database = await startDatabase();
  const variables = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    CAPTCHA: "altcha",
    RATE_LIMIT: "on",
    ...admin,
  };
  shared = variables;
  const start = (name: string) => place.start({ ...shared, NODE_NAME: name });
  [here, there] = await Promise.all([start("web-1"), start("web-2")]);
});
afterAll(async () => {
  await Promise.all([here, there].map((node) => node?.stop()));
  await database?.stop();
  await place.remove();
});

test.each(["DATABASE_URL", "DATABASE_DIRECT_URL"])(
  "an instance whose %s is unreachable exits with one message",
  async (name) => {
    const direct = { DATABASE_DIRECT_URL: shared.DATABASE_URL as string };
    const nowhere = { [name]: "postgres://anna:hunter2222@127.0.0.1:1/x" };
    const { code, errors } = await place.launch({ ...shared, ...direct, ...nowhere, NODE_NAME: "web-3" }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^${name} names a database that cannot be reached \\(ECONNREFUSED\\)[^\n]+\n$`));
    expect(errors).not.toContain("hunter");
  },
);

let people = 0;

async function signUp() {
  people += 1;
  const username = `person_${people}`;
  const captcha = solveCaptcha((await here.call("GET", "/api/captcha/?action=register")).json);
  const body = {
    username,
    email: `${username}@example.com`,
    password,
    password_confirmation: password,
    agreement: true,
    captcha,
  };
  const answer = await there.call("POST", "/api/auth/register/", { body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(201);
  return { username, body };
}

async function logIn(node: Node, username: string) {
  const { status, json } = await node.call("POST", "/api/auth/token/", { body: { username, password } });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as { access: string; refresh: string };
}

test("each instance logs into its own file, an admin reads both on either, and old files are deleted", async () => {
  const asked = [
    { node: here, name: "web-1", id: "asked-of-the-first" },
    { node: there, name: "web-2", id: "asked-of-the-second" },
  ];
  for (const { node, id } of asked) await node.call("GET", "/api/habits/", { headers: { "x-request-id": id } });
  const { json: session } = await there.call("POST", "/api/auth/token/", {
    body: { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD },
  });
  const read = async (node: Node, path: string) =>
    (await node.call("GET", `/api/logs/http/${path}`, { token: session.access })).json.results;
  /** The log of the node that started first has the short name. At midnight both nodes start new files. */
  const isOf = (name: string, file: string) => new RegExp(`^[\\d-]+\\.(${name}\\.)?log$`).test(file);
  for (const { node } of asked) {
    const files: string[] = (await read(node, "")).map(({ date_file }: { date_file: string }) => date_file);
    const findLines = async (id: string) => {
      const found = await Promise.all(files.map((file) => read(node, `${file}/?search=request_id=${id}`)));
      return files.filter((_, index) => found[index].length > 0);
    };
    const told: string[] = [];
    for (const { name, id } of asked) {
      // The other node writes its buffered lines within half a second.
      await expect.poll(() => findLines(id), { timeout: 10_000 }).toHaveLength(1);
      const [file = ""] = await findLines(id);
      expect(isOf(name, file), file).toBe(true);
      told.push(file);
    }
    expect(new Set(told).size).toBe(2);
  }
  const left = readdirSync(http).filter((name) => name.startsWith("2026-01-01"));
  expect(left).toEqual(["2026-01-01.notes.txt"]);
});

test("a captcha from one instance can be solved on the other, and only once over both", async () => {
  const { body } = await signUp();
  const again = { ...body, username: "somebody_else", email: "somebody.else@example.com" };
  for (const node of [here, there]) {
    expect((await node.call("POST", "/api/auth/register/", { body: again })).json.code).toBe("captcha_invalid");
  }
});

test("a session ended on one instance is refused there at once and soon on the other", async () => {
  const { username } = await signUp();
  for (const way of ["log out", "end", "end all", "change of password", "deletion"] as const) {
    const [kept, ended] = [await logIn(here, username), await logIn(there, username)];
    const getProfile = (node: Node, token: string) => node.call("GET", "/api/profile/", { token });
    // Both nodes cache the session.
    for (const node of [here, there]) expect((await getProfile(node, ended.access)).status).toBe(200);
    const token = kept.access;
    const { json: list } = await here.call("GET", "/api/auth/sessions/", { token: ended.access });
    const id = list.results.find((session: { is_current: boolean }) => session.is_current).id;
    const passwords = { password, new_password: `${password}!`, new_password_confirmation: `${password}!` };
    const back = { password: `${password}!`, new_password: password, new_password_confirmation: password };
    const calls = {
      "log out": () => here.call("POST", "/api/auth/token/blacklist/", { body: { refresh: ended.refresh } }),
      end: () => here.call("PATCH", `/api/auth/sessions/${id}/`, { token }),
      "end all": () => here.call("PATCH", "/api/auth/sessions/", { token, body: { keep_current: true } }),
      "change of password": async () => {
        const answer = await here.call("PATCH", "/api/change-password/", { token, body: passwords });
        await here.call("PATCH", "/api/change-password/", { token, body: back });
        return answer;
      },
      deletion: () => here.call("DELETE", "/api/delete-account/", { token, body: { password } }),
    };
    expect((await calls[way]()).status, way).toBe(200);
    const answered = performance.now();
    expect((await getProfile(here, ended.access)).json.code, way).toBe("session_terminated");
    while ((await getProfile(there, ended.access)).status !== 401) await sleep(5);
    // The guarantee is a second. A machine may stall for longer, so this bound is lenient.
    expect(performance.now() - answered, way).toBeLessThan(5_000);
  }
});

test("a security code, a backup code and a challenge work once over both instances", async () => {
  const { username } = await signUp();
  const { access: token } = await logIn(here, username);
  const { json: generated } = await here.call("POST", "/api/auth/2fa/generate/", { token, body: { password } });
  const code = codeAt(generated.secret, Date.now());
  const { json: verified } = await there.call("PATCH", "/api/auth/2fa/verify/", { token, body: { code } });
  const [backup_code] = verified.backup_codes;
  const challenge = async () =>
    (await here.call("POST", "/api/auth/token/", { body: { username, password } })).json.challenge;
  const answer = (node: Node, body: object) => node.call("POST", "/api/auth/token/", { body });

  expect((await answer(there, { challenge: await challenge(), code })).json.code).toBe("security_code_invalid");
  const shared = await challenge();
  const raced = await Promise.all(
    [here, there, here, there].map((node) => answer(node, { challenge: shared, backup_code })),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const again = await answer(there, { challenge: await challenge(), backup_code });
  expect(again.json.code).toBe("backup_code_invalid");
});

test("both instances count wrong passwords together", async () => {
  const { username } = await signUp();
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    const node = index % 2 ? here : there;
    const { status, headers } = await node.call("POST", "/api/auth/token/", {
      body: { username, password: "Wrong-Horse-7" },
    });
    if (status === 429) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

/** Reads the stream of live changes of a user, as a page does. */
async function listen(node: Node, token: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${node.url}/trpc/live.changes?input=%7B%22json%22%3A%7B%22age_ms%22%3A0%7D%7D`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  let text = "";
  const ended = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
      return "ended";
    } catch {
      return "cut";
    }
  })();
  return { text: () => text, ended, leave: () => leaving.abort() };
}

test("a change on one instance reaches the pages connected to the other", async () => {
  const { username } = await signUp();
  const [{ access: token }, { access }] = [await logIn(here, username), await logIn(there, username)];
  const stream = await listen(there, access);
  while (!stream.text().includes("connected")) await sleep(5);
  const startedAt = performance.now();
  expect((await here.call("POST", "/api/notes/", { token, body: { text: "Hello" } })).status).toBe(201);
  while (!stream.text().includes('"note"')) await sleep(5);
  // The guarantee is 2 s. A machine may stall for longer, so this bound is lenient.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  stream.leave();
  await stream.ended;
});

test("an instance with connected pages stops as fast as one without", async () => {
  const { username } = await signUp();
  const { access } = await logIn(there, username);
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(there, access)));
  const startedAt = performance.now();
  await there.stop();
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(10).fill("ended"));
  // The server cuts open connections after four seconds, and waits one second for the load balancer before.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});
