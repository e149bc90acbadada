import { hashPassword } from "@daymark/auth/password/password";
import { codeAt, insertUser, wrongCodeAt } from "@daymark/auth/testing";
import type { TestApi } from "../testing.ts";

export const password = "Correct-Horse-7";
const password_hash = await hashPassword(password);
export const minute = 60_000;

/**
 * Creates a user with a password and a verified address, who can log in from several places. The second factor is off.
 */
export async function createPerson(api: TestApi, values: Parameters<typeof insertUser>[1] = {}) {
  const user = await insertUser(api.db, { password_hash, email_verified: true, ...values });

  async function logIn(more: { code?: string; backup_code?: string; remember_me?: boolean } = {}) {
    const tokens = await api.guest.auth.login({ username: user.username, password, ...more });
    return open(tokens);
  }

  async function open(tokens: { access: string; refresh: string }) {
    const caller = await api.callerOfToken(tokens.access);
    const { results } = await caller.session.list({});
    const id = results.find((session) => session.is_current)?.id ?? "";
    return {
      ...tokens,
      id,
      caller,
      /** The caller as the next call finds it, because calls change the session. */
      callerNow: () => api.callerOfToken(tokens.access),
      isOver: async () => (await api.sessions.authenticate(tokens.access)) === "session_terminated",
    };
  }

  return {
    user,
    logIn,
    open,
    eventKinds: async () =>
      (await api.sql<{ kind: string }[]>`select kind from security_events where user_id = ${user.id} order by id`).map(
        ({ kind }) => kind,
      ),
  };
}

/** The same with the second factor on. The code that turned it on is no longer valid. */
export async function createProtectedPerson(api: TestApi) {
  const person = await createPerson(api);
  const login = await person.logIn();
  const { secret } = await login.caller.twoFactor.generate({ password });
  const { backup_codes } = await login.caller.twoFactor.verify({ code: codeAt(secret, api.clock.now) });
  api.clock.now += minute;
  return {
    ...person,
    ...login,
    secret,
    backupCodes: backup_codes,
    code: () => codeAt(secret, api.clock.now),
    wrongCode: () => wrongCodeAt(secret, api.clock.now),

    /** The challenge that a log-in returns for the password alone. */
    async challenge(more: { remember_me?: boolean } = {}): Promise<string> {
      const error = await api.guest.auth.login({ username: person.user.username, password, ...more }).catch((e) => e);
      return error.challenge;
    },
  };
}
