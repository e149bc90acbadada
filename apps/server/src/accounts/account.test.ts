import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUploads } from "@daymark/api/host/uploads";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import { createTestDatabase } from "@daymark/db/testing";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker } from "../jobs/worker.ts";
import { createTestHost, expectProblem } from "../testing.ts";

const polling = { interval: 25, timeout: 40_000 };
/** Shorter than the lifetime of the session cache, so that only a notification can have reached the node. */
const heard = { interval: 20, timeout: 4_000 };
const password = "Correct-Horse-7";
const newPassword = "Battery-Staple-8";
const secretKey = randomBytes(32);
const database = await createTestDatabase({ max: 20 });
const mailDirectory = mkdtempSync(join(tmpdir(), "daymark-account-"));
/** Two hosts that behave like two processes, because they share no caches. */
const [host, otherNode] = await Promise.all([
  createTestHost({ beside: { database, secretKey } }),
  createTestHost({ beside: { database, secretKey } }),
]);
const { send } = host;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  worker = await startWorker({
    connectionString: database.url,
    db: database.db,
    longWorkDb: database.db,
    limits: noLimits,
    config: {
      secretKey,
      publicUrl: "http://localhost",
      contactEmail: "operator@example.com",
      mailFrom: "Daymark <no-reply@localhost>",
      mailDirectory,
    },
    live: { publish: () => {} },
    pageCache: { invalidate: () => {} },
    uploads: createUploads(""),
    logs: { worker: quiet, mail: quiet },
  });
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([host.drop(), otherNode.drop()]);
  await database.drop();
  rmSync(mailDirectory, { recursive: true });
});

let count = 0;

/** Creates a user who signed up, opened the link and logged in, all over REST. */
async function signUp(headers: Record<string, string> = {}) {
  count++;
  const username = `Walker_${count}`;
  const email = `walker_${count}@example.com`;
  const body = { username, email, password, password_confirmation: password, agreement: true };
  expect((await send("POST", "/api/auth/register/", { body, headers })).status).toBe(201);
  const token = await linkIn(email, /verify-email\?token=([\w-]+)/);
  expect((await send("PATCH", `/api/verify-email/${token}/`)).status).toBe(200);
  return { username, email, ...(await logIn(username)) };
}

async function logIn(username: string, secret = password) {
  const { status, json } = await send("POST", "/api/auth/token/", { body: { username, password: secret } });
  expect(status).toBe(200);
  return json as { access: string; refresh: string };
}

async function mailsTo(email: string) {
  const names = readdirSync(mailDirectory)
    .filter((name) => name.endsWith(`Z-${email}.eml`))
    .sort();
  return Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(mailDirectory, name)))));
}

/** Waits for a mail with a link that matches, and returns what the pattern captures. */
async function linkIn(email: string, pattern: RegExp): Promise<string> {
  const found = async () => (await mailsTo(email)).map(({ text }) => pattern.exec(text ?? "")?.[1]).findLast(Boolean);
  await expect.poll(found, polling).toBeTruthy();
  return (await found()) ?? "";
}

function subjectsTo(email: string) {
  return expect.poll(async () => (await mailsTo(email)).map(({ subject }) => subject), polling);
}

test("known and unknown addresses get identical answers, and only the known one gets a mail", async () => {
  const { email } = await signUp();
  const ask = (address: string) => send("POST", "/api/send-reset-password/", { body: { email: address } });
  const [known, unknown] = [await ask(email), await ask("nobody@example.com")];
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  const names = ({ headers }: typeof known) => Object.keys(headers).sort();
  expect(names(known)).toEqual(names(unknown));
  expect(known.headers["content-length"]).toBe(unknown.headers["content-length"]);
  await linkIn(email, /reset-password\?token=([\w-]+)/);
  expect(await mailsTo("nobody@example.com")).toEqual([]);
});

test("a user can reset a forgotten password by mail, and every session ends on every instance", async () => {
  const { username, email, access, refresh } = await signUp({ "accept-language": "uk" });
  const profile = (node: typeof host) => node.send("GET", "/api/profile/", { token: access });
  expect([(await profile(host)).status, (await profile(otherNode)).status]).toEqual([200, 200]);
  await send("POST", "/api/send-reset-password/", { body: { email: email.toUpperCase() } });
  const token = await linkIn(email, /^http:\/\/localhost\/reset-password\?token=([\w-]+)$/m);
  expect((await send("POST", `/api/verify-reset-password/${token}/`)).status).toBe(200);
  const set = (secret: string, confirmation = secret) =>
    send("PATCH", `/api/reset-password/${token}/`, { body: { password: secret, password_confirmation: confirmation } });
  const { errors } = expectProblem(await set(newPassword, "other"), 400, "validation_failed");
  expect(Object.keys(errors)).toEqual(["password_confirmation"]);
  expect((await set(newPassword)).status).toBe(200);
  expectProblem(await set(newPassword), 400, "token_invalid");
  expectProblem(await send("POST", `/api/verify-reset-password/${token}/`), 400, "token_invalid");

  expectProblem(await profile(host), 401, "session_terminated");
  await expect.poll(async () => (await profile(otherNode)).status, heard).toBe(401);
  expectProblem(await send("POST", "/api/auth/token/refresh/", { body: { refresh } }), 401, "session_terminated");
  expectProblem(await send("POST", "/api/auth/token/", { body: { username, password } }), 401, "password_incorrect");
  await logIn(username, newPassword);
  await subjectsTo(email).toEqual(
    expect.arrayContaining(["Підтвердьте свою електронну адресу", "Задайте новий пароль", "Ваш пароль скинуто"]),
  );
});

