import type { Entry, ProgressSetInput } from "@daymark/domain/progress";
import type { Unit } from "@daymark/domain/unit";
import { blankDay, callsFor, type DayState, dayStateOf, differingParts, entryOf, type Part } from "./day-state.ts";
import { isWithin, type ProgressCache, type ProgressRange, shareEntries } from "./progress-cache.ts";

/** How the queue reaches the server. Each call answers with the day as it is afterwards, or throws. */
export interface ProgressTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  /** Takes the amount and leaves the note. */
  empty(input: { id: number; day: string }): Promise<Entry>;
  /** Takes everything; a day that had nothing is no error. */
  delete(input: { id: number; day: string }): Promise<void>;
}

export interface Write {
  habitId: number;
  day: string;
  state: DayState;
  /** Called where the write did not last: it failed, and so did everything after it. */
  onRollback?: () => void;
}

export interface WriteFailure {
  habitId: number;
  day: string;
  /** What was wanted and is not. */
  state: DayState;
  error: unknown;
}

interface QueueOptions {
  cache: ProgressCache;
  transport: ProgressTransport;
  onFailure: (failure: WriteFailure) => void;
  /** After a write has landed and none is underway. */
  onIdle?: () => void;
}

/** One day of one habit: what the server is known to hold, and what it is to hold. */
interface Lane {
  habitId: number;
  day: string;
  confirmed: DayState;
  wanted: DayState;
  parts: Set<Part>;
  rollbacks: (() => void)[];
  /** Counts the writes, so that an answer knows whether it is still the newest. */
  generation: number;
  isSending: boolean;
}

/**
 * Writes days at once on the page and in order on the server.
 *
 * Each day of each habit has a lane of its own. In a lane one call is underway at a time, and of all that was wanted
 * meanwhile only the last is sent after it, so that ten fast toggles are two calls and end in the tenth. A failure
 * takes the page back to what the server last confirmed, unless something newer is already waiting.
 *
 * Until a lane is through, its day overrides what other answers say ({@link WriteQueue.share}): an older list that
 * arrives late never blinks an older value.
 */
export class WriteQueue {
  readonly #cache: ProgressCache;
  readonly #transport: ProgressTransport;
  readonly #onFailure: (failure: WriteFailure) => void;
  readonly #onIdle: () => void;
  readonly #lanes = new Map<string, Lane>();

  constructor({ cache, transport, onFailure, onIdle }: QueueOptions) {
    this.#cache = cache;
    this.#transport = transport;
    this.#onFailure = onFailure;
    this.#onIdle = onIdle ?? (() => {});
  }

  /** True while the server does not have everything yet. */
  get isBusy(): boolean {
    return [...this.#lanes.values()].some((lane) => lane.isSending);
  }

  /** The day as the page shows it. `unit` is the habit's. */
  read(habitId: number, day: string, unit: Unit): DayState {
    return this.#lanes.get(keyOf(habitId, day))?.wanted ?? dayStateOf(this.#cache.read(habitId, day), unit);
  }

  /** Shows `state` now and sends it as soon as it may. */
  write({ habitId, day, state, onRollback }: Write): void {
    const key = keyOf(habitId, day);
    const before = this.read(habitId, day, state.unit);
    const lane = this.#lanes.get(key) ?? newLane(habitId, day, before);
    const parts = differingParts(before, state);
    if (parts.length === 0) return;
    for (const part of parts) lane.parts.add(part);
    this.#lanes.set(key, lane);
    lane.wanted = state;
    lane.generation += 1;
    if (onRollback) lane.rollbacks.push(onRollback);
    this.#paint(lane);
    if (!lane.isSending) void this.#run(lane);
  }

  /** The `structuralSharing` of a query of progress: keeps unchanged entries and lets days underway have their way. */
  share(range: ProgressRange) {
    return (before: unknown, fresh: unknown): { results: Entry[] } =>
      shareEntries(before as { results: Entry[] } | undefined, fresh as { results: Entry[] }, this.#pending(range));
  }

  *#pending(range: ProgressRange) {
    for (const { habitId, day, wanted } of this.#lanes.values()) {
      if (isWithin(range, habitId, day)) yield { habitId, day, entry: entryOf(habitId, day, wanted) };
    }
  }

  async #run(lane: Lane): Promise<void> {
    lane.isSending = true;
    do {
      const { generation, wanted, parts } = lane;
      const rollbacks = lane.rollbacks.length;
      lane.parts = new Set();
      try {
        lane.confirmed = await this.#send(lane, wanted, parts);
        lane.rollbacks.splice(0, rollbacks);
        forgetSameParts(lane);
      } catch (error) {
        // Whatever waits says its parts of the day anew, so it is no worse off for what failed before it.
        for (const part of parts) lane.parts.add(part);
        if (generation === lane.generation) return this.#fail(lane, error);
      }
    } while (lane.parts.size > 0);
    this.#succeed(lane);
  }

  async #send({ habitId: id, day }: Lane, wanted: DayState, parts: ReadonlySet<Part>): Promise<DayState> {
    let state = wanted;
    for (const call of callsFor(id, day, wanted, parts)) {
      if (call.kind === "delete") {
        await this.#transport.delete({ id, day });
        state = blankDay(wanted.unit);
      } else {
        const sending = call.kind === "set" ? this.#transport.set(call.input) : this.#transport.empty({ id, day });
        state = dayStateOf(await sending, wanted.unit);
      }
    }
    return state;
  }

  #succeed(lane: Lane): void {
    lane.wanted = lane.confirmed;
    lane.isSending = false;
    lane.rollbacks = [];
    this.#paint(lane);
    this.#release(lane);
    if (!this.isBusy) this.#onIdle();
  }

  #fail(lane: Lane, error: unknown): void {
    const { habitId, day, wanted: state } = lane;
    lane.isSending = false;
    this.#lanes.delete(keyOf(habitId, day));
    this.#cache.write(habitId, day, entryOf(habitId, day, lane.confirmed));
    for (const rollback of lane.rollbacks.reverse()) rollback();
    this.#onFailure({ habitId, day, state, error });
    // A lost connection may have lost the answer only; the server is asked what it holds.
    void this.#cache.refetch();
  }

  /** A lane stays until answers that were asked for before its write landed are in. */
  #release(lane: Lane): void {
    const generation = lane.generation;
    const underway = this.#cache.underway();
    const letGo = () => {
      if (lane.generation === generation && !lane.isSending) this.#lanes.delete(keyOf(lane.habitId, lane.day));
    };
    if (underway.length === 0) letGo();
    else void Promise.allSettled(underway).then(letGo);
  }

  #paint({ habitId, day, wanted }: Lane): void {
    this.#cache.write(habitId, day, entryOf(habitId, day, wanted));
  }
}

function keyOf(habitId: number, day: string): string {
  return `${habitId} ${day}`;
}

/** What waits and turns out to hold already needs no call: a tenth toggle that ends where the first one led. */
function forgetSameParts(lane: Lane): void {
  const differing = differingParts(lane.confirmed, lane.wanted);
  for (const part of lane.parts) if (!differing.includes(part)) lane.parts.delete(part);
}

function newLane(habitId: number, day: string, confirmed: DayState): Lane {
  return {
    habitId,
    day,
    confirmed,
    wanted: confirmed,
    parts: new Set(),
    rollbacks: [],
    generation: 0,
    isSending: false,
  };
}
