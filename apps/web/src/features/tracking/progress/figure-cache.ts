import { figureNames } from "@daymark/domain/rules/figures-after";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { type QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import type { TodayClock } from "../clock/today.ts";
import { figuresSince } from "./figures-since.ts";
import { figuresKey, type ProgressCache, type ShownChange } from "./progress-cache.ts";

interface FigureList {
  results: Statistics[];
}

/** The figures of a habit as the server last sent them, and the days that have changed since. */
interface Base {
  figures: Statistics;
  /** The day that was today then. */
  today: string;
  /** The changed days as they were then. */
  before: Map<string, Entry | undefined>;
  /** When one of them last changed, or was confirmed by the server. */
  changedAt: number;
  /**
   * The figures since then, the server's first. The server's late answer equals one of them, unless another device has
   * changed days.
   */
  shown: Statistics[];
  /** False if the page no longer knows which days the figures include. */
  isSure: boolean;
}

interface FigureOptions {
  clock: Pick<TodayClock, "read" | "dayAt">;
  /** True while a day of the habit is not known to be on the server. */
  isUnsettled: (habitId: number) => boolean;
}

/**
 * Changes the figures of a habit together with its days, also without a network. The server's next answer replaces
 * them, if it was requested after all days of the habit had been confirmed: an earlier one may lack some of them.
 */
export class FigureCache {
  readonly #queryClient: QueryClient;
  readonly #cache: ProgressCache;
  readonly #options: FigureOptions;
  readonly #bases = new Map<number, Base>();
  /** The list that this class has written. */
  #written: unknown;
  /** Counts changes and requests, so that their order is known. */
  #time = 0;
  #requestedAt = 0;

  constructor(queryClient: QueryClient, cache: ProgressCache, options: FigureOptions) {
    this.#queryClient = queryClient;
    this.#cache = cache;
    this.#options = options;
    cache.subscribe((changes) => this.#follow(changes));
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "fetch") return;
      if (event.query === this.#query()) this.#requestedAt = this.#time += 1;
    });
  }

  /** The `structuralSharing` of the query: keeps the figures of habits for which the answer may be too old. */
  readonly share = (before: unknown, fresh: unknown): FigureList => {
    const [old, next] = [before as FigureList | undefined, fresh as FigureList];
    if (next === this.#written) return next;
    const shown = new Map(old?.results.map((figures) => [figures.habit_id, figures]));
    const results = next.results.map((figures) => this.#accept(figures, shown.get(figures.habit_id)));
    const isSame = results.length === shown.size && results.every((figures, index) => figures === old?.results[index]);
    return old && isSame ? old : { results };
  };

  #accept(fresh: Statistics, shown: Statistics | undefined): Statistics {
    const { habit_id: id } = fresh;
    const base = this.#bases.get(id);
    const isUnsettled = this.#options.isUnsettled(id) || this.#cache.hasLog(id);
    if (!isUnsettled && (!base || this.#requestedAt > base.changedAt)) {
      this.#bases.delete(id);
      return shown ? replaceEqualDeep(shown, fresh) : fresh;
    }
    if (!base?.shown.some((figures) => isSame(figures, fresh)))
      this.#bases.set(id, { ...(base ?? this.#newBase(fresh)), isSure: false });
    return shown ?? fresh;
  }

  #follow(changes: readonly ShownChange[]): void {
    const changed = new Set<number>();
    for (const { habitId, day, before, after } of changes) {
      const base = this.#bases.get(habitId);
      if (base) base.changedAt = this.#time += 1;
      if (isSameAmount(before, after)) continue;
      const own = base ?? this.#begin(habitId);
      if (!own) continue;
      if (!own.before.has(day)) own.before.set(day, before);
      changed.add(habitId);
    }
    if (changed.size > 0) this.#write(changed);
  }

  #begin(habitId: number): Base | undefined {
    const figures = this.#list()?.results.find(({ habit_id }) => habit_id === habitId);
    if (!figures) return undefined;
    const base = this.#newBase(figures);
    this.#bases.set(habitId, base);
    return base;
  }

  #newBase(figures: Statistics): Base {
    const sentAt = this.#query()?.state.dataUpdatedAt ?? 0;
    const today = this.#options.clock.dayAt(sentAt);
    this.#time += 1;
    return { figures, today, before: new Map(), changedAt: this.#time, shown: [figures], isSure: true };
  }

  #write(habitIds: ReadonlySet<number>): void {
    const query = this.#query();
    const list = this.#list();
    if (!query || !list) return;
    const results = list.results.map((shown) => {
      const base = habitIds.has(shown.habit_id) ? this.#bases.get(shown.habit_id) : undefined;
      if (!base) return shown;
      const figures = replaceEqualDeep(shown, { ...shown, ...this.#figuresSince(base) });
      base.shown.push(figures);
      return figures;
    });
    this.#written = { results };
    // Keeps the time of the last answer: the server's next answer is still due.
    this.#queryClient.setQueryData(query.queryKey, this.#written, { updatedAt: query.state.dataUpdatedAt });
  }

  #figuresSince({ figures, before, ...base }: Base) {
    const { habit_id: id } = figures;
    const today = this.#options.clock.read();
    const habit = this.#habitOf(id);
    const days = this.#cache.around(id, today);
    if (!base.isSure || base.today !== today || !habit || !days) return {};
    return figuresSince(figures, { habit, days, before, today });
  }

  #query() {
    return this.#queryClient.getQueryCache().find({ queryKey: figuresKey, exact: false });
  }

  #list(): FigureList | undefined {
    return this.#query()?.state.data as FigureList | undefined;
  }

  #habitOf(id: number): Habit | undefined {
    const lists = this.#queryClient.getQueriesData<{ results: Habit[] }>({ queryKey: [["habit", "list"]] });
    return lists.flatMap(([, list]) => list?.results ?? []).find((habit) => habit.id === id);
  }
}

function isSame(a: Statistics, b: Statistics): boolean {
  return figureNames.every((name) => a[name] === b[name]);
}

/** True if two entries differ at most in their notes. */
function isSameAmount(a: Entry | undefined, b: Entry | undefined): boolean {
  return (
    (a?.value || null) === (b?.value || null) &&
    (a?.unit === b?.unit || !a?.value || !b?.value) &&
    Boolean(a?.skipped) === Boolean(b?.skipped) &&
    Boolean(a?.confirmed) === Boolean(b?.confirmed)
  );
}