test("a wrong password on an authenticated call gets 400, so no client refreshes its token and retries", async () => {
  const { access: token } = await signUp();
  const wrong = "Wrong-Horse-7";
  const calls = [
    send("PATCH", "/api/change-password/", {
      token,
      body: { password: wrong, new_password: newPassword, new_password_confirmation: newPassword },
    }),
    send("PATCH", "/api/change-username/", { token, body: { username: "Somebody_Else", password: wrong } }),
    send("PATCH", "/api/change-email/", { token, body: { email: "else@example.com", password: wrong } }),
    send("DELETE", "/api/delete-account/", { token, body: { password: wrong } }),
  ];
  for (const answer of await Promise.all(calls)) expectProblem(answer, 400, "password_incorrect");
});

test("a change of address takes effect through the link to the new one, and both addresses get mails", async () => {
  const { email, access: token } = await signUp();
  const next = `next.${email}`;
  expect((await send("PATCH", "/api/change-email/", { token, body: { email: next, password } })).status).toBe(200);
  expect((await send("GET", "/api/profile/", { token })).json).toMatchObject({ pending_email: next });
  const link = await linkIn(next, /^http:\/\/localhost\/verify-email\?token=([\w-]+)$/m);
  expect((await send("PATCH", `/api/verify-email/${link}/`)).status).toBe(200);
  expect((await send("GET", "/api/profile/", { token })).json).toMatchObject({
    pending_email: null,
    email_verified: true,
  });
  await subjectsTo(email).toEqual([
    "Confirm your email address",
    "A change to your email address was requested",
    "Your email address was changed",
  ]);
});

test("a taken name or address is a field error, and gets 409 when a link is opened", async () => {
  const [{ username, email }, { access: token, email: own }] = [await signUp(), await signUp()];
  const name = await send("PATCH", "/api/change-username/", {
    token,
    body: { username: username.toUpperCase(), password },
  });
  expect(expectProblem(name, 400, "validation_failed").errors).toEqual({ username: ["Username already exists."] });
  const address = await send("PATCH", "/api/change-email/", { token, body: { email: email.toUpperCase(), password } });
  expect(expectProblem(address, 400, "validation_failed").errors).toEqual({ email: ["Email already exists."] });

  const next = `next.${own}`;
  await send("PATCH", "/api/change-email/", { token, body: { email: next, password } });
  const link = await linkIn(next, /verify-email\?token=([\w-]+)/);
  await database.sql`update users set email = ${next} where email = ${email}`;
  expectProblem(await send("PATCH", `/api/verify-email/${link}/`), 409, "email_taken");
});

test("a verified user gets a message instead of another link, in both languages", async () => {
  const { token, email } = await host.createUser({ email_verified: true });
  const detailIn = async (language: string) => {
    const headers = { "accept-language": language };
    const answer = await send("POST", "/api/send-email-verification/", { token, body: {}, headers });
    return expectProblem(answer, 409, "conflict").detail;
  };
  expect(await detailIn("en")).toBe("Your email address is already verified.");
  expect(await detailIn("uk")).toBe("Вашу електронну адресу вже підтверджено.");
  expect(await host.readMails(email ?? "")).toEqual([]);
});

test("a user who cannot leave an unverified address yet reads how long they must wait, in both languages", async () => {
  const { access: token, username, email } = await signUp();
  await database.sql`update users set email_verified = false where username = ${username}`;
  await send("POST", "/api/send-reset-password/", { body: { email } });
  await linkIn(email, /reset-password\?token=([\w-]+)/);
  const detailsIn = async (language: string) => {
    const headers = { "accept-language": language };
    const answers = [
      await send("DELETE", "/api/delete-account/", { token, body: { password }, headers }),
      await send("PATCH", "/api/change-email/", { token, body: { email: `next.${email}`, password }, headers }),
    ];
    return answers.map((answer) => expectProblem(answer, 409, "conflict").detail);
  };
  const english =
    "A reset link was emailed to your unverified address. Verify the address first, or try again in an hour.";
  const ukrainian =
    "На вашу непідтверджену адресу надіслано посилання для зміни пароля. Спершу підтвердьте адресу або спробуйте за годину.";
  expect(await detailsIn("en")).toEqual([english, english]);
  expect(await detailsIn("uk")).toEqual([ukrainian, ukrainian]);
});

