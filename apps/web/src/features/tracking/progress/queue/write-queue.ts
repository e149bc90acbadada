import type { Unit } from "@daymark/domain/base/unit";
import { type DayState, dayStateOf, differingParts, entryOf, type Part, withoutLog } from "../day-state.ts";
import type { ProgressCache, ProgressRange } from "../progress-cache.ts";
import type { WaitingLogs } from "../waiting-logs.ts";
import {
  forgetSameParts,
  keyOf,
  type Lane,
  lose,
  newLane,
  rollBack,
  underwayOf,
  type WaitingWrite,
  type Write,
  type WriteFailure,
  type WriteKeeper,
  waitingOf,
} from "./lane.ts";
import { type ProgressTransport, sendDay } from "./progress-transport.ts";
import { shareDays, showLane, showWaitingAgain, withLog } from "./shown-days.ts";

interface QueueOptions {
  cache: ProgressCache;
  transport: ProgressTransport;
  onFailure: (failure: WriteFailure) => void;
  /** Called after a write has succeeded, here or in another tab, or was dropped, and none is running. */
  onIdle?: () => void;
  /** Without a keeper, a write that cannot be sent fails. */
  keeper?: WriteKeeper;
}

/**
 * Writes days as optimistic updates on the page and in order on the server.
 *
 * Each day of each habit has a separate lane. In a lane one call runs at a time. Of all states written meanwhile only
 * the last is sent after it, so ten fast toggles are two calls and end in the tenth state. After a failure the page
 * shows the server's last confirmed state again, unless a newer write is already waiting. If the server is unreachable,
 * the lane waits instead: by then the keeper has the write, and sends it when it can.
 *
 * Until a lane is finished, its day overrides other responses ({@link WriteQueue.share}): an older list that arrives
 * late never shows an older value.
 */
export class WriteQueue {
  readonly #cache: ProgressCache;
  readonly #transport: ProgressTransport;
  readonly #onFailure: (failure: WriteFailure) => void;
  readonly #onIdle: (() => void) | undefined;
  readonly #keeper: WriteKeeper | undefined;
  readonly #lanes = new Map<string, Lane>();
  /** True once a write landed that {@link QueueOptions.onIdle} has not been called for yet. */
  #hasLanded = false;

  constructor({ cache, transport, onFailure, onIdle, keeper }: QueueOptions) {
    this.#cache = cache;
    this.#transport = transport;
    this.#onFailure = onFailure;
    this.#onIdle = onIdle;
    this.#keeper = keeper;
  }

