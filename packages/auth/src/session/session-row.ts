import type { Database, Transaction } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { grantPlan, type PlanMode } from "@daymark/domain/account/plan";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Client, Device } from "../client/device.ts";
import type { SessionCaller } from "./caller.ts";
import type { Reading } from "./caller-cache.ts";
import { sessionEnd } from "./refresh-rotation.ts";

type SessionAttributes = Device & {
  address: string;
  location: string | null;
  network: NonNullable<Client["network"]>;
  remember_me: boolean;
  fresh_until: Date;
  created_at: Date;
  last_active_at: Date;
};

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: Omit<typeof users.$inferSelect, "id">;
  }
}

/**
 * Lucia, which creates and validates the rows of sessions.
 *
 * @param now milliseconds since the epoch; the times of rows go by it
 */
export function createLucia(db: Database | Transaction, now: () => number) {
  return new Lucia(new Adapter(db, now), {
    // Lucia extends a session that is used in the last half of this time. Here only a refresh extends sessions.
    sessionExpiresIn: new TimeSpan(0, "s"),
    getSessionAttributes: ({ remember_me, fresh_until }) => ({ remember_me, fresh_until }),
    getUserAttributes: (user) => ({
      username: user.username,
      email_verified: user.email_verified,
      is_staff: user.is_staff,
      is_active: user.is_active,
      plan: user.plan,
      language: user.language,
      timezone: user.timezone,
      day_start_hour: user.day_start_hour,
      has_webhooks: user.has_webhooks,
    }),
  });
}

class Adapter extends DrizzlePostgreSQLAdapter {
  readonly #now: () => number;

  constructor(db: Database | Transaction, now: () => number) {
    // Lucia's types require a table whose id may be inserted, but lucia only reads this table.
    super(db, sessions, users as unknown as ConstructorParameters<typeof DrizzlePostgreSQLAdapter>[2]);
    this.#now = now;
  }

  /** Lucia knows one lifetime. Here it depends on whether the session is remembered. */
  override setSession(session: DatabaseSession): Promise<void> {
    const { attributes } = session;
    return super.setSession({ ...session, expiresAt: sessionEnd(attributes, attributes.created_at.getTime()) });
  }

  /** Lucia writes an expiry if a session expires while it is validated. Here only a refresh writes it. */
  override async updateSessionExpiration(): Promise<void> {}

  /** Lucia compares the expiry with the system clock, so this shifts it by how far `now` is from that clock. */
  override async getSessionAndUser(id: string): ReturnType<DrizzlePostgreSQLAdapter["getSessionAndUser"]> {
    const [session, user] = await super.getSessionAndUser(id);
    const ahead = Date.now() - this.#now();
    return [session && { ...session, expiresAt: new Date(session.expiresAt.getTime() + ahead) }, user];
  }
}

/** Reads the caller of a session that has not expired and whose user is active. */
export function createSessionReader(db: Database, now: () => number, plans: PlanMode) {
  const lucia = createLucia(db, now);
  return async (sessionId: string): Promise<Reading<SessionCaller> | null> => {
    const { session, user } = await lucia.validateSession(sessionId);
    if (!session || !user.is_active) return null;
    const { is_active: _, plan, ...others } = user;
    const caller = { ...others, plan: grantPlan(plan, plans) };
    const { id, remember_me, fresh_until, expiresAt } = session;
    const livesFor = expiresAt.getTime() - Date.now();
    return { caller: { user: caller, session: { id, remember_me, fresh_until } }, expiresAt: now() + livesFor };
  };
}
