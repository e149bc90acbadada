import type { Sql } from "@daymark/db/connection/client";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { plannedLastDay, type ScheduleEnd, scheduleEndOf } from "@daymark/domain/schedule/end";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { endDaysMax } from "@daymark/domain/tracking/schedule-bounds";
import { factorOf } from "./unit-factor.ts";

/** The end of a habit, and the day on which the sum reached its total: {@link totalReachedOn}. */
export interface EndColumns {
  ends: HabitEnd | null;
  /** `YYYY-MM-DD`; null if the sum is smaller, and for any other end. */
  reached_on: string | null;
}

/** The rows of an owner whose amounts count toward the total of a habit `h`. */
const rowsOfTotal = (owner: string) => `from progress p
    where p.user_id = ${owner} and p.habit_id = h.id and p.value > 0
      and p.day >= (h.ends ->> 'from')::date and p.day < (h.ends ->> 'from')::date + ${endDaysMax}`;
/** The least sum that counts as the total, in the smallest unit of its kind. */
const leastSum = `((h.ends ->> 'total')::numeric - 0.00005) * ${factorOf("h.unit")}`;

/**
 * Most totals are not reached yet. The sums by unit show that in a fifth of the time that running sums take. Citus
 * asks both sums to name the column by which it distributes.
 */
const reachedOn = (owner: string) => `(case when h.ends -> 'total' is not null and (
  select sum(u.amount * ${factorOf("u.unit")}) from (
    select p.unit, sum(p.value) as amount ${rowsOfTotal(owner)} group by p.user_id, p.unit
  ) u
) >= ${leastSum} then (
  select r.day from (
    select p.day, sum(p.value * ${factorOf("p.unit")}) over (partition by p.user_id order by p.day) as amount ${rowsOfTotal(owner)}
  ) r
  where r.amount >= ${leastSum} order by r.day limit 1
) end)::text`;

/**
 * `totalReachedOn` of the domain as an SQL expression about a habit `h`. It reads no day of a habit without a total. The sum
 * is rounded to four decimals, so it reaches the total from half a ten-thousandth below it. For statements in which only
 * `h` names the user.
 */
export const totalReachedOn = reachedOn("h.user_id");

/**
 * The same for statements that name the user as a parameter for other tables than `h`, too. Citus finds their worker only if
 * every table has that parameter.
 */
export function totalReachedOnForUser(sql: Sql, userId: number) {
  return partsAroundUser.map((part) => sql`${sql.unsafe(part)}`).reduce((left, right) => sql`${left}${userId}${right}`);
}

/** Split once, because the text is long and every read of histories uses it. */
const partsAroundUser = reachedOn(":owner").split(":owner");

/** The end of a row in the form that the rules take. */
export function fromEndColumns({ ends, reached_on }: EndColumns): ScheduleEnd | null {
  return scheduleEndOf(ends, reached_on === null ? null : toDayNumber(reached_on));
}

/**
 * The day with which a habit ended, `YYYY-MM-DD`: its last day once that has passed, or the day that reached its total; null
 * while it goes on.
 *
 * @param today `YYYY-MM-DD`, the owner's
 */
export function endedOn({ ends, reached_on }: EndColumns, today: string): string | null {
  const planned = plannedLastDay(ends);
  if (planned === null) return reached_on;
  return planned < toDayNumber(today) ? fromDayNumber(planned) : null;
}
