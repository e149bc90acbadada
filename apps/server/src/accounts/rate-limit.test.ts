import { randomBytes } from "node:crypto";
import { createCaptcha } from "@daymark/auth/limits/captcha";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { hashPassword } from "@daymark/auth/password/password";
import { solveCaptcha } from "@daymark/auth/testing-captcha";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";

const first = await createTestHost({ max: 20 });
const { secretKey } = first;
const { db, sql } = first.database;
const log = { warn: () => {} };

/** Opens another node on the database of the first one. */
const openNode = () =>
  createTestHost({
    beside: first,
    services: {
      limits: createLimits({ sql, secretKey }),
      captcha: createCaptcha({ provider: "altcha" }, { db, secretKey, log }),
    },
    trustedProxies: ["127.0.0.1"],
  });
const [here, there] = [await openNode(), await openNode()];
afterAll(async () => {
  await Promise.all([here.drop(), there.drop()]);
  await first.drop();
});

const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
let visitors = 0;
let address: string;
beforeEach(() => {
  visitors += 1;
  address = `203.0.113.${visitors}`;
});
const from = (client = address) => ({ "x-forwarded-for": client });

const logIn = (node: typeof here, username: string, given = password, client = address) =>
  node.send("POST", "/api/auth/token/", { body: { username, password: given }, headers: from(client) });

function expectTooMany(answer: Awaited<ReturnType<typeof logIn>>) {
  expectProblem(answer, 429, "too_many_requests");
  expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  return Number(answer.headers["retry-after"]);
}

/**
 * Expires the counters in the database. Instances that have refused still refuse from memory, so the test asks a third
 * one.
 */
const pass = (seconds: number) => sql`update rate_limits set expire = expire - ${seconds * 1000}::bigint`;

test("ten wrong passwords a minute block an account for an address on every instance, and a right one works afterwards", async () => {
  const { username } = await first.createUser({ password_hash });
  for (let index = 0; index < 10; index++) {
    expectProblem(await logIn(index % 2 ? here : there, username, "Wrong-Horse-7"), 401, "password_incorrect");
  }
  const retryAfter = expectTooMany(await logIn(here, username));
  expect(retryAfter).toBeLessThanOrEqual(60);
  expectTooMany(await logIn(there, username.toUpperCase()));
  await pass(retryAfter);
  const fresh = await openNode();
  expect((await logIn(fresh, username)).status).toBe(200);
  await fresh.drop();
});

test("a right password resets the count, and an unknown name is counted like a known one", async () => {
  const { username, email } = await first.createUser({ password_hash });
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 9; index++) await logIn(here, index % 2 ? username : email, "Wrong-Horse-7");
    expect((await logIn(here, username)).status).toBe(200);
  }
  for (let index = 0; index < 10; index++) expect((await logIn(here, "nobody_there")).status).toBe(401);
  expectTooMany(await logIn(here, "Nobody_There"));
});

test("a numeric user name does not count against the account with that id", async () => {
  const { id, username } = await first.createUser({ password_hash });
  for (let index = 0; index < 10; index++) await logIn(here, String(id), "Wrong-Horse-7");
  expectTooMany(await logIn(here, String(id)));
  expect((await logIn(here, username)).status).toBe(200);
});

test("an address can try thirty log-ins a minute, over all accounts", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => logIn(index % 2 ? here : there, `nobody_${index}`)),
  );
  expect(answers.filter(({ status }) => status === 401).length).toBe(30);
  expect(answers.filter(({ status }) => status === 429).length).toBe(10);
});

test("many foreign addresses are blocked, and the owner can still log in from a known one", async () => {
  const { username } = await first.createUser({ password_hash });
  expect((await logIn(here, username)).status).toBe(200);
  for (let stranger = 0; stranger < 100; stranger++) {
    expect((await logIn(here, username, "Wrong-Horse-7", `198.51.100.${stranger}`)).status).toBe(401);
  }
  expectTooMany(await logIn(here, username, password, "198.51.100.200"));
  expect((await logIn(here, username)).status).toBe(200);
  expect((await logIn(there, username)).status).toBe(200);
});

