import type { Database, Transaction } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { users } from "@daymark/db/schema/user";
import { rememberedSessionTtlSeconds, sessionTtlSeconds } from "@daymark/domain/account/auth";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Client, Device } from "../client/device.ts";

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
    Lucia: ReturnType<typeof createLucia>["brief"];
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: Omit<typeof users.$inferSelect, "id">;
  }
}

/**
 * Rows of sessions, as lucia creates and validates them. A lucia instance knows one lifetime, so there are two
 * instances: one for sessions of a day, and one for remembered sessions.
 *
 * @param now milliseconds since the epoch; the times of rows go by it
 */
export function createLucia(db: Database | Transaction, now: () => number) {
  /** Lucia reads Date itself, while rows go by `now`. Times that pass between them are shifted by the difference. */
  const moved = (instant: Date, direction: 1 | -1) => new Date(instant.getTime() + direction * (Date.now() - now()));

  class Adapter extends DrizzlePostgreSQLAdapter {
    override setSession(session: DatabaseSession): Promise<void> {
      return super.setSession({ ...session, expiresAt: moved(session.expiresAt, -1) });
    }

    override async getSessionAndUser(id: string): ReturnType<DrizzlePostgreSQLAdapter["getSessionAndUser"]> {
      const [session, user] = await super.getSessionAndUser(id);
      return [session && { ...session, expiresAt: moved(session.expiresAt, 1) }, user];
    }

    /**
     * Lucia extends each session that it validates past half its lifetime. Here only a refresh extends it, by our own
     * rules.
     */
    override async updateSessionExpiration(): Promise<void> {}
  }
  const adapter = new Adapter(
    db,
    sessions,
    // Lucia's types require a table whose id may be inserted, but lucia only reads this table.
    users as unknown as ConstructorParameters<typeof DrizzlePostgreSQLAdapter>[2],
  );
  const create = (ttlSeconds: number) =>
    new Lucia(adapter, {
      sessionExpiresIn: new TimeSpan(ttlSeconds, "s"),
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
      }),
    });
  return { brief: create(sessionTtlSeconds), remembered: create(rememberedSessionTtlSeconds) };
}
