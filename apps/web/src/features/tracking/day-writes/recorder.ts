import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Habit } from "@daymark/domain/tracking/habit";
import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import type { trpc } from "../../../lib/network/trpc.ts";
import { pageClock } from "../clock/today.ts";
import { takenLog } from "../day-log/known-log.ts";
import type { HabitEdit, HabitEdits } from "../habit/change/habit-edit.ts";
import { refreshFigures } from "../habit/change/refresh-figures.ts";
import { offlineOf } from "../offline/offline.ts";
import { type DayState, withChange } from "../progress/day-state.ts";
import { FigureCache } from "../progress/figure-cache.ts";
import { type Change, type Edit, History, type Step, type StepChange } from "../progress/history.ts";
import type { ProgressCache, ProgressRange } from "../progress/progress-cache.ts";
import { keyOf, type Write, type WriteFailure } from "../progress/queue/lane.ts";
import { batchDaysMax, createProgressTransport } from "../progress/queue/progress-transport.ts";
import { WriteQueue } from "../progress/queue/write-queue.ts";
import { dayWords, manyWords, recordedWords } from "../progress/recorded-words.ts";
import { loadCopies } from "./copy-yesterday.ts";
import { type Direction, EditMessages } from "./edit-messages.ts";
import { loadDays, readDays } from "./load-days.ts";

type Utils = ReturnType<typeof trpc.useUtils>;

/** Statistics are refetched once after a group of writes, not after each of them. */
const statisticsDelayMs = 250;

export interface DayToRecord {
  habit: Habit;
  day: string;
  state: DayState;
  /** Entries of its log that are brought back first. */
  log?: readonly LogItem[] | undefined;
}

/**
 * The only way to record days. It makes an edit of them, which can be undone, gives each day to the write queue, and
 * tells the user.
 */
export class Recorder implements HabitEdits {
  readonly #app: App;
  readonly #page: { utils: Utils; cache: ProgressCache };
  readonly #transport: ReturnType<typeof createProgressTransport>;
  readonly #queue: WriteQueue;
  readonly #figures: FigureCache;
  readonly #messages: EditMessages;
  readonly #history = new History();
  readonly #habits = new Map<number, Habit>();
  /** Edits sent as one call, by the error of that call, which is reported once. */
  readonly #failed = new WeakMap<object, { edit: Edit; changes: readonly Change[]; isTold: boolean }>();
  #movesFirstDay = false;
  #editCount = 0;