test("an IPv6 network counts as one address", async () => {
  const { username } = await first.createUser({ password_hash });
  for (let index = 0; index < 10; index++) await logIn(here, username, "Wrong-Horse-7", `2001:db8:1:2::${index + 1}`);
  expectTooMany(await logIn(here, username, password, "2001:db8:1:2:ffff::1"));
  expect((await logIn(here, username, password, "2001:db8:1:3::1")).status).toBe(200);
});

test("REST and tRPC are counted together, and every call of a batch counts", async () => {
  const { username } = await first.createUser({ password_hash });
  const body = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [index, { json: { username, password: `Wrong-Horse-${index}` } }]),
  );
  const path = `/trpc/${Array.from({ length: 10 }, () => "auth.login").join(",")}?batch=1`;
  await here.send("POST", path, { body, headers: from() });
  expectTooMany(await logIn(here, username));
  const over = await there.send("POST", "/trpc/auth.login", {
    body: { json: { username, password } },
    headers: from(),
  });
  expect(over.status).toBe(429);
  expect(over.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(over.json.error.json.data).toMatchObject({ code: "too_many_requests", retry_after: expect.any(Number) });
});

test("the holder of a session can try ten passwords with it, over all calls and in parallel", async () => {
  const { token } = await first.createUser({ password_hash });
  const stepUp = (given: string) =>
    here.send("POST", "/api/auth/step-up/", { token, body: { password: given }, headers: from() });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => stepUp(`Wrong-Horse-${index}`)));
  expect(answers.filter(({ status }) => status === 400).length).toBe(10);
  expectTooMany(await stepUp(password));
  expectTooMany(
    await there.send("PATCH", "/api/change-username/", {
      token,
      body: { username: "somebody_else", password },
      headers: from(),
    }),
  );
});

test("a user name can be changed ten times an hour, over all instances", async () => {
  const { token } = await first.createUser();
  const rename = (node: typeof here, index: number) =>
    node.send("PATCH", "/api/change-username/", {
      token,
      body: { username: `renamed_${token.slice(-6).replaceAll("-", "_")}_${index}` },
      headers: from(),
    });
  for (let index = 0; index < 10; index++) {
    expect((await rename(index % 2 ? here : there, index)).status).toBe(200);
  }
  expectTooMany(await rename(here, 10));
  expectTooMany(await rename(there, 11));
});

const registration = (values: object = {}) => {
  const username = `new_${randomBytes(6).toString("hex")}`;
  const email = `${username}@example.com`;
  return { username, email, password, password_confirmation: password, agreement: true, ...values };
};
const register = (body: object) => here.send("POST", "/api/auth/register/", { body, headers: from() });
const challenge = async (action = "register") =>
  (await here.send("GET", `/api/captcha/?action=${action}`, { headers: from() })).json;

test("each sign-up needs its own solved captcha", async () => {
  expectProblem(await register(registration()), 400, "captcha_missing");
  expectProblem(await register(registration({ captcha: "x" })), 400, "captcha_invalid");
  const captcha = solveCaptcha(await challenge());
  expectProblem(
    await register(registration({ captcha: solveCaptcha(await challenge("verify_email")) })),
    400,
    "captcha_invalid",
  );
  expect((await register(registration({ captcha }))).status).toBe(201);
  expectProblem(await register(registration({ captcha })), 400, "captcha_invalid");
});

test("an invalid body does not use up a captcha, and without one a caller cannot learn which names are taken", async () => {
  const { username } = await first.createUser();
  expectProblem(await register(registration({ username })), 400, "captcha_missing");
  const captcha = solveCaptcha(await challenge());
  expectProblem(await register(registration({ captcha, password: "short" })), 400, "validation_failed");
  expectProblem(await register(registration({ captcha, username })), 400, "validation_failed");
  expect((await register(registration({ captcha }))).status).toBe(201);
});

test("an address can sign up twenty times an hour, and calls without a captcha do not count", async () => {
  const { username } = await first.createUser();
  for (let index = 0; index < 22; index++) expectProblem(await register(registration()), 400, "captcha_missing");
  const captcha = solveCaptcha(await challenge());
  for (let index = 0; index < 20; index++) {
    expectProblem(await register(registration({ captcha, username })), 400, "validation_failed");
  }
  expectTooMany(await register(registration({ captcha })));
  expectTooMany(await register(registration({ captcha })));
});

