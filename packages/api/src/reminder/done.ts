import { hash, randomBytes } from "node:crypto";
import type { Transaction } from "@daymark/db/connection/client";
import { doneTokens, pushSubscriptions } from "@daymark/db/schema/reminder";
import { users } from "@daymark/db/schema/user";
import { todayIn } from "@daymark/domain/base/day";
import type { DoneOutcome } from "@daymark/domain/reminder/reminder";
import { linkTokenPattern } from "@daymark/domain/tracking/habit-link";
import { and, eq, gt } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { listHabits } from "../habit/list.ts";
import type { Context, Using } from "../procedure/context.ts";
import { admitInTurn, changeDaysOfOwner, type LinkContext } from "../procedure/link-queue.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { announceDays, recordedOf } from "../progress/announce.ts";
import { completeDay } from "../progress/complete.ts";
import { listEntriesOfHabit } from "../progress/list.ts";

const tokenBytes = 32;

interface DoneDay {
  user_id: number;
  subscription_id: number;
  habit_id: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** When the owner's day ends. */
  expires_at: Date;
}

/**
 * Creates the token of a notification's button for one browser. It ends with the browser's subscription, so a log-out
 * ends it too.
 *
 * @returns null if the browser has unsubscribed meanwhile
 */
export async function createDoneToken(tx: Transaction, values: DoneDay): Promise<string | null> {
  const { user_id, subscription_id } = values;
  const [kept] = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, user_id), eq(pushSubscriptions.id, subscription_id)))
    .for("key share");
  if (!kept) return null;
  const token = randomBytes(tokenBytes).toString("base64url");
  await tx.insert(doneTokens).values({ ...values, token_hash: hash("sha256", token) });
  return token;
}

/**
 * Marks the habit and day of a token as done, once: a second use changes nothing, even if the day has changed since.
 *
 * @throws ApiError link_token_invalid for an unknown token, one whose day is over, and if the owner has turned the
 *   buttons off; too_many_requests
 */
export async function markDone(
  ctx: LinkContext & Pick<Context, "now"> & Using<"limits" | "tally" | "live" | "longWorkDb">,
  token: string,
): Promise<DoneOutcome> {
  const tokenHash = linkTokenPattern.test(token) ? hash("sha256", token) : "";
  const isIt = and(eq(doneTokens.token_hash, tokenHash), gt(doneTokens.expires_at, new Date(ctx.now())));
  const known = await admitInTurn(ctx, async (db) => {
    await limitAddress(ctx, "reminder_done");
    const [row] = await db
      .select({
        user_id: doneTokens.user_id,
        has_webhooks: users.has_webhooks,
        timezone: users.timezone,
        day_start_hour: users.day_start_hour,
      })
      .from(doneTokens)
      .innerJoin(users, and(eq(users.id, doneTokens.user_id), eq(users.is_active, true), eq(users.reminder_done, true)))
      .where(isIt);
    if (!row) throw new ApiError("link_token_invalid");
    return row;
  });
  const user = { id: known.user_id };
  const outcome = await changeDaysOfOwner(ctx, user.id, async (db): Promise<DoneOutcome> => {
    const [row] = await db.select().from(doneTokens).where(isIt).for("update");
    if (!row) throw new ApiError("link_token_invalid");
    if (row.used_at) return "used";
    await db
      .update(doneTokens)
      .set({ used_at: new Date(ctx.now()) })
      .where(isIt);
    const { habit_id: id, day } = row;
    const [habit] = await listHabits(db.$client, user.id, day, { id });
    if (!habit || habit.archived) return "gone";
    const before = (await listEntriesOfHabit(db.$client, user.id, { id, from: day, to: day }))?.[0];
    const after = await completeDay({ db, user, now: ctx.now }, habit, day, before);
    if (after === undefined) return "gone";
    if (after === null || after === before) return "met";
    if (known.has_webhooks) {
      const today = todayIn(ctx.now(), known.timezone ?? "UTC", known.day_start_hour);
      await announceDays(db, { userId: user.id, today, now: ctx.now }, recordedOf([after]));
    }
    ctx.services.tally.addEntry(after);
    return "recorded";
  });
  if (outcome === "recorded") ctx.services.live.publish(user.id, ["progress"], null);
  return outcome;
}
