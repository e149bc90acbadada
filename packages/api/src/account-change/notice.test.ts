import { hashPassword } from "@daymark/auth/password/password";
import { mails } from "@daymark/db/schema/mail";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccountApi, newPassword, password } from "../account/testing.ts";
import { keyOf, noon } from "../testing.ts";
import { noticesOfKindMax } from "./notice.ts";

// Without rate limits, as with RATE_LIMIT=off: the cap applies all the same.
const api = await createAccountApi();
const { clock, db, guest } = api;
afterAll(api.drop);
beforeEach(async () => {
  clock.now = noon;
  await db.delete(mails);
});

const templatesTo = async (email: string) => (await api.mailsTo(email)).map(({ template }) => template);

/** Makes the mails of the outbox an hour old, by the database's clock, which the cap uses. */
const passAnHour = () => db.update(mails).set({ created_at: sql`now() - interval '1 hour'` });

test("sixty renames send three mails, and all are in the history", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null });
  for (let index = 0; index < 60; index++) await caller.account.changeUsername({ username: `rename_${index}` });
  expect(await templatesTo(user.email)).toEqual(Array(noticesOfKindMax).fill("username_changed"));
  expect(await api.eventsOf(user)).toEqual(Array(60).fill("username_changed"));
  await passAnHour();
  await caller.account.changeUsername({ username: "renamed_later" });
  expect((await templatesTo(user.email)).length).toBe(noticesOfKindMax + 1);
});

test("twenty parallel renames send at most three mails", async () => {
  const { user, caller } = await api.createOwner({ password_hash: null });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => caller.account.changeUsername({ username: `parallel_${index}` })),
  );
  expect((await templatesTo(user.email)).length).toBe(noticesOfKindMax);
});

test("many notices of one kind do not suppress notices of other kinds", async () => {
  const { user, caller } = await api.createOwner();
  for (let index = 0; index < 10; index++)
    await caller.account.changeUsername({ username: `noise_${index}`, password });
  await caller.apiKey.create({ name: "Script", scopes: ["read"] });
  await caller.account.changeEmail({ email: `next.${user.email}`, password });
  await caller.account.changePassword({ password, new_password: newPassword, new_password_confirmation: newPassword });
  expect((await templatesTo(user.email)).slice(noticesOfKindMax)).toEqual([
    "api_key_created",
    "email_change_asked",
    "password_changed",
  ]);
});

test("each user has a separate limit for notices", async () => {
  const [first, second] = [await api.createOwner(), await api.createOwner()];
  for (let index = 0; index < 4; index++) {
    await first.caller.account.changeUsername({ username: `first_${index}`, password });
  }
  await second.caller.account.changeUsername({ username: "second_renamed", password });
  expect(await templatesTo(second.user.email)).toEqual(["username_changed"]);
});

test("an unverified address gets no notices, but the events are in the history", async () => {
  const { user, caller } = await api.createOwner({ email_verified: false });
  await caller.account.changeUsername({ username: "unverified_renamed", password });
  await caller.apiKey.create({ name: "Script", scopes: ["read"] });
  for (const userAgent of ["curl/8", "Wget/1"]) await api.logIn({ username: "unverified_renamed" }, { userAgent });
  expect(await api.mailsTo(user.email)).toEqual([]);
  expect(await api.eventsOf(user)).toEqual(["username_changed", "api_key_created", "logged_in", "logged_in"]);
});

test("during a change of address, notices go to the verified address and not to the new one", async () => {
  const { user, caller } = await api.createOwner({ password_hash: await hashPassword(password) });
  const next = `next.${user.email}`;
  await caller.account.changeEmail({ email: next, password });
  await caller.apiKey.create({ name: "Script", scopes: ["read"] });
  expect(await templatesTo(user.email)).toEqual(["email_change_asked", "api_key_created"]);
  expect(await templatesTo(next)).toEqual(["verify_new_email"]);
});

test("a new-device mail that is suppressed keeps the link of the previous mail valid", async () => {
  const { user } = await api.createOwner();
  for (const userAgent of ["curl/8", "Wget/1", "HTTPie/3", "Lynx/2", "Links/2", "w3m/0"]) {
    await api.logIn(user, { userAgent });
  }
  expect(await templatesTo(user.email)).toEqual(Array(noticesOfKindMax).fill("new_device"));
  const link = (await api.mailsTo(user.email, "new_device")).at(-1)?.values.link ?? "";
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(await keyOf(guest.account.reportNotMe({ token }))).toBe("accepted");
});
