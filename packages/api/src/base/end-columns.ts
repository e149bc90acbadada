import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { plannedLastDay, type ScheduleEnd, scheduleEndOf } from "@daymark/domain/schedule/end";
import type { HabitEnd } from "@daymark/domain/tracking/schedule";
import { factorOf } from "./unit-factor.ts";

/** The end of a habit, and the day on which the sum reached its total: {@link totalReachedOn}. */
export interface EndColumns {
  ends: HabitEnd | null;
  /** `YYYY-MM-DD`; null if the sum is smaller, and for any other end. */
  reached_on: string | null;
}

/**
 * `totalReachedOn` of the domain as an SQL expression about a habit `h`. It reads no day of a habit without a total. The sum
 * is rounded to four decimals, so it reaches the total from half a ten-thousandth below it.
 */
export const totalReachedOn = `(case when h.ends -> 'total' is not null then (
  select min(r.day) from (
    select p.day, sum(p.value * ${factorOf("p.unit")}) over (partition by p.user_id order by p.day) as amount
    from progress p
    where p.user_id = h.user_id and p.habit_id = h.id and p.value > 0 and p.day >= (h.ends ->> 'from')::date
  ) r
  where r.amount >= ((h.ends ->> 'total')::numeric - 0.00005) * ${factorOf("h.unit")}
) end)::text`;

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
