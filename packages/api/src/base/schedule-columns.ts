import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { PastSchedule } from "@daymark/domain/schedule/history";
import type { Schedule } from "@daymark/domain/tracking/schedule";

/** The columns of a habit's schedule: one for a number of days a week, the other for all other schedules. */
export interface ScheduleColumns {
  times_per_week: number | null;
  schedule: Schedule | null;
}

export function toScheduleColumns(schedule: Schedule | null): ScheduleColumns {
  const times_per_week = schedule?.times_per_week ?? null;
  return { times_per_week, schedule: times_per_week === null ? schedule : null };
}

/** The past schedules of a row in the form that the rules take. */
export function fromPastSchedules(rows: readonly PastScheduleRow[] | null): PastSchedule[] {
  return (rows ?? []).map((row) => ({ ...row, until: toDayNumber(row.until) }));
}

/** The inverse of {@link fromPastSchedules}: a habit without past schedules stores null. */
export function toPastSchedules(past: readonly PastSchedule[]): PastScheduleRow[] | null {
  if (past.length === 0) return null;
  return past.map(({ until, weekdays, schedule }) => ({
    until: fromDayNumber(until),
    weekdays: [...weekdays],
    schedule,
  }));
}

export function fromScheduleColumns({ times_per_week, schedule }: ScheduleColumns): Schedule | null {
  return times_per_week === null ? schedule : { times_per_week };
}
