import type { Habit, HabitType } from "@daymark/domain/habit";
import type { Entry } from "@daymark/domain/progress";
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { trpc } from "../../lib/trpc.ts";
import { inOrder, type Room } from "../habit/habit-list.ts";
import { useSetProgress } from "../progress/use-set-progress.ts";
import { Cursor } from "./cursor.ts";
import { type Layout, rangeShown } from "./grid.ts";
import { type Month, monthOf } from "./month.ts";
import { browserPreferences } from "./preferences.ts";
import { activeHabits, archivedHabits } from "./queries.ts";
import { type DashboardSearch, isShown } from "./search.ts";
import { pageClock, useToday } from "./today.ts";

/** All that the dashboard shows, of the month and the view its address names. */
export function useDashboard(search: DashboardSearch) {
  const today = useOwnToday();
  const layout = useLayout();
  const recorder = useSetProgress();
  const [cursor] = useState(() => new Cursor());
  const month: Month = search.month ?? monthOf(today);
  const isArchived = search.archived === true;

  const profile = trpc.auth.profile.useQuery({});
  const active = trpc.habit.list.useQuery(activeHabits);
  const archived = trpc.habit.list.useQuery(archivedHabits);
  const statistics = trpc.habit.statisticsList.useQuery({});
  const entries = useEntries({ month, today, archived: isArchived ? archived.data?.results : undefined });

  const listed = isArchived ? archived : active;
  const habits = useMemo(
    () => listed.data && inOrder(listed.data.results).filter((habit) => isShown(habit, search)),
    [listed.data, search],
  );
  const figures = useMemo(
    () => new Map((statistics.data?.results ?? []).map((figure) => [figure.habit_id, figure])),
    [statistics.data],
  );
  const room = useMemo(
    () => roomOf(profile.data?.limits, [...(active.data?.results ?? []), ...(archived.data?.results ?? [])]),
    [profile.data, active.data, archived.data],
  );

  const utils = trpc.useUtils();
  /** Shows a habit that was just created, and takes the keyboard to its today. */
  const addHabit = (habit: Habit) => {
    cursor.request({ habitId: habit.id, day: today });
    utils.habit.list.setData(activeHabits, (list) => list && { ...list, results: [...list.results, habit] });
    void utils.habit.list.invalidate();
    void utils.habit.statisticsList.invalidate();
  };

  return {
    addHabit,
    today,
    month,
    layout,
    recorder,
    cursor,
    habits,
    /** Whatever the filter says; undefined until it is known. */
    all: active.data?.results,
    archivedCount: archived.data?.results.length ?? 0,
    entries: entries.data,
    statistics: figures,
    plan: profile.data?.plan ?? "free",
    room,
    /** Before, a plan that is full may look as if it had room. */
    isRoomKnown: !(profile.isLoading || active.isLoading || archived.isLoading),
    error: listed.data ? (entries.data ? null : entries.error) : listed.error,
    retry: () => Promise.all([active.refetch(), archived.refetch(), entries.refetch(), statistics.refetch()]),
  };
}

/** Today as the person's settings have it: it comes with the rest of what the dashboard asks for. */
function useOwnToday(): string {
  const { data: settings } = trpc.auth.settings.get.useQuery({});
  const hour = settings?.day_start_hour ?? 0;
  // Before anything is painted, so that no other day is seen as today.
  useLayoutEffect(() => pageClock().setDayStartHour(hour), [hour]);
  return useToday(pageClock());
}

function useLayout(): Layout {
  const preferences = browserPreferences();
  return useSyncExternalStore(preferences.subscribe, preferences.layout);
}

interface EntriesInput {
  month: Month;
  today: string;
  /** The habits, where archived ones are shown: their days are no part of the dashboard's one list. */
  archived: readonly Habit[] | undefined;
}

function useEntries({ month, today, archived }: EntriesInput) {
  const recorder = useSetProgress();
  const range = useMemo(() => rangeShown(month, today), [month, today]);
  const active = trpc.progress.list.useQuery(range, {
    enabled: archived === undefined,
    structuralSharing: recorder.share(range),
  });
  const ofHabits = trpc.useQueries((api) =>
    (archived ?? []).map(({ id }) =>
      api.progress.listOfHabit({ id, ...range }, { structuralSharing: recorder.share({ id, ...range }) }),
    ),
  );
  const isKnown = ofHabits.every((query) => query.data !== undefined);
  const merged = useStable(isKnown ? ofHabits.flatMap((query) => query.data?.results ?? []) : undefined);
  if (archived === undefined) return { data: active.data?.results, error: active.error, refetch: active.refetch };
  return {
    data: merged,
    error: ofHabits.find((query) => query.error)?.error ?? null,
    refetch: () => Promise.all(ofHabits.map((query) => query.refetch())),
  };
}

/** The same list as before where it holds the same entries. */
function useStable(entries: Entry[] | undefined): Entry[] | undefined {
  const [stable, setStable] = useState(entries);
  const isSame =
    stable === entries ||
    (stable?.length === entries?.length && stable?.every((entry, index) => entry === entries?.[index]) === true);
  if (!isSame) setStable(entries);
  return isSame ? stable : entries;
}

/** Until the plan is known nobody is told that it is full; the server has the last word anyway. */
const unknownLimit = Number.POSITIVE_INFINITY;

function roomOf(
  limits: { good_habits: number; bad_habits: number } | undefined,
  habits: readonly Habit[],
): Record<HabitType, Room> {
  const used = (type: HabitType) => habits.filter((habit) => habit.type === type).length;
  return {
    good: { used: used("good"), limit: limits?.good_habits ?? unknownLimit },
    bad: { used: used("bad"), limit: limits?.bad_habits ?? unknownLimit },
  };
}
