import { hashPassword } from "@daymark/auth/password/password";
import { createApiKey } from "@daymark/auth/session/api-key";
import { insertAppToken } from "@daymark/auth/testing-app-token";
import { apiKeys } from "@daymark/db/schema/connection/api-key";
import { securityEvents } from "@daymark/db/schema/security-event";
import { users } from "@daymark/db/schema/user";
import type { MailTemplate } from "@daymark/domain/operator/mail";
import { eq } from "drizzle-orm";
import { createTestApi } from "../testing.ts";

export const password = "Correct-Horse-7";
export const newPassword = "Battery-Staple-8";
export const hour = 3_600_000;
const password_hash = await hashPassword(password);
let count = 0;

/** Creates procedures on a separate database, with users who have passwords and read their mail. */
export async function createAccountApi(options: Pick<Parameters<typeof createTestApi>[0] & {}, "limits"> = {}) {
  const api = await createTestApi({ max: 20, ...options });
  const { db } = api;

  async function insert(values: Partial<typeof users.$inferInsert> = {}) {
    count++;
    const username = `Gardener_${count}`;
    const row = { username, email: `gardener_${count}@example.com`, password_hash, email_verified: true, ...values };
    const [user] = await db.insert(users).values(row).returning();
    if (!user) throw new Error("no user was inserted");
    return user;
  }

  async function logIn(user: { username: string }, options: { password?: string; userAgent?: string } = {}) {
    const { userAgent = "", ...credentials } = { password, ...options };
    const tokens = await api.guestWith({ userAgent }).auth.login({ username: user.username, ...credentials });
    return { ...tokens, caller: await api.callerOfToken(tokens.access) };
  }

  return {
    ...api,
    insert,
    logIn,

    /** Creates a user with a password, or with the given values, and two sessions. */
    async createOwner(values: Partial<typeof users.$inferInsert> = {}) {
      const user = await insert(values);
      const create = () =>
        api.sessions.create(api.db, user.id, { rememberMe: false, address: "127.0.0.1", userAgent: "" });
      const [here, elsewhere] = [await create(), await create()];
      return { user, here, elsewhere, caller: await api.callerOfToken(here.access) };
    },

    async createKey(user: { id: number }): Promise<string> {
      const { key, ...kept } = createApiKey();
      await db.insert(apiKeys).values({ user_id: user.id, name: "script", scopes: ["read"], ...kept });
      return key;
    },

    /** Creates an access token of a connected application, for the REST API. */
    createAppToken: (user: { id: number }) => insertAppToken(db, user.id, { resource: "api", scope: "read" }),

    async read(user: { id: number }) {
      const [row] = await db.select().from(users).where(eq(users.id, user.id));
      return row;
    },

    /** The waiting mails of one template to an address, oldest first. */
    async mailsTo(email: string, template?: MailTemplate) {
      const mails = await api.readMails();
      return mails.filter((mail) => mail.to === email && (!template || mail.template === template));
    },

    /** The token in the newest mail of a template. */
    async tokenTo(email: string, template: MailTemplate): Promise<string> {
      const mail = (await this.mailsTo(email, template)).at(-1);
      return new URL(mail?.values.link ?? "").searchParams.get("token") ?? "";
    },

    async resetToken(email: string): Promise<string> {
      await api.guest.account.sendPasswordReset({ email });
      await api.answerResets();
      return this.tokenTo(email, "reset_password");
    },

    async eventsOf(user: { id: number }): Promise<string[]> {
      const rows = await db
        .select()
        .from(securityEvents)
        .where(eq(securityEvents.user_id, user.id))
        .orderBy(securityEvents.id);
      return rows.map(({ kind }) => kind);
    },

    isOver: async ({ access }: { access: string }) =>
      (await api.sessions.authenticate(access)) === "session_terminated",
  };
}
