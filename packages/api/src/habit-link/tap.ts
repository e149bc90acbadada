import { networkOf } from "@daymark/auth/client/address";
import type { Database } from "@daymark/db/connection/client";
import { habitLinks, type StoredTap } from "@daymark/db/schema/connection/habit-link";
import type { Habit } from "@daymark/domain/tracking/habit";
import {
  type Tap,
  type TapAction,
  type TapTarget,
  tapActions,
  tapPauseSeconds,
  tapUndoMinutes,
} from "@daymark/domain/tracking/habit-link";
import type { Entry } from "@daymark/domain/tracking/progress";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { listHabits } from "../habit/list.ts";
import type { Context, Using } from "../procedure/context.ts";
import { admitInTurn, changeDaysOfOwner, type LinkContext } from "../procedure/link-queue.ts";
import { limit, limitLink } from "../procedure/rate-limit.ts";
import { announceDays, type Recorded, recordedOf } from "../progress/announce.ts";
import { completeDay } from "../progress/complete.ts";
import { incrementEntry } from "../progress/increment.ts";
import { listEntriesOfHabit } from "../progress/list.ts";
import type { EntryState } from "../progress/reduce.ts";
import { restoreDay } from "../progress/restore.ts";
import { type FoundLink, findLink } from "./find.ts";

type FindContext = Pick<Context, "db" | "now" | "client"> & Using<"limits">;
type TapContext = LinkContext & Pick<Context, "now"> & Using<"limits" | "tally" | "live" | "longWorkDb">;

/**
 * What a tap on a link would do now. It changes nothing.
 *
 * @throws ApiError habit_link_not_found; too_many_requests
 */
export async function readTapTarget(ctx: FindContext, token: string): Promise<TapTarget> {
  const link = await admitTap(ctx, token);
  const action = link.purpose as TapAction;
  const habit = await habitOf(ctx.db, link);
  if (!habit) return { action, state: "deleted", title: null, emoji: null, type: null };
  const { title, emoji, type, archived } = habit;
  return { action, state: archived ? "archived" : "ready", title, emoji, type };
}

/**
 * Records a tap on today of the link's owner. Taps on one link within {@link tapPauseSeconds}, and repeats with the key of
 * the last tap on the same day, are one tap.
 *
 * @param key names the tap; null for a script that names none
 * @throws ApiError habit_link_not_found; habit_not_found for a deleted or archived habit, which `values.tap` tells;
 *   too_many_requests
 */
export async function recordTap(ctx: TapContext, token: string, key: string | null): Promise<Tap> {
  return onHabit(ctx, token, async (db, { link, habit, last }) => {
    // One time for the item in the habit's log and for the link, by which an undo finds that item.
    const now = ctx.now();
    const call = { db, user: { id: link.user_id }, now: () => now };
    const before = await entryOn(db, link, habit.id, link.today);
    if (last && isRepeat(last, link.today, now, key)) {
      return toTap(link, habit, before, { changed: false, canUndo: isUndoable(last, now) });
    }
    const at = new Date(now).toISOString();
    const after =
      link.purpose === "add"
        ? await incrementEntry(call, { id: habit.id, day: link.today, by: 1, at }, now)
        : await completeDay(call, habit, link.today, before);
    if (after === undefined) throw new ApiError("habit_not_found", { values: { tap: "deleted" } });
    const changed = after !== null && after !== before && !isSame(before, after);
    if (changed) {
      const tap: StoredTap = { key, day: link.today, before: toState(before), after: toState(after), isUndone: false };
      await store(db, link, { last_tap: tap, last_used_at: new Date(now) });
      await tell(ctx, db, link, recordedOf([after]));
      ctx.services.tally.addEntry(after);
    }
    return toTap(link, habit, after ?? undefined, { changed, canUndo: changed });
  });
}

/**
 * Takes the last tap on a link back.
 *
 * @throws ApiError as {@link recordTap} does; conflict if there is none to undo, or the day was changed meanwhile
 */
export async function undoTap(ctx: TapContext, token: string): Promise<Tap> {
  return onHabit(ctx, token, async (db, { link, habit, last }) => {
    if (!last || !isUndoable(last, ctx.now()))
      throw new ApiError("conflict", { values: { reason: "nothing_to_undo" } });
    const { tap } = last;
    const owner = { db, user: { id: link.user_id } };
    const times = { now: ctx.now(), at: new Date(last.at).toISOString() };
    const entry = await restoreDay(owner, { habit_id: habit.id, day: tap.day }, tap, times);
    await tell(ctx, db, link, entry ? recordedOf([entry]) : [{ habit_id: habit.id, day: tap.day, entry: null }]);
    await store(db, link, { last_tap: { ...tap, isUndone: true } });
    return toTap({ ...link, today: tap.day }, habit, entry, { changed: true, canUndo: false });
  });
}

