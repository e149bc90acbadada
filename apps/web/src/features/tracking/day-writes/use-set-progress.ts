import type { Habit } from "@daymark/domain/tracking/habit";
import { msg } from "@lingui/core/macro";
import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type App, useApp } from "../../../lib/app.ts";
import { closeFlash, flash } from "../../../lib/messages/flash.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { pageClock } from "../clock/today.ts";
import { refreshFigures } from "../habit/refresh-figures.ts";
import { offlineOf } from "../offline/offline.ts";
import type { DayState } from "../progress/day-state.ts";
import { type Edit, History, type Step } from "../progress/history.ts";
import { ProgressCache } from "../progress/progress-cache.ts";
import { batchDaysMax, createProgressTransport } from "../progress/progress-transport.ts";
import { dayName, dayWords, manyWords, recordedWords } from "../progress/recorded-words.ts";
import { type WriteFailure, WriteQueue } from "../progress/write-queue.ts";
import { loadCopies } from "./copy-yesterday.ts";
import { loadDays } from "./load-days.ts";

type Utils = ReturnType<typeof trpc.useUtils>;

/** How long a message offers to undo; Ctrl+Z works until the page is closed. */
const undoTimeoutMs = 6_000;
/** Statistics are refetched once after a group of writes, not after each of them. */
const statisticsDelayMs = 250;
const recordedFlash = "progress-recorded";
const failedFlash = "progress-failed";

/** The only way to record days: an optimistic update on the page, writes in order on the server, with undo. */
export function useSetProgress(): Recorder {
  const app = useApp();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const known = recorders.get(queryClient) ?? createRecorder(app, utils, new ProgressCache(queryClient));
    recorders.set(queryClient, known);
    return known;
  }, [app, utils, queryClient]);
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Outlives the screen: unsent changes and undo steps survive while the user leaves the dashboard. */
const recorders = new WeakMap<object, Recorder>();

export interface DayToRecord {
  habit: Habit;
  day: string;
  state: DayState;
}

