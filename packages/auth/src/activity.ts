import type { Database } from "@daymark/db/client";
import { sessions } from "@daymark/db/schema/session";
import { sql } from "drizzle-orm";

/** Collects when sessions were active, so that a request costs no write and a minute costs one statement. */
export function createActivity(db: Database) {
  let seen = new Map<string, number>();

  return {
    /** @param at milliseconds since the epoch */
    note(sessionId: string, at: number): void {
      seen.set(sessionId, at);
    },

    /** Writes down what was noted since the last time. Sessions that ended meanwhile are passed over. */
    async flush(): Promise<void> {
      if (seen.size === 0) return;
      const rows = JSON.stringify([...seen].map(([id, at]) => ({ id, at: new Date(at) })));
      seen = new Map();
      await db.execute(sql`
        update ${sessions} set last_active_at = greatest(sessions.last_active_at, noted.at)
        from jsonb_to_recordset(${rows}::jsonb) as noted (id text, at timestamptz)
        where sessions.id = noted.id`);
    },
  };
}
