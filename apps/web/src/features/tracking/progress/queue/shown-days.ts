import type { Entry } from "@daymark/domain/tracking/progress";
import { type DayState, dayStateOf, entryOf, type ShownEntry } from "../day-state.ts";
import { isWithin, type ProgressCache, type ProgressRange, shareEntries } from "../progress-cache.ts";
import { keyOf, type Lane } from "./lane.ts";

/** The lanes of a write queue, by {@link keyOf}. */
export type Lanes = ReadonlyMap<string, Lane>;

/** Shows the wanted state of a lane. */
export function showLane(cache: ProgressCache, lane: Lane): void {
  cache.write(lane.habitId, lane.day, shownEntry(lane));
}

/** A state of the lane as the user sees it, with the entries of the day's log that wait. */
export function withLog(cache: ProgressCache, { habitId, day }: Lane, state: DayState): DayState {
  return dayStateOf(cache.withLog(habitId, day, entryOf(habitId, day, state)), state.unit);
}

/** Shows waiting states again after a response that did not contain them. */
export function showWaitingAgain(cache: ProgressCache, lanes: Lanes): void {
  const isShown = (entry: ShownEntry | undefined) => entry?.waiting === true;
  const waiting = [...lanes.values()].filter(({ isWaiting }) => isWaiting);
  for (const { habitId, day } of [...waiting, ...(cache.logs?.days() ?? [])]) {
    if (cache.agrees(habitId, day, isShown)) continue;
    const lane = lanes.get(keyOf(habitId, day));
    cache.restore(habitId, day, lane ? shownEntry(lane) : cache.read(habitId, day));
  }
}

/**
 * The `structuralSharing` of a progress query: keeps unchanged entries, and days of the lanes override the response.
 */
export function shareDays(cache: ProgressCache, lanes: Lanes, range: ProgressRange) {
  return (before: unknown, fresh: unknown): { results: Entry[] } => {
    const list = fresh as { results: Entry[] };
    const pending = [...cache.loggedDays(range, list.results)];
    for (const lane of lanes.values()) {
      const { habitId, day } = lane;
      const entry = cache.withLog(habitId, day, shownEntry(lane));
      if (isWithin(range, habitId, day)) pending.push({ habitId, day, entry });
    }
    return shareEntries(before as { results: Entry[] } | undefined, list, pending);
  };
}

/** A waiting day that was cleared also shows a mark: that it waits. */
function shownEntry({ habitId, day, wanted, isWaiting }: Lane): ShownEntry | undefined {
  return isWaiting ? { habit_id: habitId, day, ...wanted, waiting: true } : entryOf(habitId, day, wanted);
}