  /** True while a write is neither on the server nor stored. */
  get isBusy(): boolean {
    return [...this.#lanes.values()].some((lane) => lane.isSending);
  }

  /** True while a day of the habit is not known to be on the server. */
  isUnsettled(habitId: number): boolean {
    return [...this.#lanes.values()].some((lane) => lane.habitId === habitId && (lane.isSending || lane.isWaiting));
  }

  /** The state of the day as the page shows it. `unit` is the habit's. */
  read(habitId: number, day: string, unit: Unit): DayState {
    const lane = this.#lanes.get(keyOf(habitId, day));
    return lane ? withLog(this.#cache, lane, lane.wanted) : dayStateOf(this.#cache.read(habitId, day), unit);
  }

  /** Shows `state` now and sends it as soon as possible. */
  write(write: Write): void {
    const { habitId, day, state, habitUnit = state.unit } = write;
    const key = keyOf(habitId, day);
    const before = this.read(habitId, day, state.unit);
    const found = dayStateOf(withoutLog(this.#cache.read(habitId, day)), state.unit);
    const lane = this.#lanes.get(key) ?? newLane(habitId, day, found);
    const parts = differingParts(before, state);
    if (parts.length === 0) return;
    for (const part of parts) lane.parts.add(part);
    this.#lanes.set(key, lane);
    lane.wanted = this.#cache.logs?.take(lane.wanted, write) ?? state;
    lane.habitUnit = habitUnit;
    lane.generation += 1;
    lane.writes.push({ ...write, state: lane.wanted });
    showLane(this.#cache, lane);
    if (lane.isSending) return;
    // The write may have dropped entries of the day's log and nothing else.
    const isSame = differingParts(lane.confirmed, lane.wanted).length === 0;
    if (lane.isWaiting || isSame) void this.#rewrite(lane);
    else void this.#run(lane);
  }

  /** Shows a write of the keeper, from an earlier page or another tab. */
  hold({ habitId, day, found, wanted, habitUnit, parts, tried }: WaitingWrite): void {
    const key = keyOf(habitId, day);
    const lane = this.#lanes.get(key) ?? newLane(habitId, day, found);
    // The write that is being sent or stored here is newer.
    if (lane.isSending) return;
    this.#lanes.set(key, lane);
    lane.generation += 1;
    Object.assign(lane, { confirmed: found, wanted, habitUnit, parts: new Set(parts), tried: [...tried] });
    Object.assign(lane, { isWaiting: true, kept: wanted });
    showLane(this.#cache, lane);
  }

  /** Shows a day again after an entry of its log has begun to wait, or waits no longer. */
  showLog({ habitId, day }: { habitId: number; day: string }, logs: WaitingLogs): void {
    this.#cache.logs = logs;
    this.#cache.write(habitId, day, this.#cache.read(habitId, day));
  }

  /** The waiting write is on the server, which now holds `state`; later writes still wait. */
  settle({ habitId, day }: { habitId: number; day: string }, sent: DayState, state: DayState): void {
    const lane = this.#lanes.get(keyOf(habitId, day));
    if (!lane?.isWaiting && !lane?.isSending) {
      // A finished lane still overrides older responses.
      if (lane) lane.wanted = lane.confirmed = state;
      this.#cache.write(habitId, day, entryOf(habitId, day, state));
      this.#land();
    }
    if (!lane?.isWaiting) return;
    lane.confirmed = state;
    lane.tried = [];
    if (differingParts(lane.wanted, sent).length > 0) return;
    lane.kept = null;
    this.#succeed(lane);
  }

  /** The waiting write was dropped: the day shows the server's state. */
  giveUp({ habitId, day }: { habitId: number; day: string }, state: DayState): void {
    const lane = this.#lanes.get(keyOf(habitId, day));
    if (!lane?.isWaiting) return;
    this.#lanes.delete(keyOf(habitId, day));
    this.#cache.write(habitId, day, entryOf(habitId, day, state));
    rollBack(lane.writes);
    this.#land();
  }

  /** Shows waiting states again after a response that did not contain them. */
  repaint(): void {
    showWaitingAgain(this.#cache, this.#lanes);
  }

  /** The page may end now: running writes are stored too, until their responses come. */
  keepUnderway(): void {
    const lanes = [...this.#lanes.values()].filter(({ isSending }) => isSending);
    if (lanes.length === 0) return;
    this.#keeper?.keepUnderway(lanes.map(underwayOf));
    for (const lane of lanes) lane.kept = lane.wanted;
  }

  /**
   * The user has logged out: waiting writes belong to the keeper, and unsent ones must not be sent as another user.
   *
   * @returns the writes that are neither on the server nor stored, as far as is known
   */
  clear(): WaitingWrite[] {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) lane.isOver = true;
    this.#lanes.clear();
    this.#cache.logs = null;
    return lanes.filter(({ isSending }) => isSending).map(underwayOf);
  }

  /**
   * The `structuralSharing` of a progress query: keeps unchanged entries, and days with running writes override the
   * response.
   */
  share(range: ProgressRange) {
    return shareDays(this.#cache, this.#lanes, range);
  }

  async #run(lane: Lane): Promise<void> {
    lane.isSending = true;
    if (this.#keeper?.isOffline && (await this.#wait(lane))) return;
    do {
      const { generation, wanted, parts } = lane;
      const writes = lane.writes.length;
      const prepare = lane.writes.at(-1)?.prepare;
      lane.parts = new Set();
      try {
        if (prepare) await prepare().catch(() => {});
        if (lane.isOver) return;
        lane.confirmed = await this.#send(lane, wanted, parts);
        lane.tried = [];
        lane.writes.splice(0, writes);
        if (lane.isOver) return;
        forgetSameParts(lane);
      } catch (error) {
        if (lane.isOver) return;
        // A waiting write sends its parts of the day again, so an earlier failure does not harm it.
        for (const part of parts) lane.parts.add(part);
        if (this.#keeper?.isUnreachable(error)) {
          lane.tried.push(wanted);
          if (await this.#wait(lane)) return;
        }
        if (generation === lane.generation) return this.#fail(lane, error);
      }
    } while (lane.parts.size > 0);
    this.#succeed(lane);
  }

  /** Stores the final state of the lane; false if that is impossible. Only after that the lane is marked as waiting. */
  async #wait(lane: Lane): Promise<boolean> {
    lane.isSending = true;
    let generation: number;
    do {
      generation = lane.generation;
      const { wanted } = lane;
      try {
        await this.#keeper?.keep(waitingOf(lane));
      } catch {
        return lane.isOver;
      }
      if (lane.isOver) return true;
      lane.kept = wanted;
    } while (generation !== lane.generation);
    lane.isSending = false;
    lane.isWaiting = true;
    showLane(this.#cache, lane);
    return true;
  }

  /** The user changes a waiting day again. */
  async #rewrite(lane: Lane): Promise<void> {
    if (lane.tried.length === 0 && differingParts(lane.confirmed, lane.wanted).length === 0) {
      this.#succeed(lane);
      return;
    }
    if (await this.#wait(lane)) return;
    const { wanted, kept } = lane;
    lane.isSending = false;
    if (kept) lane.wanted = kept;
    showLane(this.#cache, lane);
    const unkept = lane.writes.splice(lane.writes.findLastIndex((write) => write.state === kept) + 1);
    this.#report(lane, wanted, unkept, new Error("no room to keep it"));
  }

  #send({ habitId, day, habitUnit }: Lane, state: DayState, parts: ReadonlySet<Part>): Promise<DayState> {
    const inTime = <Answer>(call: Promise<Answer>) => this.#keeper?.inTime(call) ?? call;
    return sendDay(this.#transport, { habitId, day, state, parts, habitUnit, inTime });
  }

  #succeed(lane: Lane): void {
    lane.wanted = lane.confirmed;
    lane.isSending = false;
    lane.isWaiting = false;
    lane.writes = [];
    lane.parts.clear();
    if (lane.kept) this.#keeper?.release(lane);
    lane.kept = null;
    showLane(this.#cache, lane);
    this.#release(lane);
    this.#land();
  }

  #land(): void {
    this.#hasLanded = true;
    this.#tellIdle();
  }

  #fail(lane: Lane, error: unknown): void {
    const { wanted } = lane;
    lane.isSending = false;
    this.#lanes.delete(keyOf(lane.habitId, lane.day));
    if (lane.kept) this.#keeper?.release(lane);
    lane.wanted = lane.confirmed;
    showLane(this.#cache, lane);
    this.#report(lane, wanted, lane.writes, error);
    // A lost connection may have lost only the response, so the server's state is fetched.
    void this.#cache.refetch();
    this.#tellIdle();
  }

  /** Rolls back `writes`, the last of which wanted the state `lost`. The lane has the state from before them again. */
  #report(lane: Lane, lost: DayState, writes: readonly Write[], error: unknown): void {
    const before = withLog(this.#cache, lane, lane.wanted);
    const state = withLog(this.#cache, lane, lost);
    this.#onFailure({ habitId: lane.habitId, day: lane.day, before, state, error, recovered: lose(writes) });
  }

  #tellIdle(): void {
    if (!this.#hasLanded || this.isBusy) return;
    this.#hasLanded = false;
    this.#onIdle?.();
  }

  /** A lane stays until all responses requested before its write succeeded have arrived. */
  #release(lane: Lane): void {
    const generation = lane.generation;
    const underway = this.#cache.underway();
    const letGo = () => {
      if (lane.generation === generation && !lane.isSending) this.#lanes.delete(keyOf(lane.habitId, lane.day));
    };
    if (underway.length === 0) letGo();
    else void Promise.allSettled(underway).then(letGo);
  }
}
