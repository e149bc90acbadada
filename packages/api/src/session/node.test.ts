import { codeAt } from "@daymark/auth/testing";
import { afterAll, expect, test } from "vitest";
import { createTestApi } from "../testing.ts";
import { createPerson, createProtectedPerson, minute, password } from "../two-factor/testing.ts";

const api = await createTestApi();
const { clock } = api;
const there = await api.startOtherNode();
afterAll(api.drop);

type Login = Awaited<ReturnType<Awaited<ReturnType<typeof createPerson>>["logIn"]>>;

/** Makes the other node cache the caller, so that only a notice can invalidate it. */
async function remembered(login: Login): Promise<Login> {
  expect(await there.authenticate(login.access)).toMatchObject({ session: { id: login.id } });
  return login;
}

/** Expects that this node refuses it at once, and the other node as soon as the notice has arrived. */
async function expectOver(login: Login) {
  expect(await login.isOver()).toBe(true);
  await expect
    .poll(() => there.authenticate(login.access), { interval: 20, timeout: 20_000 })
    .toBe("session_terminated");
}

test("a session ended from another session is over on every instance", async () => {
  const person = await createPerson(api);
  const [ended, login] = [await remembered(await person.logIn()), await person.logIn()];
  await login.caller.session.end({ id: ended.id });
  await expectOver(ended);
});

test("sessions ended together are over on every instance", async () => {
  const person = await createPerson(api);
  const logins = [await remembered(await person.logIn()), await remembered(await person.logIn())] as const;
  await logins[0].caller.session.endAll({});
  for (const login of logins) await expectOver(login);
});

test("a session that was logged out is over on every instance", async () => {
  const login = await remembered(await (await createPerson(api)).logIn());
  await api.guest.auth.blacklist({ refresh: login.refresh });
  await expectOver(login);
});

test("enabling the second factor ends the other sessions on every instance, and keeps the calling one", async () => {
  const person = await createPerson(api);
  const [other, login] = [await remembered(await person.logIn()), await remembered(await person.logIn())];
  const { secret } = await login.caller.twoFactor.generate({ password });
  await login.caller.twoFactor.verify({ code: codeAt(secret, clock.now) });
  await expectOver(other);
  await remembered(login);
});

test("disabling the second factor ends the other sessions on every instance, and keeps the calling one", async () => {
  const person = await createProtectedPerson(api);
  const other = await remembered(await person.logIn({ code: person.code() }));
  clock.now += minute;
  await person.caller.twoFactor.disable({ code: person.code() });
  await expectOver(other);
  expect(await there.authenticate(person.access)).toMatchObject({ session: { id: person.id } });
});
