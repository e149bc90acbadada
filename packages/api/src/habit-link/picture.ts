import { networkOf } from "@daymark/auth/client/address";
import { habitLinks } from "@daymark/db/schema/connection/habit-link";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { mondayOf, weekDays } from "@daymark/domain/base/week";
import type { DayResult } from "@daymark/domain/rules/result";
import { computeStatistics } from "@daymark/domain/rules/statistics";
import { resultsOfRange } from "@daymark/domain/rules/walk";
import { type Picture, type PictureKind, pictureKinds, pictureWeeks } from "@daymark/domain/tracking/habit-link";
import { eq } from "drizzle-orm";
import { listHabits } from "../habit/list.ts";
import { readHistories, readHistoriesOfDays } from "../habit/statistics/history.ts";
import type { Context, Using } from "../procedure/context.ts";
import { readInTurn } from "../procedure/long-reads.ts";
import { limit, limitLink } from "../procedure/rate-limit.ts";
import { type FoundLink, findLink } from "./find.ts";

type PictureContext = Pick<Context, "now" | "client"> & Using<"longWorkDb">;
type AdmissionContext = Pick<Context, "db" | "now" | "client"> & Using<"limits">;

/** The shortest interval between two writes of the last use. */
const lastUseMilliseconds = 60_000;

/** Whether a day succeeded; other results ask for nothing. */
const succeeded: Partial<Record<DayResult, boolean>> = {
  achieved: true,
  not_exceeded: true,
  not_achieved: false,
  exceeded: false,
};

/** The highest level of a day: all habits succeeded. */
const levelMax = 4;

/**
 * Counts a request for a picture, and records the use of its link.
 *
 * @throws ApiError habit_link_not_found; too_many_requests
 */
export async function admitPicture(ctx: AdmissionContext, token: string): Promise<void> {
  await limit(ctx, "tap_network", networkOf(ctx.client.address));
  const link = await findLink(ctx, token, pictureKinds);
  await limitLink(ctx, "picture", link.id);
  await recordUse(ctx, link);
}

/**
 * What the picture at an address shows now. It waits for no turn of the long reads, because the next pictures wait for it:
 * the caller runs few at a time.
 *
 * @throws ApiError habit_link_not_found
 */
export async function readPicture(ctx: PictureContext, token: string): Promise<Picture> {
  const { longWorkDb } = ctx.services;
  const link = await findLink({ db: longWorkDb, now: ctx.now }, token, pictureKinds);
  const kind = link.purpose as PictureKind;
  const { user_id, habit_id, today } = link;
  const reader = { services: ctx.services, client: ctx.client, user: { id: user_id }, hasOwnTurn: true } as const;
  const active = await listHabits(longWorkDb.$client, user_id, today, { archived: false }, (read) =>
    readInTurn(reader, read),
  );
  const habit = active.find(({ id }) => id === habit_id);
  const title = (link.shows_title && habit?.title) || null;
  const shown = habit_id === null ? active : habit ? [habit] : [];
  const last = toDayNumber(today);
  if (kind === "streak") {
    for await (const { habit, entries } of readHistories(
      reader,
      shown.map(({ id }) => id),
    )) {
      const { current_streak: length, streak_unit: unit } = computeStatistics(habit, entries, last);
      return { kind, title, streak: { length, unit }, from: null, levels: [] };
    }
    return { kind, title: null, streak: null, from: null, levels: [] };
  }
  const from = mondayOf(last) - (pictureWeeks - 1) * weekDays;
  const days = Array.from({ length: last - from + 1 }, () => ({ counted: 0, done: 0 }));
  for await (const { habit, entries } of readHistoriesOfDays(reader, shown, { from, to: last }, last)) {
    for (const [index, result] of resultsOfRange(habit, entries, from, last, last).entries()) {
      const day = days[index];
      const isDone = succeeded[result];
      if (!day || isDone === undefined) continue;
      day.counted += 1;
      if (isDone) day.done += 1;
    }
  }
  const levels = days.map(({ counted, done }) => (counted === 0 ? -1 : Math.ceil((done / counted) * levelMax)));
  return { kind, title, streak: null, from: fromDayNumber(from), levels };
}

async function recordUse({ db, now }: AdmissionContext, { id, last_used_at }: FoundLink): Promise<void> {
  if (last_used_at && now() - last_used_at.getTime() < lastUseMilliseconds) return;
  await db
    .update(habitLinks)
    .set({ last_used_at: new Date(now()) })
    .where(eq(habitLinks.id, id));
}
