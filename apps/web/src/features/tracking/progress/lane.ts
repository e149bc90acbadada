import type { Unit } from "@daymark/domain/base/unit";
import { type DayState, differingParts, entryOf, type Part, type ShownEntry } from "./day-state.ts";

/** A day that cannot be sent now, with all that is needed to send it another time. */
export interface WaitingWrite {
  habitId: number;
  day: string;
  /** What the server was last known to hold. */
  found: DayState;
  wanted: DayState;
  habitUnit: Unit;
  parts: readonly Part[];
  /** What was sent and never answered: the server may hold it. */
  tried: readonly DayState[];
}

/** Where writes are kept while there is no connection; what it keeps comes back by `settle`, `hold` or `giveUp`. */
export interface WriteKeeper {
  /** True where nobody answers: it is not worth trying. */
  readonly isOffline: boolean;
  /** True for a failure after which the same call may succeed later. */
  isUnreachable(error: unknown): boolean;
  /** An answer, or an unreachable server where it takes too long. */
  inTime<Answer>(call: Promise<Answer>): Promise<Answer>;
  /** Resolves once it is safe. @throws where it cannot be kept */
  keep(write: WaitingWrite): Promise<void>;
  /** Lets go of what was kept, because the server has it or nobody wants it any more. */
  release(write: { habitId: number; day: string }): void;
}

/** One day of one habit: what the server is known to hold, and what it is to hold. */
export interface Lane {
  habitId: number;
  day: string;
  confirmed: DayState;
  wanted: DayState;
  habitUnit: Unit;
  parts: Set<Part>;
  tried: DayState[];
  rollbacks: (() => void)[];
  /** Counts the writes, so that an answer knows whether it is still the newest. */
  generation: number;
  /** True while a call, or a keeping, is underway. */
  isSending: boolean;
  isWaiting: boolean;
  /** True once whoever wrote it is logged out. */
  isOver: boolean;
  /** What the keeper has of it. */
  kept: DayState | null;
}

export function keyOf(habitId: number, day: string): string {
  return `${habitId} ${day}`;
}

/** A day that waits to be cleared has something to show, too: that it waits. */
export function shownEntry({ habitId, day, wanted, isWaiting }: Lane): ShownEntry | undefined {
  return isWaiting ? { habit_id: habitId, day, ...wanted, waiting: true } : entryOf(habitId, day, wanted);
}

export function waitingOf({ habitId, day, confirmed, wanted, habitUnit, parts, tried }: Lane): WaitingWrite {
  const differing = differingParts(confirmed, wanted);
  return {
    habitId,
    day,
    found: confirmed,
    wanted,
    habitUnit,
    // While a call is underway its parts are no longer the lane's, but they are not on the server either.
    parts: [...new Set([...parts, ...differing])],
    tried: [...tried],
  };
}

/** What waits and turns out to hold already needs no call: a tenth toggle that ends where the first one led. */
export function forgetSameParts(lane: Lane): void {
  const differing = differingParts(lane.confirmed, lane.wanted);
  for (const part of lane.parts) if (!differing.includes(part)) lane.parts.delete(part);
}

export function newLane(habitId: number, day: string, confirmed: DayState): Lane {
  return {
    habitId,
    day,
    confirmed,
    wanted: confirmed,
    habitUnit: confirmed.unit,
    parts: new Set(),
    tried: [],
    rollbacks: [],
    generation: 0,
    isSending: false,
    isWaiting: false,
    isOver: false,
    kept: null,
  };
}
