import { createLimits } from "@daymark/auth/limits/rate-limit";
import { afterAll, expect, test } from "vitest";
import { keyOf } from "../testing.ts";
import { createAccountApi, newPassword } from "./testing.ts";

const api = await createAccountApi({ limits: createLimits });
const { guestWith } = api;
afterAll(api.drop);

let networks = 0;

/** Asks for a reset from a new network, and answers as the worker does. */
async function requestReset(email: string): Promise<unknown> {
  networks += 1;
  const answer = await guestWith({ address: `203.0.113.${networks}` }).account.sendPasswordReset({ email });
  await api.answerResets();
  return answer;
}

/** Sets a new password by the link in the newest mail. */
async function reset(email: string): Promise<unknown> {
  const token = await api.tokenTo(email, "reset_password");
  const passwords = { password: newPassword, password_confirmation: newPassword };
  return keyOf(guestWith({}).account.resetPassword({ token, ...passwords }));
}

test("an address gets twenty resets an hour from all networks, then a valid link at any time, and one answer always", async () => {
  const owner = await api.insert({ email: "popular@example.org" });
  const answers: unknown[] = [];
  for (let request = 0; request < 22; request += 1) {
    answers.push(await requestReset(owner.email), await requestReset("nobody.popular@example.org"));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ detail: "password_reset_sent" })]),
  );
  expect(await api.mailsTo(owner.email, "reset_password")).toHaveLength(20);
  expect(await api.eventsOf(owner)).toHaveLength(20);
  expect(await reset(owner.email)).toBe("accepted");
  // The link is used, so the owner who forgets the new password gets another one; strangers' repeats get none.
  for (let request = 0; request < 3; request += 1) await requestReset(owner.email);
  expect(await api.mailsTo(owner.email, "reset_password")).toHaveLength(21);
  expect(await reset(owner.email)).toBe("accepted");
});

test("an account without a password gets twenty mails about its provider an hour", async () => {
  const owner = await api.insert({ email: "linked@example.org", password_hash: null });
  for (let request = 0; request < 22; request += 1) await requestReset(owner.email);
  expect(await api.mailsTo(owner.email, "reset_third_party")).toHaveLength(20);
});