function createRecorder(app: App, utils: Utils, cache: ProgressCache) {
  const { languages, browser } = app;
  const { i18n } = languages;
  const offline = offlineOf(app);
  const history = new History();
  const habits = new Map<number, Habit>();
  /** Edits sent together, by their common error, which is reported once. */
  const failed = new WeakMap<object, { edit: Edit; isTold: boolean }>();
  let movesFirstDay = false;
  /** The edit of the last message. */
  let said: Edit | undefined;

  const transport = createProgressTransport(utils.client);

  const queue = new WriteQueue({
    cache,
    transport,
    onFailure: (failure) => void tellFailure(failure),
    onIdle: () => setTimeout(refresh, statisticsDelayMs),
    keeper: offline,
  });
  offline.attach(queue);

  const refresh = () => {
    if (queue.isBusy) return;
    void refreshFigures(utils);
    if (movesFirstDay) void utils.habit.list.invalidate();
    movesFirstDay = false;
  };

  const tellFailure = async ({ habitId, day, state, error }: WriteFailure) => {
    const attempt = typeof error === "object" && error !== null ? failed.get(error) : undefined;
    if (attempt?.isTold) return;
    if (attempt) attempt.isTold = true;
    // Without a session there is no calendar, and the code that ended the session has reported it.
    if (browser?.session.status === "guest") return;
    const reason = await reasonOf(error);
    const habit = habits.get(habitId);
    if (problemOf(error)?.code === "habit_not_found") void utils.habit.list.invalidate();
    // The earlier message said that this day was recorded, so it is closed: only one message about a day is shown.
    if (said?.changes.some((change) => change.habitId === habitId && change.day === day)) closeFlash(recordedFlash);
    const title = habit?.title ?? "";
    const date = dayName(i18n, day, pageClock().read());
    const again = () => {
      if (attempt) recordMany(toRecord(attempt.edit), attempt.edit.words);
      else if (habit) record(habit, day, state);
    };
    const what = attempt?.edit.words();
    flash({
      id: failedFlash,
      isPersonal: true,
      kind: "danger",
      text: what ? i18n._(msg`${what}: not saved. ${reason}`) : i18n._(msg`${title}, ${date}: not saved. ${reason}`),
      timeoutMs: 10_000,
      ...(habit && { action: { label: i18n._(msg`Try again`), onAction: again } }),
    });
  };

  /** The reason as text. Its catalog may not be loaded before the first failure. */
  const reasonOf = async (error: unknown): Promise<string> => {
    try {
      await languages.need("messages");
      return sentence(i18n, error);
    } catch {
      return i18n._(msg`Check your connection and try again.`);
    }
  };

  const toRecord = ({ changes }: Edit): DayToRecord[] =>
    changes.flatMap(({ habitId, day, after }) => {
      const habit = habits.get(habitId);
      return habit ? [{ habit, day, state: after }] : [];
    });

  /** Shows days on the page at once and sends them, several in one call. */
  const write = (edit: Edit, days: readonly DayToRecord[], onRollback: () => void) => {
    const writeAll = () => {
      for (const { habit, day, state } of days) {
        habits.set(habit.id, habit);
        if (day <= habit.first_day) movesFirstDay = true;
        queue.write({ habitId: habit.id, day, state, habitUnit: habit.unit, onRollback });
      }
    };
    if (days.length === 1) return writeAll();
    const notes = new Map(days.map(({ habit, day, state }) => [`${habit.id} ${day}`, state.note]));
    // One render for all of them.
    notifyManager.batch(() =>
      transport.batch(writeAll, {
        noteOf: (habitId, day) => notes.get(`${habitId} ${day}`) ?? null,
        onFailure: (error) => {
          if (typeof error === "object" && error !== null) failed.set(error, { edit, isTold: false });
        },
      }),
    );
  };

  const readDay = (habit: Habit, day: string) => queue.read(habit.id, day, habit.unit);
  const isKnown = ({ id }: Habit, from: string, to: string) => cache.isShown({ id, from, to });

  /** Records days as one edit and reports it, with undo. */
  const recordMany = (days: readonly DayToRecord[], words: () => string, saidWords = () => `${words()}.`) => {
    if (days.length > batchDaysMax) {
      const text = i18n._(msg`Choose at most ${{ days: batchDaysMax }} days.`);
      return flash({ id: recordedFlash, kind: "warning", text });
    }
    const changes = days.map(({ habit, day, state }) => ({
      habitId: habit.id,
      day,
      before: readDay(habit, day),
      after: state,
    }));
    const edit: Edit = { changes, words };
    const text = saidWords();
    write(edit, days, history.record(edit));
    said = edit;
    flash({
      id: recordedFlash,
      isPersonal: true,
      kind: "success",
      text,
      timeoutMs: undoTimeoutMs,
      action: { label: i18n._(msg`Undo`), onAction: () => take(history.undo(edit), "undo") },
    });
  };

  /** Records a day and reports it, with undo. */
  const record = (habit: Habit, day: string, state: DayState) => {
    const today = pageClock().read();
    const before = readDay(habit, day);
    recordMany(
      [{ habit, day, state }],
      () => dayWords(i18n, habit, day, state, pageClock().read()),
      () => recordedWords(i18n, { habit, day, before, after: state, today, read: readDay, isKnown }),
    );
  };

  /** Records days as one edit; without any days it reports that there is nothing to do. */
  const recordAll = (days: readonly DayToRecord[]) => {
    const [first] = days;
    if (!first) return flash({ id: recordedFlash, text: i18n._(msg`Nothing to change.`) });
    if (days.length === 1) return record(first.habit, first.day, first.state);
    recordMany(days, () => manyWords(i18n, days));
  };

  /** Loads a day that no calendar on the page shows. */
  const load = async (habit: Habit, day: string) => {
    const range = { id: habit.id, from: day, to: day };
    if (!cache.isShown(range)) await utils.progress.listOfHabit.fetch(range);
  };

  /** Gives each habit the amount of yesterday, if today is blank. */
  const copyYesterday = async (today: string) => {
    recordAll(await loadCopies({ utils, cache, read: readDay }, today));
  };

  const take = (step: Step | undefined, direction: "undo" | "redo") => {
    if (!step) {
      flash({
        id: recordedFlash,
        text: direction === "undo" ? i18n._(msg`Nothing to undo.`) : i18n._(msg`Nothing to redo.`),
      });
      return;
    }
    const known = step.changes.flatMap(({ change, apply }) => {
      const habit = habits.get(change.habitId);
      return habit ? [{ habit, day: change.day, apply }] : [];
    });
    const isShown = known.every(({ habit, day }) => cache.isShown({ id: habit.id, from: day, to: day }));
    const go = () => {
      const days = known.map(({ habit, day, apply }) => ({ habit, day, state: apply(readDay(habit, day)) }));
      const [first] = days;
      const before = first && readDay(first.habit, first.day);
      write(step.edit, days, step.onRollback);
      const what =
        days.length === 1 && first && before
          ? recordedWords(i18n, {
              ...first,
              before,
              after: first.state,
              today: pageClock().read(),
              read: readDay,
              isKnown,
            })
          : `${step.edit.words()}.`;
      said = undefined;
      const text = direction === "undo" ? i18n._(msg`Undone. ${what}`) : i18n._(msg`Redone. ${what}`);
      flash({ id: recordedFlash, isPersonal: true, text });
    };
    if (isShown) return go();
    const days = known.map(({ habit, day }) => ({ id: habit.id, day }));
    const loading = loadDays({ utils, cache }, days);
    loading.then(go, (error: unknown) => {
      step.onRollback();
      void browser?.report.failure(error);
    });
  };

  // A user cannot undo changes of the previous user.
  browser?.session.subscribe(() => {
    if (browser.session.status === "guest") history.clear();
  });

  return {
    record,
    recordAll,
    load,
    copyYesterday,
    /** Reports why an action failed. */
    tell: (error: unknown) => void browser?.report.failure(error),
    undo: () => take(history.undo(), "undo"),
    redo: () => take(history.redo(), "redo"),
    /** Descriptions of the next undo and redo; null if there is none. */
    get nextUndo() {
      return history.nextUndo?.words() ?? null;
    },
    get nextRedo() {
      return history.nextRedo?.words() ?? null;
    },
    /** The state of a day as the page shows it. */
    read: readDay,
    forgetHabit: (habitId: number) => history.forgetHabit(habitId),
    /** The `structuralSharing` of progress queries. */
    share: queue.share.bind(queue),
    get isBusy() {
      return queue.isBusy;
    },
  };
}
