import { hash } from "node:crypto";
import { emailTokens, users } from "@daymark/db/schema/user";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { noon } from "../testing.ts";
import { createAuthApi, hour, registration, wrongFieldsOf } from "./testing.ts";

const api = await createAuthApi();
const { db, clock, guest, register, logIn } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.execute(sql`truncate mails`);
});

test("a registration creates an account that can log in, and sends a mail with a link", async () => {
  const input = registration({ newsletter: true });
  const answer = await api
    .guestWith({ language: "uk", timezone: "Europe/Kyiv", now: noon + hour })
    .auth.register(input);
  expect(answer).toEqual({ detail: "registered", username: input.username });
  const [user] = await db.select().from(users).where(eq(users.email, input.email));
  expect(user).toMatchObject({
    username: input.username,
    email_verified: false,
    is_staff: false,
    plan: "free",
    newsletter_subscriber: true,
    language: "uk",
    timezone: "Europe/Kyiv",
    date_joined: new Date(noon + hour),
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(await api.readMails()).toEqual([
    {
      template: "verify_email",
      to: input.email,
      language: "uk",
      values: {
        username: input.username,
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{22,}$/),
      },
    },
  ]);
  expect((await logIn(input.username)).access).toBeTruthy();
});

test("an address is the same in every spelling of its domain at registration, log-in and reset", async () => {
  const spellings = ["reader@ｅxample.com", "reader@EXAMPLE。com", "reader@example.com"];
  const { user } = await register({ email: "reader@example.com" });
  for (const email of spellings) {
    expect(await wrongFieldsOf(guest.auth.register(registration({ email })))).toEqual({
      email: [{ code: "email_taken" }],
    });
    const { caller } = await logIn(email);
    expect(await caller.auth.profile({})).toMatchObject({
      username: user.username,
      hashed_email: hash("sha256", "reader@example.com"),
    });
    // By then the link for the previous spelling has expired.
    clock.now += hour;
    await guest.account.sendPasswordReset({ email });
    await api.answerResets();
    expect((await api.readMails()).at(-1)).toMatchObject({ template: "reset_password", to: "reader@example.com" });
    await db.execute(sql`truncate mails`);
  }
});

test("a taken name or address is refused in any case, and every wrong field gets its error", async () => {
  const { username, email } = await register();
  expect(await wrongFieldsOf(guest.auth.register(registration({ username: username.toUpperCase() })))).toEqual({
    username: [{ code: "username_taken" }],
  });
  expect(await wrongFieldsOf(guest.auth.register(registration({ email: email.toUpperCase() })))).toEqual({
    email: [{ code: "email_taken" }],
  });
  expect(
    await wrongFieldsOf(
      guest.auth.register(
        registration({ username, email, password: "Password1!", password_confirmation: "Password1!" }),
      ),
    ),
  ).toEqual({
    username: [{ code: "username_taken" }],
    email: [{ code: "email_taken" }],
    password: [{ code: "password_common" }],
  });
});

test("20 parallel registrations of one name create exactly one account and send one mail", async () => {
  const username = "Only_One";
  const calls = Array.from({ length: 20 }, (_, index) =>
    wrongFieldsOf(guest.auth.register(registration({ username: index % 2 ? username : username.toLowerCase() }))),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  for (const answer of answers.filter((answer) => answer !== "accepted")) {
    expect(answer).toEqual({ username: [{ code: "username_taken" }] });
  }
  expect((await api.readMails()).length).toBe(1);
  expect(
    (await api.sql`select * from graphile_worker.jobs where task_identifier = 'send_mail'`).length,
  ).toBeGreaterThan(0);
});

test("20 parallel registrations of one address create exactly one account", async () => {
  const email = "only.one@example.com";
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => wrongFieldsOf(guest.auth.register(registration({ email })))),
  );
  expect(answers.filter((answer) => answer === "accepted").length).toBe(1);
  expect(answers).toContainEqual({ email: [{ code: "email_taken" }] });
});

test("a registration that fails leaves neither an account nor a mail", async () => {
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await db.execute(sql`create trigger refuse before insert on mails for each row execute function refuse()`);
  const input = registration();
  await expect(guest.auth.register(input)).rejects.toThrow();
  await db.execute(sql`drop trigger refuse on mails`);
  expect(await db.select().from(users).where(eq(users.email, input.email))).toEqual([]);
  expect(await db.select().from(emailTokens).where(eq(emailTokens.email, input.email))).toEqual([]);
  expect(await wrongFieldsOf(guest.auth.register(input))).toBe("accepted");
});

test("a password that contains the user's own name is refused as personal", async () => {
  const own = { username: "Marigold_77", password: "mARIGOLD_77!", password_confirmation: "mARIGOLD_77!" };
  expect(await wrongFieldsOf(guest.auth.register(registration(own)))).toEqual({
    password: [{ code: "password_personal" }],
  });
});

test("a registration cannot set rights or a plan", async () => {
  for (const extra of [{ is_staff: true }, { plan: "paid" }, { email_verified: true }, { id: 1 }]) {
    const [member = ""] = Object.keys(extra);
    const input = registration(extra);
    expect(await wrongFieldsOf(guest.auth.register(input))).toMatchObject({ cause: expect.anything() });
    expect(await db.select().from(users).where(eq(users.username, input.username)), member).toEqual([]);
  }
});
