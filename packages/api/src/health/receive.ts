import type { CallingUser } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import { healthArrivals, healthMappings } from "@daymark/db/schema/connection/health";
import { habits } from "@daymark/db/schema/habit";
import { fromDayNumber, toDayNumber, todayIn } from "@daymark/domain/base/day";
import {
  type Clock,
  isSamePoints,
  pointsByDay,
  pointsToKeep,
  withoutNeighbours,
} from "@daymark/domain/health/day-points";
import { decideDay } from "@daymark/domain/health/decide";
import type { ArrivedMetric, HealthRefusal, HealthReport } from "@daymark/domain/health/health";
import type { HealthSource } from "@daymark/domain/health/mapping-choice";
import type { HealthSeries } from "@daymark/domain/health/series";
import { baseFactor } from "@daymark/domain/health/unit-text";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { and, asc, eq, isNull } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { type Context, callersToday } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { withUserLock } from "../procedure/user-queue.ts";
import { announcingDays, recordedOf } from "../progress/announce.ts";
import { changeDays } from "../progress/change.ts";
import { listEntriesOfHabit } from "../progress/list.ts";
import { habitsOfMetricMax } from "./mapping.ts";
import { forgetGoneHabits, forgetOldPoints, readDays, type StoredDay, storeDays } from "./stored-days.ts";

type Call = Pick<Context, "db" | "now" | "timezone" | "confirmCaller"> & {
  user: CallingUser;
  services: Pick<Context["services"], "limits" | "tally">;
};

/** A payload as it was read. */
interface Payload {
  source: HealthSource;
  series: HealthSeries[];
  /** The same report, and nothing is written. */
  isDryRun: boolean;
}

/** More attempts would mean that another client writes the same days all the time. */
const attemptsMax = 3;

/**
 * Records the days of a payload. All or nothing: an error in the middle leaves every day as it was.
 *
 * @throws ApiError too_many_requests; conflict if the same days are written all the time; QueueFull
 */
export async function receiveHealth(call: Call, payload: Payload): Promise<HealthReport> {
  await limit(call, "health", call.user.id);
  if (payload.isDryRun) return judge(call, payload, async () => {});
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { report, entries } = await announcingDays(
        call,
        (inner) => withUserLock(inner, "days", (db) => write({ ...inner, db }, payload)),
        (result) => recordedOf(result.entries),
      );
      for (const entry of entries) call.services.tally.addEntry(entry);
      return report;
    } catch (error) {
      // Another client has written one of the days since it was read.
      const isLost = error instanceof ApiError && error.key === "conflict";
      if (!isLost || attempt === attemptsMax) throw error;
    }
  }
}

/** A day with the entry that it had, which must still be there when it is written. */
type JudgedDay = StoredDay & { before: Entry | undefined; isChanged: boolean };

/** What a payload does to a habit. */
interface JudgedHabit {
  told: HealthReport["habits"][number];
  /** Those of which something is new. */
  days: JudgedDay[];
}

async function write(call: Call, payload: Payload): Promise<{ report: HealthReport; entries: Entry[] }> {
  const { db, user } = call;
  const now = new Date(call.now());
  const entries: Entry[] = [];
  // Habit by habit, so that the points of only one are in memory. It is one transaction all the same.
  const report = await judge(call, payload, async (days) => {
    const changes = days.filter(({ isChanged }) => isChanged);
    if (changes.length > 0) {
      const changed = changes.map(({ habit_id, day, value, unit, before }) => ({
        ...{ habit_id, day, expected: before ? stateOf(before) : null },
        ...(value > 0 ? { value, unit } : { clear: true as const, note: before?.note ?? null }),
      }));
      entries.push(...(await changeDays(call, changed, call.now())));
    }
    await storeDays(db, user.id, days, now);
  });
  await forgetOldPoints(db, user.id, now);
  await forgetGoneHabits(db, user.id);
  const arrival = {
    arrived_at: now,
    metrics: payload.series.map((series) => toArrived(series, clockOf(call))),
    recorded: report.habits.reduce((sum, { recorded }) => sum + recorded.length, 0),
    kept: report.habits.reduce((sum, { kept }) => sum + kept.length, 0),
  };
  await db
    .insert(healthArrivals)
    .values({ user_id: user.id, source: payload.source, ...arrival })
    .onConflictDoUpdate({ target: [healthArrivals.user_id, healthArrivals.source], set: arrival });
  return { report, entries };
}

/** @param take is called with the days of each habit in turn */
async function judge(
  call: Call,
  { source, series, isDryRun }: Payload,
  take: (days: JudgedDay[]) => Promise<void>,
): Promise<HealthReport> {
  const { db, user } = call;
  const clock = clockOf(call);
  const mappings = await db
    .select()
    .from(healthMappings)
    .where(and(eq(healthMappings.user_id, user.id), eq(healthMappings.source, source)))
    .orderBy(asc(healthMappings.created_at), asc(healthMappings.habit_id));
  const filled = await readFilledHabits(db, user.id);
  const byMetric = new Map(series.map((each) => [each.metric, each]));
  /** How many habits a metric fills. */
  const taken = new Map<string, number>();
  const report: HealthReport = { dry_run: isDryRun, habits: [], unmapped: [] };
  for (const mapping of mappings) {
    const habit = filled.get(mapping.habit_id);
    const own = byMetric.get(mapping.metric);
    const others = taken.get(mapping.metric) ?? 0;
    if (!habit || !own || others === habitsOfMetricMax) continue;
    taken.set(own.metric, others + 1);
    const { told, days } = await judgeHabit(db, user.id, { mapping, habit, series: own, clock });
    report.habits.push(told);
    await take(days);
  }
  report.unmapped = series.filter(({ metric }) => !taken.has(metric)).map((each) => toArrived(each, clock));
  return report;
}

