import { amountMax, type Habit } from "@daymark/domain/habit";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type App, useApp } from "../../lib/app.ts";
import { closeFlash, flash } from "../../lib/flash.ts";
import { createFormat } from "../../lib/format.ts";
import { problemOf } from "../../lib/problem.ts";
import { sentence } from "../../lib/report.tsx";
import { trpc } from "../../lib/trpc.ts";
import { unitAmounts } from "../habit/unit-words.ts";
import type { DayState } from "./day-state.ts";
import { History, type Step } from "./history.ts";
import { ProgressCache } from "./progress-cache.ts";
import { type ProgressTransport, type WriteFailure, WriteQueue } from "./write-queue.ts";

type Utils = ReturnType<typeof trpc.useUtils>;

/** What is recorded can be taken back for this long from its message; with Ctrl+Z until the page is closed. */
const undoTimeoutMs = 6_000;
/** Statistics are asked for again once the writes of one round are through, not after each of them. */
const statisticsDelayMs = 250;
const recordedFlash = "progress-recorded";
const failedFlash = "progress-failed";

/** The one way to record a day: at once on the page, in order on the server, with a way back. */
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

/** Outlives the screen: what waits to be sent, and what can be undone, stays when the dashboard is left for a moment. */
const recorders = new WeakMap<object, Recorder>();

function createRecorder({ languages, browser }: App, utils: Utils, cache: ProgressCache) {
  const { i18n } = languages;
  const history = new History();
  const habits = new Map<number, Habit>();
  let movesFirstDay = false;
  /** Which day the last message about something recorded was about. */
  let said = "";

  const queue = new WriteQueue({
    cache,
    transport: transportOf(utils),
    onFailure: (failure) => void tellFailure(failure),
    onIdle: () => setTimeout(refreshFigures, statisticsDelayMs),
  });

  const refreshFigures = () => {
    if (queue.isBusy) return;
    void utils.habit.statisticsList.invalidate();
    void utils.habit.statistics.invalidate();
    if (movesFirstDay) void utils.habit.list.invalidate();
    movesFirstDay = false;
  };

  const tellFailure = async ({ habitId, day, state, error }: WriteFailure) => {
    // Without a session there is no calendar either, and whoever ended it has said so.
    if (browser?.session.status === "guest") return closeFlash(recordedFlash);
    await languages.need("messages");
    const habit = habits.get(habitId);
    if (problemOf(error)?.code === "habit_not_found") void utils.habit.list.invalidate();
    const reason = sentence(i18n, error);
    // What it said was recorded is not: one message about one day.
    if (said === `${habitId} ${day}`) closeFlash(recordedFlash);
    const title = habit?.title ?? "";
    const date = shortDate(i18n, day);
    flash({
      id: failedFlash,
      kind: "danger",
      text: i18n._(msg`${title}, ${date}: not saved. ${reason}`),
      timeoutMs: 10_000,
      ...(habit && {
        action: { label: i18n._(msg`Try again`), onAction: () => record(habit, day, state) },
      }),
    });
  };

  const write = (habit: Habit, day: string, state: DayState, onRollback: () => void) => {
    habits.set(habit.id, habit);
    if (day <= habit.first_day) movesFirstDay = true;
    queue.write({ habitId: habit.id, day, state, onRollback });
  };

  /** Records a day and says so, with a way back. */
  const record = (habit: Habit, day: string, state: DayState) => {
    const before = queue.read(habit.id, day, habit.unit);
    const change = { habitId: habit.id, day, before, after: state };
    write(habit, day, state, history.record(change));
    said = `${habit.id} ${day}`;
    flash({
      id: recordedFlash,
      kind: "success",
      text: recordedWords(i18n, habit, day, before, state),
      timeoutMs: undoTimeoutMs,
      action: { label: i18n._(msg`Undo`), onAction: () => take(history.undo(change), "undo") },
    });
  };

  const take = (step: Step | undefined, direction: "undo" | "redo") => {
    const habit = step && habits.get(step.change.habitId);
    if (!step || !habit) {
      flash({
        id: recordedFlash,
        text: direction === "undo" ? i18n._(msg`Nothing to undo.`) : i18n._(msg`Nothing to redo.`),
      });
      return;
    }
    const { day } = step.change;
    const title = habit.title;
    const date = shortDate(i18n, day);
    write(habit, day, step.apply(queue.read(habit.id, day, habit.unit)), step.onRollback);
    flash({
      id: recordedFlash,
      text: direction === "undo" ? i18n._(msg`${title}, ${date}: undone.`) : i18n._(msg`${title}, ${date}: redone.`),
    });
  };

  // What one person recorded is not undone by the next.
  browser?.session.subscribe(() => {
    if (browser.session.status === "guest") history.clear();
  });

  return {
    record,
    undo: () => take(history.undo(), "undo"),
    redo: () => take(history.redo(), "redo"),
    /** The day as the page shows it. */
    read: (habit: Habit, day: string) => queue.read(habit.id, day, habit.unit),
    forgetHabit: (habitId: number) => history.forgetHabit(habitId),
    /** The `structuralSharing` of queries of progress. */
    share: queue.share.bind(queue),
    get isBusy() {
      return queue.isBusy;
    },
  };
}

function transportOf({ client }: Utils): ProgressTransport {
  return {
    set: (input) => client.progress.set.mutate(input),
    // Clamped at 0 by the server, so this empties the day whatever it holds.
    empty: ({ id, day }) => client.progress.increment.mutate({ id, day, by: -amountMax }),
    delete: async ({ id, day }) => {
      try {
        await client.progress.delete.mutate({ id, day });
      } catch (error) {
        if (problemOf(error)?.code !== "habit_progress_not_found") throw error;
      }
    },
  };
}

function recordedWords(i18n: I18n, habit: Habit, day: string, before: DayState, after: DayState): string {
  const title = habit.title;
  const date = shortDate(i18n, day);
  if (after.skipped && !before.skipped) return i18n._(msg`${title}, ${date}: skipped.`);
  if (after.value !== null && after.value !== before.value) {
    const amount = i18n._(unitAmounts[habit.unit](after.value));
    return i18n._(msg`${title}, ${date}: ${amount}.`);
  }
  if (after.note !== before.note && after.note !== null) return i18n._(msg`${title}, ${date}: note saved.`);
  return i18n._(msg`${title}, ${date}: cleared.`);
}

function shortDate(i18n: I18n, day: string): string {
  return createFormat(i18n.locale === "uk" ? "uk" : "en").day(day, { day: "numeric", month: "short" });
}
