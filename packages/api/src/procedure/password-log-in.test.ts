import { hashPassword } from "@daymark/auth/password/password";
import { featureSwitches } from "@daymark/db/schema/admin";
import { passwordException } from "@daymark/domain/operator/feature-switch";
import { afterAll, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);

const password = "Correct-Horse-7";
const refused = { key: "permission_denied", values: { reason: "password" } };
const { user } = await api.createUser({ email_verified: true, password_hash: await hashPassword(password) });
const credentials = { username: user.username, password };
const off = api.guestWith({ isPasswordLogInOn: false });

test("without PASSWORD_LOGIN, right and wrong passwords, sign-ups and resets get the same refusal", async () => {
  for (const given of [credentials, { ...credentials, password: "Wrong-Horse-7" }, { username: "nobody", password }]) {
    await expect(off.auth.login(given)).rejects.toMatchObject(refused);
  }
  const sign = { username: "new", email: "new@example.com", password, password_confirmation: password };
  await expect(off.auth.register({ ...sign, agreement: true })).rejects.toMatchObject(refused);
  await expect(off.account.sendPasswordReset({ email: user.email })).rejects.toMatchObject(refused);
  expect(await api.guest.auth.login(credentials)).toMatchObject({ access: expect.any(String) });
});

test("without PASSWORD_LOGIN, an account gets no first password", async () => {
  const owner = await api.createUser({ email_verified: true, password_hash: null });
  const given = { password, password_confirmation: password };
  await expect(owner.callerWith({ isPasswordLogInOn: false }).account.addPassword(given)).rejects.toMatchObject(
    refused,
  );
  expect(await owner.caller.account.addPassword(given)).toEqual({ detail: "password_added" });
});

test("the operator's exception allows passwords for an hour", async () => {
  const values = { name: passwordException, is_on: true, changed_at: new Date(noon) };
  await api.db.insert(featureSwitches).values(values);
  const at = (now: number) => api.guestWith({ isPasswordLogInOn: false, now });
  expect(await at(noon + 3_599_999).auth.login(credentials)).toMatchObject({ access: expect.any(String) });
  await expect(at(noon + 3_600_000).auth.login(credentials)).rejects.toMatchObject(refused);
});
