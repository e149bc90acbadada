import { hashPassword } from "@daymark/auth/password/password";
import { codeAt, secretBytes, wrongCodeAt } from "@daymark/auth/testing";
import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem, type Received } from "../testing.ts";

const host = await createTestHost();
afterAll(host.drop);
const { send } = host;

const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
const step = 30_000;

/** Creates a user with a second factor. The code of the current time is used, and the next one is valid. */
async function createProtected() {
  const user = await host.createUser({ password_hash });
  const { token, username } = user;
  const now = Date.now();
  const generated = await send("POST", "/api/auth/2fa/generate/", { token, body: { password } });
  const { secret } = generated.json as { secret: string };
  const firstCode = codeAt(secret, now);
  const verified = await send("PATCH", "/api/auth/2fa/verify/", { token, body: { code: firstCode } });
  return {
    token,
    username,
    secret,
    firstCode,
    nextCode: codeAt(secret, now + step),
    wrongCode: wrongCodeAt(secret, now + step),
    generated,
    verified,
    backupCodes: verified.json.backup_codes as string[],
    logIn: (more: object = {}, headers = {}) =>
      send("POST", "/api/auth/token/", { body: { username, password, ...more }, headers }),
  };
}

/** Checks the problem of a log-in without its second factor, and returns its challenge. */
function challengeOf(answer: Received): string {
  const { challenge, ...rest } = answer.json;
  expectProblem({ ...answer, json: rest }, 401, "two_factor_code_missing");
  expect(challenge).toMatch(/^[\w-]{27}$/);
  return challenge;
}

const tokens = { access: expect.any(String), refresh: expect.any(String) };

test("the second factor can be enabled, used, renewed and disabled over REST", async () => {
  const { token, generated, verified, ...person } = await createProtected();
  expect(generated.status).toBe(200);
  expect(generated.json).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), otpauth_url: expect.any(String) });
  expect(verified.status).toBe(200);
  expect(verified.json).toEqual({ detail: expect.stringMatching(/^\p{Lu}.+[.!]$/u), backup_codes: expect.any(Array) });
  expectProblem(
    await send("POST", "/api/auth/2fa/generate/", { token, body: { password } }),
    409,
    "two_factor_already_enabled",
  );

  const challenge = challengeOf(await person.logIn());
  const wrong = await send("POST", "/api/auth/token/", { body: { challenge, code: person.wrongCode } });
  expectProblem(wrong, 401, "security_code_invalid");
  const replayed = await send("POST", "/api/auth/token/", { body: { challenge, code: person.firstCode } });
  expectProblem(replayed, 401, "security_code_invalid");
  const right = await send("POST", "/api/auth/token/", { body: { challenge, code: person.nextCode } });
  expect(right).toMatchObject({ status: 200, json: tokens });
  const [first, second, third] = person.backupCodes;
  expect(await person.logIn({ backup_code: first })).toMatchObject({ status: 200, json: tokens });
  expectProblem(await person.logIn({ backup_code: first }), 401, "backup_code_invalid");

  const counts = await send("GET", "/api/auth/2fa/backup-codes/", { token });
  expect(counts.json).toEqual({ total: 10, remaining: 9, generated_at: expect.stringMatching(/Z$/) });
  const refused = await send("POST", "/api/auth/2fa/backup-codes/", { token, body: { code: person.wrongCode } });
  expectProblem(refused, 400, "security_code_invalid");
  expectProblem(await send("PATCH", "/api/auth/2fa/disable/", { token, body: {} }), 400, "validation_failed");
  const stepUp = await send("POST", "/api/auth/step-up/", { token, body: { backup_code: second } });
  expect(stepUp).toMatchObject({ status: 200, json: { detail: expect.any(String) } });
  const disabled = await send("PATCH", "/api/auth/2fa/disable/", { token, body: { backup_code: third } });
  expect(disabled).toMatchObject({ status: 200, json: { detail: expect.any(String) } });
  expectProblem(
    await send("PATCH", "/api/auth/2fa/disable/", { token, body: { code: "123456" } }),
    409,
    "two_factor_already_disabled",
  );
  expect(await person.logIn()).toMatchObject({ status: 200, json: tokens });
});

