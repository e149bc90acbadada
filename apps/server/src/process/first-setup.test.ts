import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStoredSettings } from "@daymark/api/installation/stored-settings";
import { insertUser } from "@daymark/auth/testing";
import { createTestDatabase } from "@daymark/db/testing";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { readEnv } from "../environment/env.ts";
import { createTestHost, expectProblem } from "../testing.ts";
import { openSetup, setupCodeFile } from "./first-setup.ts";

const polling = { interval: 50, timeout: 20_000 };
const secretKey = "a secret key of this test";
const admin = {
  ...{ language: "uk", username: "olena", email: "olena@example.org" },
  ...{ password: "Correct-Horse-7", password_confirmation: "Correct-Horse-7" },
};
const smtp = {
  ...{ smtp_host: "mail.example.org", smtp_port: 587, smtp_security: "starttls" },
  ...{ smtp_username: "daymark@example.org", smtp_password: "p@ss/word", mail_from: "no-reply@example.org" },
};

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

/** A node of an installation whose database has no admin. */
async function startNode(database: Database, variables: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "daymark-setup-"));
  const env = readEnv(directory, { SECRET_KEY: secretKey, ...variables });
  const lines: string[] = [];
  const sent: unknown[] = [];
  let restarts = 0;
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const { db, url } = database.serving;
  const { setup, close } = await openSetup({
    ...{ env, db, url: "http://127.0.0.1:3000", print: (line) => void lines.push(line), log: quiet },
    pubsub: { directUrl: url, redisUrl: undefined, log: quiet },
    sendTest: async (mail) => {
      sent.push(mail);
      return "refused";
    },
    restart: () => {
      restarts += 1;
    },
  });
  const host = await createTestHost({ beside: { database, secretKey: Buffer.from(secretKey) }, services: { setup } });
  onTestFinished(async () => {
    await host.drop();
    await close();
    rmSync(directory, { recursive: true });
  });
  const file = join(env.dataDirectory, setupCodeFile);
  const post = (path: string, body: object) => host.send("POST", `/api/setup/${path}`, { body });
  return { host, env, setup, file, lines, sent, post, restarts: () => restarts, code: () => readCode(file) };
}

function readCode(file: string): string {
  return readFileSync(file, "utf8").trim();
}

async function createDatabase() {
  const database = await createTestDatabase({ max: 10 });
  drops.push(database.drop);
  return database;
}
const drops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
});

