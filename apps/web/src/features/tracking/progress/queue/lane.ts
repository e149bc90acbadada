import type { Unit } from "@daymark/domain/base/unit";
import { type DayState, differingParts, type Part } from "../day-state.ts";

/** A state to write to a day. */
export interface Write {
  habitId: number;
  day: string;
  state: DayState;
  /** The habit's unit, if the value is in another; otherwise the value's. */
  habitUnit?: Unit;
  /**
   * Called just before the write is sent, which waits for its end and ignores its failure. Not called for a write that
   * is stored because there is no connection.
   */
  prepare?: (() => Promise<void>) | undefined;
  /** Called if the write was rolled back: it failed, and so did all later ones. */
  onRollback?: () => void;
  /**
   * Called if the write was neither saved nor stored. It brings back what the write was made of, such as a timer, and
   * returns a sentence about that. The user is offered no other try then, because it would write the same twice.
   */
  onLost?: () => string;
}

/** A write that is neither on the server nor stored. */
export interface WriteFailure {
  habitId: number;
  day: string;
  /** The state that the page shows again. */
  before: DayState;
  /** The state that could not be written. */
  state: DayState;
  error: unknown;
  /** What {@link Write.onLost} returned. */
  recovered: readonly string[];
}

/** A day that cannot be sent now, with all data needed to send it later. */
export interface WaitingWrite {
  habitId: number;
  day: string;
  /** The last known state on the server. */
  found: DayState;
  wanted: DayState;
  habitUnit: Unit;
  parts: readonly Part[];
  /** States that were sent and not answered: the server may hold one of them. */
  tried: readonly DayState[];
}

/** Stores writes while there is no connection; the results come back by `settle`, `hold` or `giveUp`. */
export interface WriteKeeper {
  /** True if the server is unreachable and a call is not worth trying. */
  readonly isOffline: boolean;
  /** True for a failure after which the same call may succeed later. */
  isUnreachable(error: unknown): boolean;
  /** The response, or an "unreachable" error if it takes too long. */
  inTime<Answer>(call: Promise<Answer>): Promise<Answer>;
  /** Resolves once the write is stored. @throws if it cannot be stored */
  keep(write: WaitingWrite): Promise<void>;
  /** Stores all running writes at once, because the page may end now. */
  keepUnderway(writes: readonly WaitingWrite[]): void;
  /** Removes a stored write, because the server has it or the user no longer wants it. */
  release(write: { habitId: number; day: string }): void;
}

/** One day of one habit: the state known to be on the server, and the wanted state. */
export interface Lane {
  habitId: number;
  day: string;
  confirmed: DayState;
  wanted: DayState;
  habitUnit: Unit;
  parts: Set<Part>;
  tried: DayState[];
  /** The writes that the server has not confirmed, oldest first. */
  writes: Write[];
  /** Counts the writes, so that a response can tell whether it concerns the newest one. */
  generation: number;
  /** True while a call, or a write to the store, is running. */
  isSending: boolean;
  isWaiting: boolean;
  /** True once the writer is logged out. */
  isOver: boolean;
  /** The state in the keeper. */
  kept: DayState | null;
}

export function keyOf(habitId: number, day: string): string {
  return `${habitId} ${day}`;
}

export function waitingOf({ habitId, day, confirmed, wanted, habitUnit, parts, tried }: Lane): WaitingWrite {
  const differing = differingParts(confirmed, wanted);
  return {
    habitId,
    day,
    found: confirmed,
    wanted,
    habitUnit,
    // While a call is running its parts are no longer in the lane, but they are not on the server either.
    parts: [...new Set([...parts, ...differing])],
    tried: [...tried],
  };
}

/** A write whose call is running: the server may have it already. */
export function underwayOf(lane: Lane): WaitingWrite {
  return { ...waitingOf(lane), tried: [...lane.tried, lane.wanted] };
}

/** Rolls back writes that are neither on the server nor stored; returns what was brought back, in sentences. */
export function lose(writes: readonly Write[]): string[] {
  rollBack(writes);
  return writes.flatMap(({ onLost }) => onLost?.() ?? []);
}

/** Newest first. */
export function rollBack(writes: readonly Write[]): void {
  for (const { onRollback } of writes.toReversed()) onRollback?.();
}

/** A state that equals the server's needs no call: for example a tenth toggle that ends where it began. */
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
    writes: [],
    generation: 0,
    isSending: false,
    isWaiting: false,
    isOver: false,
    kept: null,
  };
}