test("a challenge comes with a message in the request's language, and in the error's data over tRPC", async () => {
  const { username, logIn } = await createProtected();
  const problem = (await logIn({}, { "accept-language": "uk" })).json;
  expect(problem).toMatchObject({
    challenge: expect.any(String),
    detail: expect.stringMatching(/^\p{Script=Cyrillic}/u),
  });
  const called = await send("POST", "/trpc/auth.login", { body: { json: { username, password } } });
  expect(called.status).toBe(401);
  expect(called.json.error.json.data).toEqual({
    code: "two_factor_code_missing",
    status: 401,
    challenge: expect.stringMatching(/^[\w-]{27}$/),
    path: "auth.login",
  });
});

test("the values in an error's message are sent over tRPC", async () => {
  const { token } = await host.createUser();
  const { json } = await send("GET", `/trpc/twoFactor.backupCodes.get?input=${encodeURIComponent('{"json":{}}')}`, {
    token,
  });
  expect(json.error.json.data).toMatchObject({ code: "two_factor_already_disabled", values: { wanted: "enabled" } });
});

test("ten wrong codes block codes for the account, with the seconds to wait, over both transports", async () => {
  const { token, wrongCode, nextCode, username, logIn } = await createProtected();
  const disable = (code: string) => send("PATCH", "/api/auth/2fa/disable/", { token, body: { code } });
  for (let failure = 0; failure < 10; failure++) expectProblem(await disable(wrongCode), 400, "security_code_invalid");
  for (const answer of [await disable(nextCode), await logIn({ code: nextCode })]) {
    expectProblem(answer, 429, "too_many_attempts");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(890);
    expect(Number.isInteger(Number(answer.headers["retry-after"]))).toBe(true);
  }
  const body = { json: { username, password, code: nextCode } };
  const called = await send("POST", "/trpc/auth.login", { body });
  expect(called.json.error.json.data).toMatchObject({ code: "too_many_attempts", retry_after: expect.any(Number) });
  expect(called.headers["retry-after"]).toBeDefined();
});

test("the history of an account is paged over REST", async () => {
  const { token } = await createProtected();
  await send("POST", "/api/auth/step-up/", { token, body: { password } });
  const list = async (query: string) => (await send("GET", `/api/security-events/?limit=1${query}`, { token })).json;
  const first = await list("");
  expect(first).toEqual({ results: [expect.objectContaining({ kind: "stepped_up" })], next: expect.any(String) });
  expect(await list(`&cursor=${first.next}`)).toEqual({
    results: [expect.objectContaining({ kind: "two_factor_enabled" })],
    next: null,
  });
  expectProblem(await send("GET", "/api/security-events/?cursor=x", { token }), 400, "invalid_cursor");
  expectProblem(await send("GET", "/api/security-events/?limit=101", { token }), 400, "validation_failed");
  const { json: sessions } = await send("GET", "/api/auth/sessions/", { token });
  const { json: events } = await send("GET", `/api/auth/sessions/${sessions.results[0].id}/events/`, { token });
  expect(events.results.map(({ kind }: { kind: string }) => kind)).toEqual(["stepped_up", "two_factor_enabled"]);
});

test("no password, code, secret, challenge or token of these tests is in the logs or the database", async () => {
  const person = await createProtected();
  const challenge = challengeOf(await person.logIn());
  await send("POST", "/api/auth/token/", { body: { challenge, code: person.wrongCode } });
  // Also where no code belongs.
  await send("GET", `/api/auth/2fa/backup-codes/?code=${person.nextCode}`, { token: person.token });
  const { json } = await send("POST", "/api/auth/token/", { body: { challenge, code: person.nextCode } });
  await person.logIn({ backup_code: person.backupCodes[0] });
  await send("POST", "/api/auth/token/refresh/", { body: { refresh: json.refresh } });

  const dump = [host.readLogs()];
  const tables = await host.database.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`;
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) dump.push(JSON.stringify(await host.database.sql.unsafe(`select * from ${name}`)));
  const all = dump.join("\n").toLowerCase();
  const bytes = Buffer.from(secretBytes(person.secret));
  const secrets = [
    password,
    person.secret,
    ...(["hex", "base64", "base64url"] as const).map((encoding) => bytes.toString(encoding)),
    challenge,
    ...person.backupCodes,
    person.token,
    json.access,
    json.refresh,
  ];
  for (const secret of secrets) expect(all).not.toContain(secret.toLowerCase());
  // Any long number may contain these six digits, so the test looks for them as a whole value.
  for (const code of [person.nextCode, person.wrongCode]) expect(all).not.toMatch(new RegExp(`["=:]${code}\\b`));
});
