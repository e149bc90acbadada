import { hashPassword } from "@daymark/auth/password/password";
import { codeAt } from "@daymark/auth/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { toProblem } from "./base/error.ts";
import { createOauthApi } from "./oauth/testing.ts";

/*
 * Random values are unique for all practical purposes. A trigger makes them equal, so that the unique indexes refuse
 * them.
 */
const api = await createOauthApi();
afterAll(api.drop);

const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
const made: string[] = [];
afterEach(async () => {
  for (const table of made.splice(0)) await api.sql.unsafe(`drop trigger no_chance on ${table}`);
});

/** From now on all generated values of this column are the same. */
async function takeChanceAway(table: string, column: string) {
  made.push(table);
  await api.sql.unsafe(`
    create or replace function no_chance_${table}() returns trigger language plpgsql as
      $$ begin new.${column} := 'the same'; return new; end $$;
    create trigger no_chance before insert on ${table} for each row execute function no_chance_${table}()`);
}

/** The error of a failed call. */
async function problemOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { code, status, values } = toProblem(error);
  return { code, status, values };
}

const failedOf = (what: string) => ({ code: "generation_failed", status: 500, values: { what } });

test("if every generated session id is taken, the log-in fails with a generation error for the token", async () => {
  const { user } = await api.createUser({ password_hash });
  const logIn = () => api.guest.auth.login({ username: user.username, password });
  await takeChanceAway("sessions", "id");
  await logIn();
  expect(await problemOf(logIn())).toEqual(failedOf("token"));
});

test("if every generated link token is taken, the call fails with a generation error for the token", async () => {
  const [first, second] = [await api.createUser(), await api.createUser()];
  await takeChanceAway("email_tokens", "token_hash");
  await first.caller.auth.sendEmailVerification({});
  expect(await problemOf(second.caller.auth.sendEmailVerification({}))).toEqual(failedOf("token"));
});

test("if every generated user name is taken, the log-in fails with a generation error for the username", async () => {
  await takeChanceAway("users", "username");
  await api.logIn("google", api.createAccount());
  expect(await problemOf(api.logIn("google", api.createAccount()))).toEqual(failedOf("username"));
});

test("if all generated backup codes are equal, the call fails with a generation error and the second factor stays off", async () => {
  const { user, caller } = await api.createUser({ password_hash });
  const { secret } = await caller.twoFactor.generate({ password });
  await takeChanceAway("backup_codes", "code_hash");
  const code = codeAt(secret, api.clock.now);
  expect(await problemOf(caller.twoFactor.verify({ code }))).toEqual(failedOf("backup_code"));
  expect((await api.userOf(user.email))?.two_factor_enabled).toBe(false);
});

test("if every generated challenge is taken, the log-in fails with a generation error for the token", async () => {
  const { user, caller } = await api.createUser({ password_hash });
  const { secret } = await caller.twoFactor.generate({ password });
  await caller.twoFactor.verify({ code: codeAt(secret, api.clock.now) });
  await takeChanceAway("two_factor_challenges", "challenge_hash");
  const logIn = () => problemOf(api.guest.auth.login({ username: user.username, password }));
  expect(await logIn()).toMatchObject({ code: "two_factor_code_missing" });
  expect(await logIn()).toEqual(failedOf("token"));
});
