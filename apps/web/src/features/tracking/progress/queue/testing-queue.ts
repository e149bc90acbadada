import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import { QueryClient } from "@tanstack/react-query";
import { blankDay, type DayState } from "../day-state.ts";
import { ProgressCache } from "../progress-cache.ts";
import type { WriteFailure } from "./lane.ts";
import { WriteQueue } from "./write-queue.ts";

export const habitId = 4;
export const day = "2026-11-21";
const range = { from: "2026-11-01", to: "2026-11-30" };
export const listKey = [["progress", "list"], { input: range, type: "query" }];
export const blank = blankDay("minutes");
export const minutes = (value: number): DayState => ({ ...blank, value });

/** A server whose responses the test releases one by one, in the order of the calls. */
class HeldServer {
  readonly rows = new Map<string, Entry>();
  readonly calls: string[] = [];
  readonly #held: ((error?: Error) => void)[] = [];

  set = (input: ProgressSetInput) =>
    this.#hold(`set ${JSON.stringify({ ...input, id: undefined, day: undefined })}`, () => {
      const old = this.rows.get(input.day) ?? { habit_id: input.id, day: input.day, ...blank };
      const entry: Entry = {
        ...old,
        ...(input.value !== undefined && { value: input.value, skipped: false }),
        ...(input.skipped !== undefined && { skipped: input.skipped, value: null }),
        ...(input.note !== undefined && { note: input.note }),
      };
      this.rows.set(input.day, entry);
      return entry;
    });

  empty = ({ id, day }: { id: number; day: string }) =>
    this.#hold("empty", () => {
      const old = this.rows.get(day);
      if (old?.note) this.rows.set(day, { ...old, value: null, skipped: false });
      else this.rows.delete(day);
      return { ...(this.rows.get(day) ?? { habit_id: id, day, ...blank }), value: 0 };
    });

  delete = ({ day }: { day: string }) =>
    this.#hold("delete", () => {
      this.rows.delete(day);
    });

  /** Completes the oldest call, or fails it; then waits for all effects. */
  async answer(error?: Error): Promise<void> {
    const next = this.#held.shift();
    if (!next) throw new Error("nothing is underway");
    next(error);
    await settle();
  }

  async answerAll(): Promise<void> {
    while (this.#held.length > 0) await this.answer();
  }

  get underway(): number {
    return this.#held.length;
  }

  #hold<Answer>(call: string, work: () => Answer): Promise<Answer> {
    this.calls.push(call);
    return new Promise((resolve, reject) => {
      this.#held.push((error) => (error ? reject(error) : resolve(work())));
    });
  }
}

/** Waits until all resolved promises have run their callbacks. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A page with an empty month, its write queue, and the server. All are new. */
export function openPage() {
  const server = new HeldServer();
  const queryClient = new QueryClient();
  const failures: WriteFailure[] = [];
  const idle = { calls: 0 };
  const queue = new WriteQueue({
    cache: new ProgressCache(queryClient),
    transport: server,
    onFailure: (failure) => failures.push(failure),
    onIdle: () => {
      idle.calls += 1;
    },
  });
  queryClient.setQueryDefaults(listKey, { structuralSharing: queue.share(range) });
  queryClient.setQueryData(listKey, { results: [] });

  const shown = () => queryClient.getQueryData<{ results: Entry[] }>(listKey)?.results ?? [];
  return {
    server,
    queryClient,
    queue,
    failures,
    /** How many times the queue has told that it is idle. */
    idle,
    shown,
    shownValue: () => shown().find((entry) => entry.day === day)?.value ?? null,
    write: (state: DayState, onRollback?: () => void) =>
      queue.write({ habitId, day, state, ...(onRollback && { onRollback }) }),
  };
}
