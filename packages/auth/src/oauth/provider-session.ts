import type { Database } from "@daymark/db/connection/client";
import { providerSessions } from "@daymark/db/schema/identity";
import type { Provider } from "@daymark/domain/account/auth";
import { and, eq, lte, sql } from "drizzle-orm";
import { deriveKey, open, seal } from "../crypto/derived-key.ts";

/** A session of a user at a provider. */
export interface ProviderSession {
  provider: Provider;
  subject: string;
  sid: string | null;
  idToken: string;
}

/** What a provider says about an ended session: one by `sid`, or all of a user by `subject`. */
export interface EndedAtProvider {
  subject: string | null;
  sid: string | null;
  /** Milliseconds since the epoch. Sessions that began later stay. */
  at: number;
}

/** A longer token would not fit into the address of the log-out. */
const idTokenLengthMax = 6000;

/** Remembers which sessions came from a provider. ID tokens are encrypted at rest. */
export function createProviderSessions({ secretKey }: { secretKey: string | Uint8Array }) {
  const key = deriveKey(secretKey, "oauth");

  /** Null after a change of SECRET_KEY. */
  function tryOpen(sealed: string): string | null {
    try {
      return open(key, sealed);
    } catch {
      return null;
    }
  }

  return {
    /** For the time between the first and the second factor. */
    pack: (session: ProviderSession): string => seal(key, JSON.stringify(session)),
    unpack: (packed: string): ProviderSession => JSON.parse(open(key, packed)),

    /** @param now milliseconds since the epoch */
    async record(
      db: Database,
      own: { id: string; userId: number },
      session: ProviderSession,
      now: number,
    ): Promise<void> {
      const { provider, subject, sid, idToken } = session;
      const sealed = idToken.length > idTokenLengthMax ? null : seal(key, idToken);
      // The session may have ended meanwhile: then there is nothing to remember.
      await db.execute(sql`
        insert into provider_sessions (session_id, user_id, provider, subject, sid, id_token, created_at)
        select id, user_id, ${provider}, ${subject}, ${sid}, ${sealed}, ${new Date(now).toISOString()}::timestamptz
        from sessions where id = ${own.id} and user_id = ${own.userId} for key share`);
    },

    /** The provider of a session, and its ID token; null if the session came from none. */
    async findBySession(
      db: Database,
      sessionId: string,
    ): Promise<{ provider: Provider; idToken: string | null } | null> {
      const [row] = await db.select().from(providerSessions).where(eq(providerSessions.session_id, sessionId));
      return row ? { provider: row.provider, idToken: row.id_token === null ? null : tryOpen(row.id_token) } : null;
    },

    /** The sessions here that a log-out at the provider ends. */
    async findEnded(
      db: Database,
      provider: Provider,
      { subject, sid, at }: EndedAtProvider,
    ): Promise<{ sessionId: string; userId: number }[]> {
      if (subject === null && sid === null) return [];
      return db
        .select({ sessionId: providerSessions.session_id, userId: providerSessions.user_id })
        .from(providerSessions)
        .where(
          and(
            eq(providerSessions.provider, provider),
            subject === null ? undefined : eq(providerSessions.subject, subject),
            sid === null ? undefined : eq(providerSessions.sid, sid),
            // So that a repeated message ends no later session.
            lte(providerSessions.created_at, new Date(at)),
          ),
        );
    },
  };
}

export type ProviderSessions = ReturnType<typeof createProviderSessions>;