test("only the operator learns the code: by a line at the start, and by a file that other users cannot read", async () => {
  const { host, file, lines, code, post } = await startNode(await createDatabase());
  expect(lines).toEqual([
    `Daymark has no admin yet. Open http://127.0.0.1:3000/setup and enter the code ${code()} (also in ${file}).`,
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(host.readLogs()).not.toContain(code());
  expect((await post("code/", { code: code() })).json).toEqual({
    ...{ language: null, sign_up: null, plans: null, default_plan: null },
    ...{ public_url: null, mail_from: null, has_smtp: false },
  });
});

test("a wrong code is refused beside its field, and too many replace the code, also where rate limits are off", async () => {
  const database = await createDatabase();
  const { lines, code, post } = await startNode(database);
  const old = code();
  await database.sql`update setup_codes set failures = 980`;
  for (let count = 0; count < 20; count++) {
    const { errors } = expectProblem(await post("code/", { code: "AAAA-BBBB-CCCC-DDDD" }), 400, "validation_failed");
    expect(errors.code).toHaveLength(1);
  }
  expect(code()).not.toBe(old);
  expect(lines[1]).toContain(`enter the code ${code()}`);
  expectProblem(await post("code/", { code: old }), 400, "validation_failed");
  expect((await post("code/", { code: code() })).status).toBe(200);
});

test("wrong codes of parallel calls on two nodes count together, and both nodes tell the new code", async () => {
  const database = await createDatabase();
  const [one, other] = [await startNode(database), await startNode(database)];
  expect(other.code()).toBe(one.code());
  const old = one.code();
  await database.sql`update setup_codes set failures = 980`;
  const guesses = Array.from({ length: 20 }, (_, index) =>
    (index % 2 ? one : other).post("code/", { code: `${index}` }),
  );
  for (const guess of await Promise.all(guesses)) expect(guess.status).toBe(400);
  await expect.poll(() => [one.code() === old, other.code() === one.code()], polling).toEqual([false, true]);
  expect((await other.post("code/", { code: one.code() })).status).toBe(200);
});

test("the first admin has a verified address and can log in, and the setup is over", async () => {
  const database = await createDatabase();
  const { host, file, code, post } = await startNode(database);
  const given = code();
  const created = await post("", { code: given, ...admin });
  expect([created.status, created.json]).toEqual([201, { username: "olena", public_url: null }]);
  const [row] = await database.sql`select email, email_verified, is_staff, signed_up, language from users`;
  expect(row).toEqual({ email: admin.email, email_verified: true, is_staff: true, signed_up: false, language: "uk" });
  const logIn = { username: admin.username, password: admin.password };
  expect((await host.send("POST", "/api/auth/token/", { body: logIn })).status).toBe(200);
  expect(existsSync(file)).toBe(false);
  for (const [path, body] of [
    ["code/", {}],
    ["test-mail/", { to: "olena@example.org" }],
    ["", { ...admin, username: "second", email: "second@example.org" }],
  ] as const) {
    expectProblem(await post(path, { code: given, ...body }), 404, "not_found");
  }
  expect(await database.sql`select action, target, outcome from admin_actions`).toMatchObject([
    { action: "setup.create", target: expect.stringMatching(/^user \d+$/), outcome: "done" },
  ]);
});

test("of people who finish at the same time one becomes the admin, and the others get 404", async () => {
  const database = await createDatabase();
  const [one, other] = [await startNode(database), await startNode(database)];
  const given = one.code();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? one : other).post("", {
        ...{ ...admin, code: given, username: `person_${index}`, email: `person_${index}@example.org` },
        sign_up: index % 2 ? "closed" : "invite",
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(404)]);
  expect(await database.sql`select 1 from users`).toHaveLength(1);
  expect(await database.sql`select 1 from installation_settings`).toHaveLength(1);
});

test("the settings are stored for all nodes, which start again with them, and no database dump has the password", async () => {
  const database = await createDatabase();
  const [one, other] = [await startNode(database), await startNode(database)];
  const chosen = { sign_up: "invite", plans: "off", default_plan: "paid", public_url: "https://habits.example.org/" };
  const created = await one.post("", { code: one.code(), ...admin, ...chosen, ...smtp });
  expect(created.json).toEqual({ username: "olena", public_url: "https://habits.example.org" });
  expect(created.text).not.toContain("p@ss");
  await expect.poll(() => [one.restarts() > 0, other.restarts() > 0], polling).toEqual([true, true]);
  const rows = await database.sql`select installation_settings::text as row from installation_settings`;
  expect(rows).toHaveLength(6);
  for (const { row } of rows) expect(row).not.toMatch(/p@ss|p%40ss|example|invite|paid/);

  const settings = one.env.chosenWith(await readStoredSettings(database.serving.db, one.env));
  expect(settings).toEqual({
    publicUrl: "https://habits.example.org",
    smtpUrl: "smtp://daymark%40example.org:p%40ss%2Fword@mail.example.org:587",
    mailFrom: "Daymark <no-reply@example.org>",
    installation: {
      ...{ plans: "off", defaultPlan: "paid", signUp: "invite", proxyLogOutUrl: null },
      ...{ clientDocuments: "on", hasPublicUrl: true },
    },
  });
});

test("a variable that is set wins over what was stored, and needs no secret key of then", async () => {
  const database = await createDatabase();
  const { code, post } = await startNode(database);
  await post("", { code: code(), ...admin, sign_up: "invite", ...smtp });
  const variables = { SECRET_KEY: "another secret key", SIGN_UP: "closed", SMTP_URL: "smtp://127.0.0.1" };
  const directory = mkdtempSync(join(tmpdir(), "daymark-setup-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const later = readEnv(directory, { ...variables, MAIL_FROM: "a@example.org" });
  const settings = later.chosenWith(await readStoredSettings(database.serving.db, later));
  expect(settings).toMatchObject({ smtpUrl: "smtp://127.0.0.1", installation: { signUp: "closed" } });

  const lost = readEnv(directory, variables);
  await expect(readStoredSettings(database.serving.db, lost)).rejects.toThrow(
    /^MAIL_FROM was chosen at the first start and is encrypted with another SECRET_KEY: /,
  );
});

test("the page shows what variables decide and does not store it, and without other input the server does not restart", async () => {
  const database = await createDatabase();
  const node = await startNode(database, {
    ...{ PLANS: "off", SIGN_UP: "closed", DEFAULT_PLAN: "paid", ADMIN_LANGUAGE: "uk" },
    ...{ PUBLIC_URL: "https://habits.example.org", MAIL_FROM: "Habits <h@example.org>" },
    SMTP_URL: "smtps://name:secret@mail.example.org",
  });
  const told = await node.post("code/", { code: node.code() });
  expect(told.json).toEqual({
    ...{ language: "uk", sign_up: "closed", plans: "off", default_plan: "paid" },
    ...{ public_url: "https://habits.example.org", mail_from: "Habits <h@example.org>", has_smtp: true },
  });
  expect(told.text).not.toContain("secret");
  await node.post("test-mail/", { code: node.code(), to: "olena@example.org", ...smtp });
  expect(node.sent).toMatchObject([{ to: "olena@example.org", smtpUrl: undefined, mailFrom: undefined }]);
  const others = { language: "en", sign_up: "open", plans: "on", public_url: "https://other.example.org", ...smtp };
  expect((await node.post("", { code: node.code(), ...admin, ...others })).status).toBe(201);
  expect(await database.sql`select 1 from installation_settings`).toHaveLength(0);
  expect((await database.sql`select plan, language from users`)[0]).toEqual({ plan: "paid", language: "uk" });
  expect(node.restarts()).toBe(0);
});

test("the rules of sign-up apply to the first admin, with errors beside the fields", async () => {
  const { code, post } = await startNode(await createDatabase());
  const refused = await post("", { code: code(), ...admin, username: "no!", password: "12345678", smtp_host: "a b" });
  const { errors } = expectProblem(refused, 400, "validation_failed");
  expect(Object.keys(errors).sort()).toEqual(["password", "password_confirmation", "smtp_host", "username"]);
  const personal = { password: "Olena-olena-1", password_confirmation: "Olena-olena-1" };
  expectProblem(await post("", { code: code(), ...admin, ...personal }), 400, "validation_failed");
  for (const public_url of ["habits.example.org", "ftp://example.org", "https://example.org/path", "https://a:b@c.d"]) {
    const told = expectProblem(await post("", { code: code(), ...admin, public_url }), 400, "validation_failed");
    expect(Object.keys(told.errors)).toEqual(["public_url"]);
  }
  expect((await post("", { code: code(), ...admin })).status).toBe(201);
});

test("a mail server that no start could use is refused beside its field", async () => {
  const database = await createDatabase();
  const { env, code, post } = await startNode(database);
  const refused = [
    ...["mail.example.org:587", "[2001:db8::25]", "2001:db8::g", "-mail"].map((smtp_host) => ({ smtp_host })),
    { smtp_host: "mail.example.org", smtp_username: "n", smtp_password: "\ud800" },
  ];
  for (const wrong of refused) {
    const told = expectProblem(await post("", { code: code(), ...admin, ...wrong }), 400, "validation_failed");
    expect(Object.keys(told.errors)).toEqual([Object.keys(wrong).at(-1)]);
    const trial = { code: code(), to: admin.email, ...wrong };
    expectProblem(await post("test-mail/", trial), 400, "validation_failed");
  }
  expect((await post("", { code: code(), ...admin, smtp_host: "2001:db8::25" })).status).toBe(201);
  const { smtpUrl } = env.chosenWith(await readStoredSettings(database.serving.db, env));
  expect(smtpUrl).toBe("smtps://[2001:db8::25]:465");
});

test("an installation with an admin has no code, and neither has one whose users log in elsewhere", async () => {
  const database = await createDatabase();
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", PASSWORD_LOGIN: "off" };
  const closed = await startNode(database, google);
  await insertUser(database.db, { is_staff: true });
  for (const { lines, file, post } of [closed, await startNode(database)]) {
    expect([lines, existsSync(file)]).toEqual([[], false]);
    expectProblem(await post("code/", { code: "AAAA-BBBB-CCCC-DDDD" }), 404, "not_found");
  }
});

test("an admin who is made by a command ends the first start on a running server", async () => {
  const database = await createDatabase();
  const { code, file, post } = await startNode(database);
  const given = code();
  await insertUser(database.db, { is_staff: true });
  expectProblem(await post("", { code: given, ...admin }), 404, "not_found");
  expect(existsSync(file)).toBe(false);
});
