import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeAt } from "@daymark/auth/testing";
import { solveCaptcha } from "@daymark/auth/testing-captcha";
import { startEmbedded } from "@daymark/db/embedded";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlace, password } from "./product.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-nodes-"));
// The database's user has to reach its own folder below.
chmodSync(directory, 0o711);
const places = [createPlace(), createPlace()];
let database: Awaited<ReturnType<typeof startEmbedded>>;
let here: Node;
let there: Node;

type Node = Awaited<ReturnType<ReturnType<typeof createPlace>["start"]>>;

/** Two processes, as behind a load balancer: one database, one secret, nothing else in common. Captcha and limits are on. */
beforeAll(async () => {
  database = await startEmbedded({ dataDirectory: directory });
  const variables = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    CAPTCHA: "altcha",
    RATE_LIMIT: "on",
  };
  const nodes = await Promise.all(places.map((place) => place.start(variables)));
  [here, there] = nodes as [Node, Node];
});
afterAll(async () => {
  await Promise.all([here, there].map((node) => node?.stop()));
  await database?.stop();
  await Promise.all(places.map((place) => place.remove()));
  rmSync(directory, { recursive: true, force: true });
});

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

test("a captcha of one process is solved at the other, once over both", async () => {
  const { body } = await signUp();
  const again = { ...body, username: "somebody_else", email: "somebody.else@example.com" };
  for (const node of [here, there]) {
    expect((await node.call("POST", "/api/auth/register/", { body: again })).json.code).toBe("captcha_invalid");
  }
});

test("a session ended at one process is refused by it at once and by the other within a second", async () => {
  const { username } = await signUp();
  for (const way of ["log out", "end", "end all", "change of password", "deletion"] as const) {
    const [kept, ended] = [await logIn(here, username), await logIn(there, username)];
    const ask = (node: Node, token: string) => node.call("GET", "/api/profile/", { token });
    // Both remember it.
    for (const node of [here, there]) expect((await ask(node, ended.access)).status).toBe(200);
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
    expect((await ask(here, ended.access)).json.code, way).toBe("session_terminated");
    while ((await ask(there, ended.access)).status !== 401) await sleep(5);
    // The promise is a second. A machine may stall for longer than that, so this is where it would be seen, not decided.
    expect(performance.now() - answered, way).toBeLessThan(5_000);
  }
});

test("a security code, a backup code and a challenge serve once, whichever process is asked", async () => {
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

test("wrong passwords are counted over both processes", async () => {
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