interface LastTap {
  tap: StoredTap;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Finds the link of a tap, and counts the request. */
async function admitTap(ctx: FindContext, token: string): Promise<FoundLink> {
  await limit(ctx, "tap_network", networkOf(ctx.client.address));
  const link = await findLink(ctx, token, tapActions);
  await limitLink(ctx, "tap", link.id);
  return link;
}

/** Runs work with the link's habit. The lock lets one tap after the other see what the first recorded. */
async function onHabit(
  ctx: TapContext,
  token: string,
  work: (db: Database, found: { link: FoundLink; habit: Habit; last: LastTap | null }) => Promise<Tap>,
): Promise<Tap> {
  const link = await admitInTurn(ctx, (db) => admitTap({ ...ctx, db }, token));
  const tap = await changeDaysOfOwner(ctx, link.user_id, async (db) => {
    const [row] = await db
      .select({ tap: habitLinks.last_tap, at: habitLinks.last_used_at })
      .from(habitLinks)
      .where(eq(habitLinks.id, link.id))
      .for("update");
    // Revoked meanwhile.
    if (!row) throw new ApiError("habit_link_not_found");
    const habit = await habitOf(db, link);
    if (!habit) throw new ApiError("habit_not_found", { values: { tap: "deleted" } });
    if (habit.archived) throw new ApiError("habit_not_found", { values: { tap: "archived" } });
    const last = row.tap && row.at ? { tap: row.tap, at: row.at.getTime() } : null;
    return work(db, { link, habit, last });
  });
  // The owner's open pages repaint. A NOTIFY inside of the transaction would make all writers wait for one lock.
  if (tap.changed) ctx.services.live.publish(link.user_id, ["progress"], null);
  return tap;
}

/** A tap on another day is a new one, also with the same key. */
function isRepeat({ tap, at }: LastTap, today: string, now: number, key: string | null): boolean {
  if (tap.isUndone || tap.day !== today) return false;
  return now - at < tapPauseSeconds * 1000 || (key !== null && key === tap.key);
}

function isUndoable({ tap, at }: LastTap, now: number): boolean {
  return !tap.isUndone && now - at <= tapUndoMinutes * 60_000;
}

/** Tells the owner's webhooks of a day, in the transaction that changes it. */
async function tell(
  ctx: Pick<Context, "now">,
  db: Database,
  link: FoundLink,
  recorded: readonly Recorded[],
): Promise<void> {
  if (!link.has_webhooks) return;
  await announceDays(db, { userId: link.user_id, today: link.today, now: ctx.now }, recorded);
}

async function habitOf(db: Database, { user_id, habit_id, today }: FoundLink): Promise<Habit | undefined> {
  const [habit] = await listHabits(db.$client, user_id, today, { id: habit_id ?? 0 });
  return habit;
}

async function entryOn(db: Database, { user_id }: FoundLink, id: number, day: string): Promise<Entry | undefined> {
  const entries = await listEntriesOfHabit(db.$client, user_id, { id, from: day, to: day });
  return entries?.[0];
}

async function store(db: Database, { id }: FoundLink, columns: Partial<typeof habitLinks.$inferInsert>): Promise<void> {
  await db.update(habitLinks).set(columns).where(eq(habitLinks.id, id));
}

function toState(entry: Entry | undefined): EntryState | null {
  if (!entry) return null;
  const { value, unit, skipped, note, confirmed } = entry;
  return { value, unit, skipped, note, confirmed };
}

function isSame(before: Entry | undefined, after: Entry): boolean {
  return JSON.stringify(toState(before)) === JSON.stringify(toState(after));
}

function toTap(
  { purpose, today }: Pick<FoundLink, "purpose" | "today">,
  { title, type, unit, unit_label: label, target }: Habit,
  entry: Entry | undefined,
  { changed, canUndo }: { changed: boolean; canUndo: boolean },
): Tap {
  const amount = { value: entry?.value || null, unit: entry?.unit ?? unit };
  const unit_label = amount.unit === "repetitions" ? label : null;
  const day = { type, day: today, ...amount, unit_label, target };
  return { title, action: purpose as TapAction, ...day, changed, can_undo: canUndo };
}