test("a reset needs a captcha after three calls and is refused after five, for known and unknown addresses", async () => {
  const { email } = await first.createUser({ password_hash });
  for (const typed of [email, "nobody@example.com"]) {
    visitors += 1;
    const client = `203.0.113.${visitors}`;
    const ask = (captcha?: string) =>
      here.send("POST", "/api/send-reset-password/", {
        body: { email: typed, ...(captcha && { captcha }) },
        headers: from(client),
      });
    for (let index = 0; index < 3; index++) expect((await ask()).status).toBe(200);
    expectProblem(await ask(), 400, "captcha_missing");
    for (let index = 0; index < 2; index++) {
      expect((await ask(solveCaptcha(await challenge("reset_password")))).status).toBe(200);
    }
    expectTooMany(await ask(solveCaptcha(await challenge("reset_password"))));
  }
});

test("a stranger's resets from one network leave resets to the owner, and calls without a captcha do not count", async () => {
  const { email } = await first.createUser({ password_hash });
  for (const [site, typed] of [email, "nobody_else@example.com"].entries()) {
    const ask = (client: string, captcha?: string) =>
      here.send("POST", "/api/send-reset-password/", {
        body: { email: typed, ...(captcha && { captcha }) },
        headers: from(client),
      });
    const solved = async () => solveCaptcha(await challenge("reset_password"));
    const stranger = (subnet: number) => `2001:db8:7${site}:${subnet}::1`;
    for (let index = 0; index < 3; index++) expect((await ask(stranger(index))).status).toBe(200);
    for (let index = 0; index < 20; index++) expectProblem(await ask(stranger(3)), 400, "captcha_missing");
    for (let index = 0; index < 2; index++) expect((await ask(stranger(4), await solved())).status).toBe(200);
    for (let index = 5; index < 8; index++) expectTooMany(await ask(stranger(index), await solved()));
    // Three other networks use up the rest of the address's allowance, and the owner's requests still get the same answer.
    for (let index = 0; index < 15; index++) {
      expect((await ask(`198.51.100.${1 + (index % 3)}`, await solved())).status).toBe(200);
    }
    expect((await ask("198.51.100.4", await solved())).status).toBe(200);
  }
});

test("a verification mail can be sent again five times an hour, with a captcha after the third", async () => {
  const { token } = await first.createUser();
  const ask = (captcha?: string) =>
    here.send("POST", "/api/send-email-verification/", {
      token,
      body: captcha ? { captcha } : {},
      headers: from(),
    });
  for (let index = 0; index < 3; index++) expect((await ask()).status).toBe(200);
  expectProblem(await ask(), 400, "captcha_missing");
  expect((await ask(solveCaptcha(await challenge("verify_email")))).status).toBe(200);
  expectTooMany(await ask());
});

test("everyday calls have no limit and cost no rate-limit statement", async () => {
  const { token } = await first.createUser();
  await sql`truncate rate_limits`;
  for (let index = 0; index < 70; index++) {
    expect((await here.send("GET", "/api/habits/", { token, headers: from() })).status).toBe(200);
  }
  expect(await sql`select 1 from rate_limits`).toHaveLength(0);
});

test("a user can send ten thousand calls with an Idempotency-Key a day", async () => {
  const [{ token }, other] = [await first.createUser(), await first.createUser()];
  const create = (node: typeof here, key: string | null, bearer = token) =>
    node.send("POST", "/api/notes/", {
      token: bearer,
      body: { text: "Once" },
      headers: { ...from(), ...(key !== null && { "idempotency-key": key }) },
    });
  await sql`truncate rate_limits`;
  expect((await create(here, "first")).status).toBe(201);
  await sql`update rate_limits set points = 9999`;
  expect((await create(there, "last")).status).toBe(201);
  const retryAfter = expectTooMany(await create(here, "one too many"));
  expect(retryAfter).toBeGreaterThan(23 * 3600);
  expect((await create(here, null)).status).toBe(201);
  expect((await create(here, "of another user", other.token)).status).toBe(201);
  expect(await sql`select key from idempotency_keys where key = 'one too many'`).toEqual([]);
  await pass(retryAfter);
  expect((await create(await openNode(), "one too many")).status).toBe(201);
});
