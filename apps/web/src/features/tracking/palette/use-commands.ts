import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { languages as allLanguages, formatLocale, type Language } from "@daymark/domain/text/language";
import type { Habit } from "@daymark/domain/tracking/habit";
import { type I18n, setupI18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { showLanguage } from "../../../layout/menu/language-menu.tsx";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { catalogs } from "../../../lib/language/catalogs.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { fetchFile, saveFile } from "../../../lib/network/download.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences } from "../../../lib/preferences/preferences.ts";
import { pageClock, useToday } from "../clock/today.ts";
import { askDashboard, type Intent } from "../command/intents.ts";
import { showTool } from "../command/tools.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { inOrder } from "../habit/habit-list.ts";
import { toggleTimer } from "../timer/start-timer.ts";
import { browserTimers } from "../timer/timers.ts";
import { useTimedHabit, useTimer } from "../timer/use-timer.ts";
import type { Command, Words } from "./commands.ts";
import { type HabitCommandParts, habitCommands } from "./habit-commands.ts";
import { pageCommands } from "./page-commands.ts";

interface UseCommandsOptions {
  /** Opens today's entry of a habit. */
  onOpen: (habit: Habit) => void;
  onLogOut: () => void;
}

/** All commands that are available now, and the functions that create commands from typed text. */
export function useCommands({ onOpen, onLogOut }: UseCommandsOptions) {
  const app = useApp();
  const browser = useBrowser();
  const navigate = useNavigate();
  const recorder = useSetProgress();
  const words = useWords();
  const today = useToday(pageClock());
  const yesterday = fromDayNumber(toDayNumber(today) - 1);
  const range = useMemo(() => ({ from: yesterday, to: today }), [yesterday, today]);
  const list = trpc.habit.list.useQuery({ archived: false });
  const entries = trpc.progress.list.useQuery(range, { structuralSharing: recorder.share(range) });
  const { data: profile } = trpc.auth.profile.useQuery({});
  const { running } = useTimer();
  const timed = useTimedHabit(running);

  return useMemo(() => {
    const { i18n } = app.languages;
    const habits = inOrder(list.data?.results ?? []);
    const ask = (intent: Intent) => {
      askDashboard(intent);
      return navigate({ to: "/dashboard" });
    };
    const parts: HabitCommandParts = {
      words,
      today,
      read: (habit, day) => recorder.read(habit, day),
      change: async (habit, day, make) => {
        const before = fromDayNumber(toDayNumber(day) - 1);
        await Promise.all([recorder.load(habit, day), recorder.load(habit, before)]);
        const state = make(recorder.read(habit, day), recorder.read(habit, before));
        recorder.recordAll(state ? [{ habit, day, state }] : []);
      },
      open: onOpen,
      toggleTimer: (habit) => toggleTimer(browser, habit),
      isTimed: (habit) => running?.habitId === habit.id,
      show: (kind, habit) => ask({ kind, habitId: habit.id }),
    };
    const general = pageCommands({
      words,
      nextUndo: recorder.nextUndo,
      nextRedo: recorder.nextRedo,
      timerTitle: running ? (timed?.title ?? "…") : null,
      hasYearLayout: profile?.limits.layouts === 3,
      undo: recorder.undo,
      redo: recorder.redo,
      copyYesterday: () => recorder.copyYesterday(today),
      endTimer: () => browserTimers(browser).end(),
      discardTimer: () => browserTimers(browser).end("discard"),
      go: (to) => navigate({ to }),
      ask,
      setLayout: (layout) => {
        browserPreferences().setLayout(layout);
        void navigate({ to: "/dashboard", search: (now: object) => now });
      },
      setTheme: (theme) => {
        browser.theme.set(theme);
        browser.keepChoice({ theme });
      },
      setLanguage: async (language) => {
        await showLanguage(app.languages, language);
        browser.keepChoice({ language });
      },
      download: async (format) => {
        const file = await fetchFile({ ...browser, languages: app.languages }, `/export/?format=${format}`);
        if (!file) return;
        saveFile(file);
        flash({ kind: "success", text: i18n._(msg`Your data has been downloaded.`) });
      },
      showShortcuts: () => showTool("shortcuts"),
      logOut: onLogOut,
    });
    const own: Command[][] = habits.map((habit) => habitCommands(parts, habit));
    return {
      habits,
      parts,
      words,
      commands: [...own.flat(), ...general],
      isReady: list.data !== undefined && entries.data !== undefined,
    };
    // The texts of commands depend on recorded values.
  }, [
    app,
    browser,
    navigate,
    recorder,
    words,
    today,
    list.data,
    entries.data,
    profile,
    running,
    timed,
    onOpen,
    onLogOut,
  ]);
}

/** The page's translations, and those of the other language as soon as they are loaded. */
function useWords(): Words {
  const { i18n } = useApp().languages;
  const { locale } = i18n;
  const [other, setOther] = useState<I18n | null>(null);
  useEffect(() => {
    let isWanted = true;
    const language = allLanguages.find((each) => each !== locale);
    if (!language) return;
    void catalogs[language].commands().then(
      ({ messages }) => {
        if (isWanted) setOther(setupI18n({ locale: language, messages: { [language]: messages } }));
      },
      // Without the other language, the page's own words still find commands.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return useMemo(() => ({ i18n, other: other?.locale === locale ? null : other }), [i18n, other, locale]);
}

/** The names of the months in each language, in the form used without a day. */
export const monthNames: readonly (readonly string[])[] = allLanguages.map((language: Language) =>
  Array.from({ length: 12 }, (_, index) =>
    new Intl.DateTimeFormat(formatLocale[language], { month: "long", timeZone: "UTC" }).format(Date.UTC(2001, index)),
  ),
);
