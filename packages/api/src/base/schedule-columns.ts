import type { Schedule } from "@daymark/domain/tracking/schedule";

/** The columns of a habit's schedule: a number of days a week has one of its own, all other schedules share the other. */
export interface ScheduleColumns {
  times_per_week: number | null;
  schedule: Schedule | null;
}

export function toScheduleColumns(schedule: Schedule | null): ScheduleColumns {
  const times_per_week = schedule?.times_per_week ?? null;
  return { times_per_week, schedule: times_per_week === null ? schedule : null };
}

export function fromScheduleColumns({ times_per_week, schedule }: ScheduleColumns): Schedule | null {
  return times_per_week === null ? schedule : { times_per_week };
}