  constructor(app: App, utils: Utils, cache: ProgressCache) {
    this.#app = app;
    this.#page = { utils, cache };
    this.#messages = new EditMessages(app);
    this.#transport = createProgressTransport(utils.client, (days) => readDays(utils, days));
    const offline = offlineOf(app);
    this.#queue = new WriteQueue({
      cache,
      transport: this.#transport,
      onFailure: (failure) => this.#onFailure(failure),
      onIdle: () => setTimeout(() => this.#refresh(), statisticsDelayMs),
      keeper: offline,
    });
    offline.attach(this.#queue);
    this.#figures = new FigureCache(apiOf(app).queryClient, cache, {
      clock: pageClock(),
      isUnsettled: (habitId) => this.#queue.isUnsettled(habitId),
    });
    // A user cannot undo changes of the previous user.
    app.browser?.session.subscribe(() => {
      if (app.browser?.session.status === "guest") this.#history.clear();
    });
  }

  /** How many edits the user has made on this page, with those undone and done again. */
  get editCount(): number {
    return this.#editCount;
  }

  /** The next undo, as text; null if there is none. */
  get nextUndo(): string | null {
    return this.#history.nextUndo?.words() ?? null;
  }

  get nextRedo(): string | null {
    return this.#history.nextRedo?.words() ?? null;
  }

  /** The state of a day as the page shows it. */
  read(habit: Habit, day: string): DayState {
    return this.#queue.read(habit.id, day, habit.unit);
  }

  /** The `structuralSharing` of progress queries. */
  share(range: ProgressRange) {
    return this.#queue.share(range);
  }

  /** The `structuralSharing` of the query of all figures. */
  get shareFigures() {
    return this.#figures.share;
  }

  /** Loads a day that no calendar on the page shows. */
  load({ id }: Habit, day: string): Promise<void> {
    return loadDays(this.#page, [{ id, day }]);
  }

  /**
   * Records a day and reports it, with undo.
   *
   * @param onLost called if it was neither saved nor stored (see {@link Write.onLost})
   */
  record(habit: Habit, day: string, state: DayState, onLost?: Write["onLost"]): void {
    const { i18n } = this.#app.languages;
    this.#recordEdit([{ habit, day, state }], () => dayWords(i18n, habit, day, state, pageClock().read()), onLost);
  }

  /** Records days as one edit; without any days it reports that there is nothing to do. */
  recordAll(days: readonly DayToRecord[]): void {
    const [first] = days;
    if (!first) this.#messages.nothingToRecord();
    else if (days.length === 1) this.record(first.habit, first.day, first.state);
    else if (days.length > batchDaysMax) this.#messages.tooManyDays();
    else this.#recordEdit(days, () => manyWords(this.#app.languages.i18n, days));
  }

  /** Gives each habit the amount of yesterday, if today is blank. */
  async copyYesterday(today: string): Promise<void> {
    const read = (habit: Habit, day: string) => this.read(habit, day);
    this.recordAll(await loadCopies({ ...this.#page, read }, today));
  }

  readonly undo = (): void => this.#take(this.#history.undo(), "undo");
  readonly redo = (): void => this.#take(this.#history.redo(), "redo");

  recordHabitEdit(ofHabit: HabitEdit, words: () => string): { undo: () => void; withdraw: () => void } {
    const edit: Edit = { changes: [], ofHabit, words };
    const withdraw = this.#history.record(edit);
    return { undo: () => this.#take(this.#history.undo(edit), "undo"), withdraw };
  }

  forgetHabit(habitId: number): void {
    this.#history.forgetHabit(habitId);
  }

  forgetHabitEdits(habitId: number): void {
    this.#history.forgetHabitEdits(habitId);
  }

  /** Reports why an action failed. */
  readonly tell = (error: unknown): void => void this.#app.browser?.report.failure(error);

  #recordEdit(days: readonly DayToRecord[], words: () => string, onLost?: Write["onLost"]): void {
    const edit: Edit = { changes: this.#changesOf(days), words };
    const onRollback = this.#history.record(edit);
    const text = this.#write(edit, days, { onRollback, ...(onLost && { onLost }) });
    this.#messages.recorded(edit, text, () => this.#take(this.#history.undo(edit), "undo"));
  }

  #take(step: Step | undefined, direction: Direction): void {
    if (step) void this.#applyStep(step, direction);
    else this.#messages.noStep(direction);
  }

  async #applyStep(step: Step, direction: Direction): Promise<void> {
    if (step.call) {
      if (!(await step.call())) step.onRollback();
      return;
    }
    let days: DayToRecord[];
    try {
      days = await this.#changedDays(step.changes, direction);
    } catch (error) {
      step.onRollback();
      return this.tell(error);
    }
    this.#messages.stepped(direction, this.#write(step.edit, days, { onRollback: step.onRollback }));
  }

  /**
   * The days that such changes lead to from their current states.
   *
   * @throws if a day that no calendar on the page shows cannot be loaded
   */
  async #changedDays(changes: readonly StepChange[], direction: Direction): Promise<DayToRecord[]> {
    const known = changes.flatMap(({ change: { habitId, day, log }, apply }) => {
      const habit = this.#habits.get(habitId);
      return habit ? [{ habit, day, apply, log: direction === "undo" ? log : undefined }] : [];
    });
    const missing = known
      .map(({ habit: { id }, day }) => ({ id, day }))
      .filter(({ id, day }) => !this.#page.cache.isShown({ id, from: day, to: day }));
    // A step changes only a part of a day, so the rest of it has to be known.
    if (missing.length > 0) await loadDays(this.#page, missing);
    return known.map(({ habit, day, apply, log }) => ({ habit, day, log, state: apply(this.read(habit, day)) }));
  }

  /** The changes that lead from the days on the page to these. */
  #changesOf(days: readonly DayToRecord[]): Change[] {
    return days.map(({ habit, day, state: after }) => {
      const states = { before: this.read(habit, day), after };
      return { habitId: habit.id, day, ...states, log: takenLog(this.#page.utils, { habit, day }, states) };
    });
  }

  /**
   * Gives days to the write queue.
   *
   * @returns the edit as text, for the user
   */
  #write(edit: Edit, days: readonly DayToRecord[], hooks: Pick<Write, "onRollback" | "onLost">): string {
    this.#editCount += 1;
    const [first] = days;
    const before = first && this.read(first.habit, first.day);
    const writeAll = () => {
      for (const { habit, day, state, log } of days) {
        this.#habits.set(habit.id, habit);
        if (day <= habit.first_day) this.#movesFirstDay = true;
        const prepare = log && (() => this.#restoreLog({ habit, day, state }, log));
        this.#queue.write({ ...hooks, habitId: habit.id, day, state, habitUnit: habit.unit, prepare });
      }
    };
    if (days.length === 1) writeAll();
    else this.#writeAsBatch(edit, days, writeAll);
    return first && before && days.length === 1 ? this.#recordedText(first, before) : `${edit.words()}.`;
  }

  /** Its code is fetched when it is needed first: few changes are undone, and few habits keep a log. */
  async #restoreLog({ habit: { id }, day, state: { value, unit } }: DayToRecord, items: readonly LogItem[]) {
    if (value === null) return;
    const { restoreLog } = await import("../day-log/restore-log.ts");
    await restoreLog(this.#page.utils.client, { id, day, items, amount: { value, unit } });
  }

  /** Sends days as one call and renders them at once. */
  #writeAsBatch(edit: Edit, days: readonly DayToRecord[], writeAll: () => void): void {
    const changes = this.#changesOf(days);
    const found = new Map(changes.map(({ habitId, day, before }) => [keyOf(habitId, day), before]));
    this.#page.cache.batch(() =>
      this.#transport.batch(writeAll, {
        foundOf: (habitId, day) => found.get(keyOf(habitId, day)) ?? null,
        onFailure: (error) => {
          if (typeof error === "object" && error !== null) this.#failed.set(error, { edit, changes, isTold: false });
        },
      }),
    );
  }

  #recordedText({ habit, day, state }: DayToRecord, before: DayState): string {
    const read = (own: Habit, other: string) => this.read(own, other);
    const isKnown = ({ id }: Habit, from: string, to: string) => this.#page.cache.isShown({ id, from, to });
    const today = pageClock().read();
    return recordedWords(this.#app.languages.i18n, { habit, day, before, after: state, today, read, isKnown });
  }

  #onFailure({ habitId, day, before, state, error, recovered }: WriteFailure): void {
    const attempt = typeof error === "object" && error !== null ? this.#failed.get(error) : undefined;
    if (attempt?.isTold) return;
    if (attempt) attempt.isTold = true;
    // Without a session there is no calendar, and the code that ended the session has reported it.
    if (this.#app.browser?.session.status === "guest") return;
    if (problemOf(error)?.code === "habit_not_found") void this.#page.utils.habit.list.invalidate();
    const habit = this.#habits.get(habitId);
    const changes = attempt?.changes ?? [{ habitId, day, before, after: state }];
    const retry = () => void this.#repeat(changes).catch(tell);
    const onRetry = habit && recovered.length === 0 ? retry : undefined;
    const failed = { habitId, day, title: habit?.title ?? "", edit: attempt?.edit, recovered, onRetry };
    const tell = (reason: unknown) => void this.#messages.failed({ ...failed, error: reason });
    tell(error);
  }

  /**
   * Repeats failed changes. Another device may have changed the days since, such as their notes, so only what the
   * changes changed is written.
   */
  async #repeat(changes: readonly Change[]): Promise<void> {
    const steps = changes.map((change) => ({
      change,
      apply: (current: DayState) => withChange(current, change.before, change.after),
    }));
    this.recordAll(await this.#changedDays(steps, "redo"));
  }

  #refresh(): void {
    if (this.#queue.isBusy) return;
    void refreshFigures(this.#page.utils);
    void this.#page.utils.dayLog.invalidate();
    if (this.#movesFirstDay) void this.#page.utils.habit.list.invalidate();
    this.#movesFirstDay = false;
  }
}
