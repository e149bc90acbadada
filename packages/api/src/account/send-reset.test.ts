import { noLimits } from "@daymark/auth/limits/rate-limit";
import { identities } from "@daymark/db/schema/identity";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fieldsOf, noon } from "../testing.ts";
import { sendReset } from "./send-reset.ts";
import { createAccountApi } from "./testing.ts";

const api = await createAccountApi();
const { db, clock, guest } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

/** The rows that a request leaves until the worker runs. */
async function trace() {
  const [counts] = await api.sql`
    select (select count(*) from mails) as mails, (select count(*) from email_tokens) as tokens,
      (select count(*) from security_events) as events, (select count(*) from graphile_worker.jobs) as jobs`;
  return counts;
}

test("known, unknown, third-party and unverified addresses get the same answer and cost the same statements", async () => {
  const [known, unverified, thirdParty, inactive] = [
    await api.insert(),
    await api.insert({ email_verified: false }),
    await api.insert({ password_hash: null }),
    await api.insert({ is_active: false }),
  ];
  const { db: counted, statements } = await api.countStatements();
  const caller = api.guestWith({ db: counted });
  const emails = [known, unverified, thirdParty, inactive].map(({ email }) => email).concat("nobody@example.com");
  const before = await trace();
  const shapes = [];
  for (const email of emails) {
    statements.length = 0;
    expect(await caller.account.sendPasswordReset({ email })).toEqual({ detail: "password_reset_sent" });
    shapes.push([...statements]);
  }
  expect(shapes[0]?.length).toBe(1);
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  // Each request left only a job.
  expect(await trace()).toEqual({ ...before, jobs: String(Number(before?.jobs) + emails.length) });

  expect(await api.answerResets()).toBe(emails.length);
  expect((await api.readMails()).map(({ to, template }) => [to, template])).toEqual([
    [known.email, "reset_password"],
    [unverified.email, "reset_password"],
    [thirdParty.email, "reset_third_party"],
  ]);
});

test("a queued request contains no readable address", async () => {
  await guest.account.sendPasswordReset({ email: "Hidden.Reader@example.com" });
  const rows = await api.sql`select payload::text as payload, * from graphile_worker._private_jobs`;
  expect(JSON.stringify(rows).length).toBeGreaterThan(100);
  expect(JSON.stringify(rows)).not.toMatch(/hidden|reader@/i);
  await api.answerResets();
  expect(
    (await api.sql`select * from graphile_worker._private_jobs where payload ->> 'request' is not null`).length,
  ).toBe(0);
});

test("the mail uses the stored language and address, and a link from the configuration", async () => {
  const user = await api.insert({ language: "uk" });
  await api.guestWith({ language: "en" }).account.sendPasswordReset({ email: ` ${user.email.toUpperCase()} ` });
  await api.answerResets();
  expect(await api.mailsTo(user.email)).toMatchObject([
    {
      language: "uk",
      values: {
        username: user.username,
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]{22,}$/),
      },
    },
  ]);
});

test("an account without a password gets a mail that names its provider, and no reset link", async () => {
  const user = await api.insert({ password_hash: null });
  await db.insert(identities).values({ provider: "google", subject: "1", user_id: user.id });
  await guest.account.sendPasswordReset({ email: user.email });
  await api.answerResets();
  expect(await api.mailsTo(user.email)).toMatchObject([
    { template: "reset_third_party", values: { provider: "google", link: "http://127.0.0.1:3000/login" } },
  ]);
  expect((await api.sql`select * from email_tokens where user_id = ${user.id}`).length).toBe(0);
  expect(await api.eventsOf(user)).toEqual(["password_reset_asked"]);
});

test("a request processed twice, as after a crash, leaves one valid link", async () => {
  const user = await api.insert();
  const outbox = { ...api.outbox, enqueue: async () => {}, enqueueReset: async () => {} };
  const request = { email: user.email, client: { address: "127.0.0.1", userAgent: "" } };
  for (let time = 0; time < 2; time++) await sendReset({ db, outbox, limits: noLimits, now: () => noon }, request);
  expect((await api.sql`select * from email_tokens where user_id = ${user.id}`).length).toBe(1);
});

test("an invalid address gets a field error", async () => {
  for (const email of ["", "nobody", "a@b@c", "x\r\nBcc: victim@example.com"]) {
    expect(await fieldsOf(guest.account.sendPasswordReset({ email }))).toEqual({ email: [expect.any(String)] });
  }
});
