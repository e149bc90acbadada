import { notify } from "@daymark/api/account-change/notice";
import { findTaken } from "@daymark/api/account-change/taken-name";
import { createAccount } from "@daymark/api/admin-user/create";
import { createOutbox } from "@daymark/api/host/outbox";
import { deletePersonalRows, findLeftOver } from "@daymark/api/host/personal-rows";
import { createInvitation } from "@daymark/api/invitation/create";
import { recordEvent } from "@daymark/auth/client/security-event";
import { passwordFault } from "@daymark/auth/password/common-password";
import { hashPassword } from "@daymark/auth/password/password";
import { removeTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { revokeAccess } from "@daymark/auth/session/revoke";
import type { Database } from "@daymark/db/connection/client";
import { featureSwitches } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import { StartError } from "@daymark/db/start-error";
import { emailSchema, newPasswordSchema, normalizeEmail, usernameSchema } from "@daymark/domain/account/auth";
import type { Plan } from "@daymark/domain/account/plan";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { fieldError } from "@daymark/domain/base/validation";
import { newAccountInput } from "@daymark/domain/operator/admin-user";
import { passwordException } from "@daymark/domain/operator/feature-switch";
import { newInvitationInput } from "@daymark/domain/operator/invitation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { i18nFor } from "@daymark/i18n/server";
import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";

/** An admin, as `npm run admin -- list` shows them. */
export interface Admin {
  id: number;
  username: string;
  email: string;
  is_active: boolean;
  two_factor_enabled: boolean;
  date_joined: Date;
}

/** Pages that mark the comments of admins as the team's. */
const markedPages: readonly PageTopic[] = ["blog", "board"];

/** These changes have no logged-in user. */
const operator = { address: "", userAgent: "" };

/**
 * What an operator may do to accounts on the machine itself. No admin has to be logged in, so it serves to make the
 * first admin and to help an admin who cannot log in any more. Every change is in the admin audit log, without a name.
 */
export function createAdminCommands(options: {
  db: Database;
  publicUrl: string;
  secretKey: string;
  /** DEFAULT_PLAN. */
  defaultPlan: Plan;
  /** False under PASSWORD_LOGIN=off. */
  hasPasswords: boolean;
  /** Invalidates the changed public pages on all running nodes. */
  invalidate: (topics: readonly PageTopic[]) => Promise<void>;
  now?: () => number;
}) {
  const { db, invalidate, now = Date.now } = options;
  const outbox = createOutbox(options);
  const ctx = { services: { outbox }, client: operator, timezone: null, now };

  async function find(name: string): Promise<typeof users.$inferSelect> {
    const isThis = sql`lower(${users.username}) = lower(${name}) or ${users.email} = ${normalizeEmail(name)}`;
    const [user] = await db.select().from(users).where(isThis);
    if (!user) throw new StartError(`There is no account with the username or email ${name}.`);
    return user;
  }

  /** Writes an audit log entry in the transaction of the change. */
  async function trail(tx: Pick<Database, "execute">, action: string, target: string | null): Promise<void> {
    await tx.execute(sql`
      insert into admin_actions (action, target, details, outcome)
      values (${`command.${action}`}, ${target}, '{}', 'done')`);
  }

  return {
    /**
     * Deletes what deleted users have recorded, where the job that does it was lost.
     *
     * @returns how many users there were
     */
    async deleteLeftOver(): Promise<number> {
      const ids = await findLeftOver(db.$client);
      for (const id of ids) await deletePersonalRows(db.$client, id);
      return ids.length;
    },

    /**
     * Lets everyone who has a password log in for an hour in spite of PASSWORD_LOGIN=off, on all running nodes.
     *
     * @returns the address of the page with the form
     */
    async allowPasswords(): Promise<string> {
      const values = { name: passwordException, is_on: true, changed_at: new Date(now()) };
      await db.transaction(async (tx) => {
        await tx
          .insert(featureSwitches)
          .values(values)
          .onConflictDoUpdate({ target: featureSwitches.name, set: values });
        await trail(tx, "allow_passwords", null);
      });
      return `${options.publicUrl}/login?local=password`;
    },

    /**
     * Creates an invitation, and mails its link if it names an address for that.
     *
     * @returns the link, which nobody can read again
     * @throws StartError if a value is out of its bounds, or an admin is invited without an address
     */
    async invite(given: unknown): Promise<string> {
      const result = newInvitationInput.safeParse(given);
      if (!result.success) {
        const [issue] = result.error.issues;
        const names: Record<string, string> = {
          ...{ uses_max: "--uses", days: "--days", email: "--email", plan: "--plan" },
          ...{ mail_to: "--mail", mail_language: "--language" },
        };
        const name = names[String(issue?.path[0])] ?? "--note";
        const why = issue ? fieldErrorMessage(i18nFor("en"), fieldError(issue, given)) : "";
        throw new StartError(`${name} is refused: ${why}`);
      }
      return db.transaction(async (tx) => {
        const { id, link } = await createInvitation(tx, result.data, {
          admin: null,
          outbox,
          language: "en",
          now: now(),
        });
        await trail(tx, "invite", `invitation ${id}`);
        return link;
      });
    },

    /**
     * Creates an account for somebody else.
     *
     * @returns the link that sets its password; null if it was mailed, or if the server has no passwords
     * @throws StartError if a value is out of its bounds or taken
     */
    async createUser(given: unknown): Promise<string | null> {
      const result = newAccountInput.safeParse(given);
      if (!result.success) {
        const [issue] = result.error.issues;
        const names: Record<string, string> = { username: "The username", email: "The email address", plan: "--plan" };
        const name = names[String(issue?.path[0])] ?? "--language";
        throw new StartError(
          `${name} is refused: ${issue ? fieldErrorMessage(i18nFor("en"), fieldError(issue, given)) : ""}`,
        );
      }
      const hasPasswords = options.hasPasswords;
      const maker = {
        admin: null,
        outbox,
        language: "en",
        defaultPlan: options.defaultPlan,
        hasPasswords,
        now: now(),
      } as const;
      const taken = await findTaken(db, { ...result.data, now: now() });
      if (Object.keys(taken).length > 0) throw new StartError("An account already has that username or email.");
      return db.transaction(async (tx) => {
        const { id, link } = await createAccount(tx, result.data, maker);
        await trail(tx, "create_user", `user ${id}`);
        return link;
      });
    },

    async list(): Promise<Admin[]> {
      const { id, username, email, is_active, two_factor_enabled, date_joined } = users;
      const columns = { id, username, email, is_active, two_factor_enabled, date_joined };
      return db.select(columns).from(users).where(eq(users.is_staff, true)).orderBy(users.id);
    },

    /**
     * Creates an account that is an admin, with a verified address. @throws StartError if a value is invalid or taken
     */
    async create(given: { username: string; email: string; password: string }): Promise<void> {
      const username = check(usernameSchema, given.username, "The username");
      const email = check(emailSchema, given.email, "The email address");
      const password = checkPassword(given.password, { username, email });
      const values = {
        username,
        email,
        email_verified: true,
        is_staff: true,
        signed_up: false,
        plan: options.defaultPlan,
        password_hash: await hashPassword(password),
      };
      await db.transaction(async (tx) => {
        const [made] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
        if (!made)
          throw new StartError("An account already has that username or email: use promote to make it an admin.");
        await trail(tx, "create", `user ${made.id}`);
      });
    },

    /** @returns false if the user already is an admin. @throws StartError if the user's address was never verified */
    async promote(name: string): Promise<boolean> {
      const user = await find(name);
      if (user.is_staff && user.is_active) return false;
      // A user who signed up with another person's address must not become an admin under it.
      if (!user.email_verified) throw new StartError(`${user.username} has not verified their email address yet.`);
      await db.transaction(async (tx) => {
        await tx.update(users).set({ is_staff: true, is_active: true }).where(eq(users.id, user.id));
        await trail(tx, "promote", `user ${user.id}`);
      });
      await invalidate(markedPages);
      return true;
    },

    /** @returns false if the user is no admin. @throws StartError for the last admin */
    async demote(name: string): Promise<boolean> {
      const user = await find(name);
      if (!user.is_staff) return false;
      await db.transaction(async (tx) => {
        // Locks the rows, so that of two commands at once the second sees the change of the first.
        const admins = await tx.execute(sql`select id from users where is_staff and is_active order by id for update`);
        if (admins.every(({ id }) => Number(id) === user.id)) {
          throw new StartError(`${user.username} is the last admin who can log in: make another one first.`);
        }
        await tx.update(users).set({ is_staff: false }).where(eq(users.id, user.id));
        await trail(tx, "demote", `user ${user.id}`);
      });
      await invalidate(markedPages);
      return true;
    },

    /**
     * Sets a new password and revokes the sessions, API keys and pending links of the account. The owner gets a mail.
     *
     * @param options.removesTwoFactor also removes the second factor, for an owner who has lost it
     */
    async resetPassword(
      name: string,
      given: string,
      { removesTwoFactor }: { removesTwoFactor: boolean },
    ): Promise<void> {
      const user = await find(name);
      if (user.password_hash === null) {
        throw new StartError(`${user.username} logs in through a third party and has no password to reset.`);
      }
      const password = checkPassword(given, user);
      const password_hash = await hashPassword(password);
      await db.transaction(async (tx) => {
        await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
        await revokeAccess(tx, user.id);
        if (removesTwoFactor) await removeTwoFactor(tx, user.id);
        await recordEvent(tx, {
          userId: user.id,
          sessionId: null,
          kind: "password_reset",
          client: operator,
          now: now(),
        });
        await notify(ctx, tx, user.id, "password_reset", {});
        await trail(tx, "reset_password", `user ${user.id}`);
      });
    },
  };
}

function checkPassword(given: string, owner: { username: string; email: string }): string {
  const password = check(newPasswordSchema, given, "The password");
  if (passwordFault(password, owner)) {
    throw new StartError("The password is refused: it is too common, or contains the username or the email address.");
  }
  return password;
}

function check(rules: z.ZodMiniType<string, string>, value: string, what: string): string {
  const result = rules.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new StartError(
    `${what} is refused: ${issue ? fieldErrorMessage(i18nFor("en"), fieldError(issue, value)) : ""}`,
  );
}
