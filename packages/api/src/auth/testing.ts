/** For tests of sign-ups and log-ins: users who sign up, log in and open the links in their mails. */
import { users } from "@daymark/db/schema/user";
import { eq } from "drizzle-orm";
import { createTestApi } from "../testing.ts";

export const hour = 3_600_000;
export const password = "Correct-Horse-7";
let count = 0;

/** The input of a new user. */
export function registration(values: object = {}) {
  count++;
  const username = `Walker_${count}`;
  const email = `walker_${count}@example.com`;
  return { username, email, password, password_confirmation: password, agreement: true as const, ...values };
}

/** Creates procedures on a database without users. */
export async function createAuthApi() {
  const api = await createTestApi({ max: 20 });
  const { db, guest } = api;
  return {
    ...api,

    async register(values: object = {}) {
      const input = registration(values);
      await guest.auth.register(input);
      const [user] = await db.select().from(users).where(eq(users.email, input.email));
      if (!user) throw new Error("no user was registered");
      return { ...input, user };
    },

    async logIn(username: string, options: { remember_me?: boolean } = {}) {
      const tokens = await guest.auth.login({ username, password, ...options });
      return { ...tokens, caller: await api.callerOfToken(tokens.access) };
    },

    /** The token in the newest mail. */
    async tokenOfMail(): Promise<string> {
      const mail = (await api.readMails()).at(-1);
      return new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
    },
  };
}

/** The validation errors by field, "accepted", or the error itself. */
export function wrongFieldsOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => (error.key === "validation_failed" ? error.fields : error),
  );
}