test("a user without a password gets a separate message for each action, in both languages", async () => {
  const { access: token, username } = await signUp();
  await database.sql`update users set password_hash = null where username = ${username}`;
  const body = { password, new_password: newPassword, new_password_confirmation: newPassword };
  for (const language of ["en", "uk"]) {
    const headers = { "accept-language": language };
    const answers = [
      await send("POST", "/api/auth/token/", { body: { username, password }, headers }),
      await send("PATCH", "/api/change-password/", { token, body, headers }),
      await send("PATCH", "/api/change-email/", { token, body: { email: "else@example.com", password }, headers }),
    ];
    const words = answers.map((answer) => expectProblem(answer, 403, "third_party_account").detail);
    expect(new Set(words).size).toBe(3);
  }
});

test("a deleted account is gone on every instance, and its address can be used again", async () => {
  const { username, email, access: token } = await signUp();
  expect((await otherNode.send("GET", "/api/profile/", { token })).status).toBe(200);
  expect((await send("GET", "/api/delete-account/", { token })).json).toMatchObject({ habits: 0, sessions: 1 });
  expectProblem(await send("DELETE", "/api/delete-account/", { token }), 400, "validation_failed");
  const answer = await send("DELETE", "/api/delete-account/", { token, body: { password } });
  expect([answer.status, answer.json]).toEqual([200, { detail: expect.stringMatching(/^\p{Lu}.+[.!]$/u) }]);
  expectProblem(await send("GET", "/api/profile/", { token }), 401, "session_terminated");
  const there = async () => (await otherNode.send("GET", "/api/profile/", { token })).status;
  await expect.poll(there, heard).toBe(401);
  const again = { username, email, password, password_confirmation: password, agreement: true };
  expect((await send("POST", "/api/auth/register/", { body: again })).status).toBe(201);
});

test("a GET of a link's token does not use it, because mail programs open links in advance", async () => {
  const { username, email } = await signUp();
  await send("POST", "/api/send-reset-password/", { body: { email } });
  const token = await linkIn(email, /reset-password\?token=([\w-]+)/);
  for (const name of ["reset-password", "verify-reset-password", "verify-email", "not-me"]) {
    expectProblem(await send("GET", `/api/${name}/${token}/`), 405, "method_not_allowed");
  }
  for (const name of ["account.resetPassword", "account.verifyPasswordReset", "auth.verifyEmail"]) {
    const input = encodeURIComponent(JSON.stringify({ json: { token } }));
    expect((await send("GET", `/trpc/${name}?input=${input}`)).status).toBe(404);
  }
  const body = { password: newPassword, password_confirmation: newPassword };
  expect((await send("PATCH", `/api/reset-password/${token}/`, { body })).status).toBe(200);
  await logIn(username, newPassword);
});

test("the newsletter call returns the new subscription", async () => {
  const { email, access: token } = await signUp();
  const set = (body: object) => send("POST", "/api/newsletter/", { token, body });
  expect((await set({ subscribe: true })).json).toEqual({ newsletter_subscriber: true });
  expectProblem(await set({ subscribe: false }), 400, "validation_failed");
  expectProblem(await set({ subscribe: false, email: "else@example.com" }), 400, "email_mismatch");
  expect((await set({ subscribe: false, email: email.toUpperCase() })).json).toEqual({ newsletter_subscriber: false });
});

test("“this was not me” over REST ends all sessions on every instance", async () => {
  const { username, email, access } = await signUp();
  const thief = await send("POST", "/api/auth/token/", {
    body: { username, password },
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  });
  const link = await linkIn(email, /^http:\/\/localhost\/not-me\?token=([\w-]+)$/m);
  expect((await otherNode.send("POST", `/api/not-me/${link}/`)).status).toBe(200);
  for (const token of [access, thief.json.access]) {
    const status = async () => (await send("GET", "/api/profile/", { token })).status;
    await expect.poll(status, heard).toBe(401);
  }
  expectProblem(await send("POST", `/api/not-me/${link}/`), 400, "token_invalid");
  await linkIn(email, /reset-password\?token=([\w-]+)/);
});

test("no password, address or link of these tests is in a log or in the database", async () => {
  const logs = host.readLogs() + otherNode.readLogs();
  expect(logs.length).toBeGreaterThan(1000);
  const mails = readdirSync(mailDirectory).map((name) => readFileSync(join(mailDirectory, name), "utf8"));
  const tokens = mails.flatMap((raw) => [...raw.matchAll(/token=([\w-]{22,})/g)].map(([, token]) => token ?? ""));
  expect(tokens.length).toBeGreaterThan(10);
  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const dump = await Promise.all(
    tables.map(({ name }) => database.sql.unsafe(`select row_to_json(it)::text from ${name} as it`)),
  );
  const held = JSON.stringify(dump);
  for (const secret of [password, newPassword, ...tokens]) {
    expect(logs).not.toContain(secret);
    expect(held).not.toContain(secret);
  }
  expect(logs).not.toMatch(/walker_\d+@example/i);
});
