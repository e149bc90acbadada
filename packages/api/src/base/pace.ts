import { setImmediate as otherWork } from "node:timers/promises";

/** Bounds the work in one turn of the event loop. */
export interface Pace {
  /** Whether the loop should yield. Loops check this first, because an `await` in each round is slow. */
  isDue: (done: number) => boolean;
  /** Waits for a turn of the event loop, so that other requests run. */
  giveWay: (done: number) => Promise<void>;
}

/**
 * Creates a pace for one loop, which has to check it in each round, also in rounds that find nothing. Awaiting a
 * fulfilled promise does not let other requests run; only a turn of the event loop does.
 *
 * @param doneAtOnce work in one turn, in bytes, characters or rows; `done` counts the same unit from 0
 */
export function createPace(doneAtOnce: number): Pace {
  let next = doneAtOnce;
  return {
    isDue: (done) => done >= next,
    async giveWay(done) {
      await otherWork();
      next = done + doneAtOnce;
    },
  };
}

/**
 * Maps items, and lets other requests run in between.
 *
 * @param atOnce items in one turn of the event loop
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const pace = createPace(atOnce);
  const results: Result[] = [];
  for (const item of items) {
    if (pace.isDue(results.length)) await pace.giveWay(results.length);
    results.push(map(item));
  }
  return results;
}
