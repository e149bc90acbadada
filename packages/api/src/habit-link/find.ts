import { hash } from "node:crypto";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { users } from "@daymark/db/schema/user";
import { todayIn } from "@daymark/domain/base/day";
import { type HabitLinkPurpose, linkTokenPattern } from "@daymark/domain/tracking/habit-link";
import { and, eq, inArray } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";

/** A link as a request without a session finds it. */
export interface FoundLink {
  id: number;
  user_id: number;
  habit_id: number | null;
  shows_title: boolean;
  last_used_at: Date | null;
  purpose: HabitLinkPurpose;
  /** `YYYY-MM-DD`, the owner's, by their stored time zone and start of the day. */
  today: string;
  /** Whether the owner has a webhook, which hears of what a tap records. */
  has_webhooks: boolean;
}

/**
 * The link at an address.
 *
 * @param purposes an address serves only what it was made for
 * @throws ApiError habit_link_not_found also for the link of an account that may not log in
 */
export async function findLink(
  { db, now }: Pick<Context, "db" | "now">,
  token: string,
  purposes: readonly HabitLinkPurpose[],
): Promise<FoundLink> {
  if (!linkTokenPattern.test(token)) throw new ApiError("habit_link_not_found");
  const [row] = await db
    .select({
      id: habitLinks.id,
      user_id: habitLinks.user_id,
      habit_id: habitLinks.habit_id,
      purpose: habitLinks.purpose,
      shows_title: habitLinks.shows_title,
      last_used_at: habitLinks.last_used_at,
      timezone: users.timezone,
      day_start_hour: users.day_start_hour,
      has_webhooks: users.has_webhooks,
    })
    .from(habitLinks)
    .innerJoin(users, eq(users.id, habitLinks.user_id))
    .where(
      and(
        eq(habitLinks.token_hash, hash("sha256", token)),
        inArray(habitLinks.purpose, [...purposes]),
        eq(users.is_active, true),
      ),
    );
  if (!row) throw new ApiError("habit_link_not_found");
  const { timezone, day_start_hour, ...link } = row;
  return { ...link, today: todayIn(now(), timezone ?? "UTC", day_start_hour) };
}
