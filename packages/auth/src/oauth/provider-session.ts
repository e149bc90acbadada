import { hash } from "node:crypto";
import type { Database } from "@daymark/db/connection/client";
import { providerLogOuts, providerSessions } from "@daymark/db/schema/identity";
import type { Provider } from "@daymark/domain/account/auth";
import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { deriveKey, open, seal } from "../crypto/derived-key.ts";

/** A session of a user at a provider. */
export interface ProviderSession {
  provider: Provider;
  subject: string;
  sid: string | null;
  /** Null for a log-in by the operator's proxy, which issues none. */
  idToken: string | null;
}

/** What a provider says about an ended session: one by `sid`, or all of a user by `subject`. */
export interface EndedAtProvider {
  subject: string | null;
  sid: string | null;
  /** The id of the message. */
  jti: string;
  /** When the message was issued, in milliseconds since the epoch by the provider's clock. */
  issuedAt: number;
  /** Milliseconds since the epoch. Sessions that began later stay. */
  at: number;
}

/**
 * How long a log-out is remembered: longer than its token is accepted, and than a log-in that began before it can wait
 * for its second factor.
 */
const rememberedMilliseconds = 11 * 60_000;

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
    /** Null after a change of SECRET_KEY. */
    unpack(packed: string): ProviderSession | null {
      const opened = tryOpen(packed);
      return opened === null ? null : JSON.parse(opened);
    },

    /**
     * Remembers the session at the provider from which a session here came.
     *
     * @param now milliseconds since the epoch
     * @returns false if the provider has told of its end meanwhile, while the log-in was under way
     */
    async record(
      db: Database,
      own: { id: string; userId: number },
      session: ProviderSession,
      now: number,
    ): Promise<boolean> {
      const { provider, subject, sid, idToken } = session;
      const sealed = idToken === null || idToken.length > idTokenLengthMax ? null : seal(key, idToken);
      // The session may have ended meanwhile: then there is nothing to remember.
      await db.execute(sql`
        insert into provider_sessions (session_id, user_id, provider, subject, sid, id_token, created_at)
        select id, user_id, ${provider}, ${subject}, ${sid}, ${sealed}, ${new Date(now).toISOString()}::timestamptz
        from sessions where id = ${own.id} and user_id = ${own.userId} for key share`);
      if (idToken === null) return true;
      // After the insert, as a log-out reads the sessions after it is remembered: so one of the two sees the other.
      // Both times are the provider's, so they are compared without a tolerance.
      const isThis = and(
        eq(providerLogOuts.provider, provider),
        or(isNull(providerLogOuts.subject), eq(providerLogOuts.subject, subject)),
        or(isNull(providerLogOuts.sid), sid === null ? undefined : eq(providerLogOuts.sid, sid)),
        gte(providerLogOuts.issued_at, new Date(issuedAt(idToken))),
      );
      return (await db.$count(providerLogOuts, isThis)) === 0;
    },

    /**
     * Remembers a log-out, so that a log-in under way sees it. A repeated message ends no session that began after the
     * first one arrived.
     *
     * @param now milliseconds since the epoch
     * @returns the log-out, for {@link findEnded}
     */
    async remember(db: Database, provider: Provider, ended: EndedAtProvider, now: number): Promise<EndedAtProvider> {
      const jti_hash = hash("sha256", ended.jti);
      const [first] = await db
        .insert(providerLogOuts)
        .values({
          ...{ provider, jti_hash, subject: ended.subject, sid: ended.sid },
          issued_at: new Date(ended.issuedAt),
          received_at: new Date(now),
          expires_at: new Date(Math.max(now, ended.issuedAt) + rememberedMilliseconds),
        })
        // Not "do nothing", which would return no row.
        .onConflictDoUpdate({ target: [providerLogOuts.provider, providerLogOuts.jti_hash], set: { jti_hash } })
        .returning({ received_at: providerLogOuts.received_at });
      return { ...ended, at: Math.min(ended.at, first?.received_at.getTime() ?? now) };
    },

    /** The provider of a session, whom it named, and its ID token; null if the session came from none. */
    async findBySession(
      db: Database,
      sessionId: string,
    ): Promise<{ provider: Provider; subject: string; idToken: string | null } | null> {
      const [row] = await db.select().from(providerSessions).where(eq(providerSessions.session_id, sessionId));
      if (!row) return null;
      const { provider, subject, id_token } = row;
      return { provider, subject, idToken: id_token === null ? null : tryOpen(id_token) };
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

/** When an ID token was issued, in milliseconds since the epoch by the provider's clock. */
function issuedAt(idToken: string): number {
  return (decodeJwt(idToken).iat ?? 0) * 1000;
}
