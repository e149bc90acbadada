import type { Habit } from "@daymark/domain/tracking/habit";
import { msg } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { pageClock } from "../clock/today.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { countedSecondsMin, elapsedSeconds, forgottenAfterSeconds, withSeconds } from "./elapsed.ts";
import { browserTimers, type Timer } from "./timers.ts";
import { useTimedHabit, useTimer } from "./use-timer.ts";

/** A question to the user before the time of a timer is recorded. */
export interface TimerQuestion {
  timer: Timer;
  title: string;
  today: string;
  seconds: number;
  /** It ran for less than a minute, and the habit does not count seconds: kept, it is one minute. */
  isShort: boolean;
}

/** For a habit that is not loaded yet, or deleted. */
const unknownTitle = "…";

/** Longer than other messages. */
const discardedTimeoutMs = 10_000;

/**
 * Ends the running timer on request: its time is added to the day on which it was started. If it ran past the end of
 * that day, so long that it was forgotten, or for less than a minute, the page asks the user first.
 */
export function useTimerEnd() {
  const { languages } = useApp();
  const browser = useBrowser();
  const recorder = useSetProgress();
  const utils = trpc.useUtils();
  const { running, ending } = useTimer();
  const [question, setQuestion] = useState<Omit<TimerQuestion, "title"> | null>(null);
  const habit = useTimedHabit(running);
  const title = habit?.title ?? unknownTitle;
  const countsSeconds = habit?.unit === "seconds";

  const actions = useMemo(() => {
    const { i18n } = languages;
    const timers = browserTimers(browser);
    const find = async (id: number): Promise<Habit> => {
      const list = utils.habit.list.getData({ archived: false });
      return list?.results.find((habit) => habit.id === id) ?? (await utils.habit.get.fetch({ id }));
    };
    return {
      /**
       * Adds seconds to a day; if that fails nothing is lost: the timer continues. It ends before the answer, because a
       * page that is closed until then stores the write, and the next page must not add the time again.
       */
      async add(timer: Timer, day: string, seconds: number) {
        setQuestion(null);
        try {
          // The catalog may not be loaded yet: the timer is on every page.
          const [habit] = await Promise.all([find(timer.habitId), languages.need("dashboard")]);
          await recorder.load(habit, day);
          const now = recorder.read(habit, day);
          const amount = withSeconds(now, seconds);
          // Another tab may have settled it meanwhile.
          if (timers.read().running?.startedAt !== timer.startedAt) return;
          timers.settle();
          recorder.record(habit, day, { ...now, ...amount, skipped: false, confirmed: false }, () => {
            timers.resume(timer);
            return i18n._(msg`The timer keeps running.`);
          });
        } catch (error) {
          timers.goOn();
          void browser.report.failure(error);
        }
      },
      discard(timer: Timer, title: string) {
        setQuestion(null);
        timers.settle();
        flash({
          id: "timer-discarded",
          isPersonal: true,
          text: i18n._(msg`The timer for ${{ title }} was discarded.`),
          timeoutMs: discardedTimeoutMs,
          action: { label: i18n._(msg`Undo`), onAction: () => timers.restore(timer) },
        });
      },
      goOn() {
        setQuestion(null);
        timers.goOn();
      },
    };
  }, [languages, browser, recorder, utils]);

  useEffect(() => {
    if (!running || !ending) return;
    if (ending === "discard") return actions.discard(running, title);
    const seconds = elapsedSeconds(running.startedAt, Date.now());
    const today = pageClock().read();
    const isShort = seconds < countedSecondsMin && !countsSeconds;
    const isClear = today === running.day && seconds <= forgottenAfterSeconds && !isShort;
    if (isClear) void actions.add(running, running.day, seconds);
    else setQuestion({ timer: running, today, seconds, isShort });
  }, [running, ending, title, countsSeconds, actions]);

  const asked = useMemo(() => question && { ...question, title }, [question, title]);
  return { running, title, habit, question: asked, ...actions };
}