/** What a payload needs to know of a habit. */
type FilledHabit = Pick<Habit, "id" | "title" | "unit" | "archived">;

async function readFilledHabits(db: Database, userId: number): Promise<Map<number, FilledHabit>> {
  const rows = await db
    .select({ id: habits.id, title: habits.title, unit: habits.unit, archived: habits.archived })
    .from(habits)
    .where(and(eq(habits.user_id, userId), isNull(habits.deleted_at)));
  return new Map(rows.map((habit) => [habit.id, habit]));
}

interface Judging {
  mapping: typeof healthMappings.$inferSelect;
  habit: FilledHabit;
  series: HealthSeries;
  clock: Clock;
}

async function judgeHabit(
  db: Database,
  userId: number,
  { mapping, habit, series, clock }: Judging,
): Promise<JudgedHabit> {
  const refused = new Map<HealthRefusal, number>();
  const refuse = (reason: HealthRefusal, count: number) => {
    if (count > 0) refused.set(reason, (refused.get(reason) ?? 0) + count);
  };
  const told: JudgedHabit["told"] = {
    ...{ habit_id: habit.id, title: habit.title, metric: series.metric },
    ...{ recorded: [], unchanged: 0, kept: [], refused: [] },
  };
  const judgedDays: JudgedDay[] = [];
  const tell = () => {
    told.refused = [...refused].map(([reason, count]) => ({ reason, count }));
    return { told, days: judgedDays };
  };
  refuse("point_unreadable", series.unreadable);
  const factor = baseFactor(series.unit, mapping.unit, habit.unit);
  const refusal = habit.archived ? "habit_archived" : typeof factor === "string" ? factor : null;
  if (refusal || typeof factor === "string") {
    if (refusal) refuse(refusal, series.points.length);
    return tell();
  }
  const { days, outOfRange, tooMany } = pointsByDay(series, clock, factor);
  refuse("day_out_of_range", outOfRange);
  refuse("points_too_many", tooMany);
  const names = [...days.keys()].toSorted();
  const [from, to] = [names[0], names.at(-1)];
  if (from === undefined || to === undefined) return tell();
  const near = new Set(names.flatMap((day) => [-1, 0, 1].map((by) => dayBeside(day, by))));
  const known = await readDays(db, { userId, habitId: habit.id, days: [...near] });
  const entries = new Map(
    ((await listEntriesOfHabit(db.$client, userId, { id: habit.id, from, to })) ?? []).map((entry) => [
      entry.day,
      entry,
    ]),
  );
  for (const day of names) {
    const before = entries.get(day);
    const incoming = withoutNeighbours(
      days.get(day) ?? {},
      [-1, 1].map((by) => known.get(dayBeside(day, by))?.points),
    );
    if (Object.keys(incoming).length === 0) {
      told.unchanged += 1;
      continue;
    }
    const decision = decideDay({
      entry: before,
      known: known.get(day),
      incoming,
      way: mapping.way,
      habitUnit: habit.unit,
    });
    if (decision.outcome === "kept") told.kept.push(day);
    else if (decision.outcome === "closed") refuse("day_closed", 1);
    else if (decision.outcome === "too_small") {
      refuse("amount_too_small", 1);
      const points = pointsToKeep(decision.points, day, clock.today);
      // Since an earlier amount was recorded, another mapping or unit has made it too small: it goes.
      const isChanged = Boolean(before?.value);
      judgedDays.push({ habit_id: habit.id, day, value: 0, unit: habit.unit, points, before, isChanged });
    } else {
      const { value, capped } = decision;
      const pointsBefore = known.get(day)?.points;
      refuse("points_too_many", decision.tooMany);
      const isChanged = decision.outcome === "recorded";
      if (isChanged) told.recorded.push({ day, value, capped });
      else told.unchanged += 1;
      if (!isChanged && pointsBefore && isSamePoints(pointsBefore, decision.points)) continue;
      const points = pointsToKeep(decision.points, day, clock.today);
      judgedDays.push({ habit_id: habit.id, day, value, unit: habit.unit, points, before, isChanged });
    }
  }
  return tell();
}

function dayBeside(day: string, by: number): string {
  return fromDayNumber(toDayNumber(day) + by);
}

function stateOf({ value, unit, skipped, note, confirmed }: Entry) {
  return { value, unit, skipped, note, confirmed };
}

function clockOf(call: Pick<Call, "timezone" | "now" | "user">): Clock {
  const { timezone, day_start_hour } = call.user;
  return { timezone: call.timezone ?? timezone ?? "UTC", dayStartHour: day_start_hour, today: callersToday(call) };
}

function toArrived({ metric, unit, points }: HealthSeries, clock: Clock): ArrivedMetric {
  let last: string | null = null;
  for (const { at, day, midnightOf } of points) {
    const own = day ?? midnightOf ?? todayIn(at ?? 0, clock.timezone, clock.dayStartHour);
    if (last === null || own > last) last = own;
  }
  return { metric, unit, points: points.length, last_day: last };
}
