import type { Database } from "@daymark/db/connection/client";
import { sessions } from "@daymark/db/schema/session";
import { fromDayNumber } from "@daymark/domain/base/day";
import { sql } from "drizzle-orm";
import { recordActiveDay } from "./active-day.ts";

const dayMilliseconds = 86_400_000;

/** Collects when sessions and users were active, so that a request needs no write and a minute needs two statements. */
export function createActivity(db: Database) {
  let seen = new Map<string, number>();
  let seenUsers = new Map<number, number>();

  return {
    /** @param at milliseconds since the epoch */
    note(sessionId: string, at: number): void {
      seen.set(sessionId, at);
    },

    /** For a user who calls by an API key, without a session. */
    noteUser(userId: number, at: number): void {
      seenUsers.set(userId, at);
    },

    /** Writes the activity since the last flush. Sessions that ended meanwhile are skipped. */
    async flush(): Promise<void> {
      if (seen.size + seenUsers.size === 0) return;
      const rows = JSON.stringify([...seen].map(([id, at]) => ({ id, at: new Date(at) })));
      const lastOf = seenUsers;
      seen = new Map();
      seenUsers = new Map();
      const active = await db.execute<{ user_id: string; at: Date | string }>(sql`
        update ${sessions} set last_active_at = greatest(sessions.last_active_at, noted.at)
        from jsonb_to_recordset(${rows}::jsonb) as noted (id text, at timestamptz)
        where sessions.id = noted.id
        returning sessions.user_id, noted.at`);
      for (const { user_id, at } of active) {
        const userId = Number(user_id);
        lastOf.set(userId, Math.max(lastOf.get(userId) ?? 0, new Date(at).getTime()));
      }
      for (const [day, userIds] of byDay(lastOf)) await recordActiveDay(db, userIds, day);
    },
  };
}

/** The users by the UTC day of their last activity: mostly one day. */
function byDay(lastOf: ReadonlyMap<number, number>): Map<string, number[]> {
  const days = new Map<string, number[]>();
  for (const [userId, at] of lastOf) {
    const day = fromDayNumber(Math.floor(at / dayMilliseconds));
    const userIds = days.get(day) ?? [];
    days.set(day, userIds);
    userIds.push(userId);
  }
  return days;
}
