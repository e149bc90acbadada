import type { Plan } from "@daymark/domain/account/plan";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Layout } from "@daymark/domain/tracking/dashboard";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences, usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { type Month, monthOf } from "../clock/month.ts";
import { pageClock, useToday } from "../clock/today.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { groupsOf, type Room } from "../habit/habit-list.ts";
import { Cursor } from "./grid/cursor.ts";
import { rangeShown } from "./grid/grid.ts";
import { type DashboardSearch, shownSearch } from "./grid/search.ts";
import { isShown, sectionsOf, sortHabits, unfolded } from "./grid/shown-habits.ts";
import { activeHabits, archivedHabits } from "./queries.ts";
import { useSettingsSync } from "./use-settings-sync.ts";

/** All that the dashboard shows, of the month and the view its address names. */
export function useDashboard(address: DashboardSearch) {
  const today = useOwnToday();
  const { locale } = useFormat();
  const {
    filter,
    sort = "position",
    folded_groups: folded = noGroups,
    density = "comfortable",
  } = usePreferenceValues();
  const search = useMemo(() => shownSearch(address, filter), [address, filter]);
  const recorder = useSetProgress();
  const [cursor] = useState(() => new Cursor());
  const month: Month = search.month ?? monthOf(today);
  const isArchived = search.archived === true;

  const profile = trpc.auth.profile.useQuery({});
  const settings = trpc.auth.settings.get.useQuery({});
  const plan = profile.data?.plan;
  useSettingsSync({ username: profile.data?.username, plan, settings: settings.data });
  const layout = useLayout(plan);
  const active = trpc.habit.list.useQuery(activeHabits);
  const archived = trpc.habit.list.useQuery(archivedHabits);
  const statistics = trpc.habit.statisticsList.useQuery({});
  const entries = useEntries({ month, today, layout, archived: isArchived ? archived.data?.results : undefined });

  const listed = isArchived ? archived : active;
  const figures = useMemo(
    () => new Map((statistics.data?.results ?? []).map((figure) => [figure.habit_id, figure])),
    [statistics.data],
  );
  // An order, or a view, that goes by figures waits for them; any other does not change with each of them.
  const needsFigures = search.at_risk === true || sort === "streak" || sort === "success_rate";
  const used = needsFigures ? figures : noFigures;
  const isKnown = !needsFigures || statistics.data !== undefined || statistics.error !== null;
  const shown = useMemo(
    () =>
      isKnown && listed.data
        ? sortHabits(listed.data.results, sort, used, locale).filter((habit) => isShown(habit, search, used))
        : undefined,
    [isKnown, listed.data, sort, used, locale, search],
  );
  const sections = useMemo(() => shown && sectionsOf(shown, folded), [shown, folded]);
  const habits = useMemo(() => sections && unfolded(sections), [sections]);
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
    density,
    /** The view: that of the address, or the one saved as one's own. */
    search,
    recorder,
    cursor,
    /** Those in sight, in the order they are seen. */
    habits,
    /** The same by type and group, folded groups included. */
    sections,
    /** How many habits the view shows, folded ones included. */
    shownCount: shown?.length ?? 0,
    /** Whatever the filter says; undefined until it is known. */
    all: active.data?.results,
    /** Those the view is taken from: the active ones, or the archived ones. */
    listed: listed.data?.results,
    /** An order by hand is one of active habits. */
    canArrange: !isArchived && (active.data?.results.length ?? 0) > 1,
    /** The names of all groups, also of archived habits. */
    groups: groupsOf([...(active.data?.results ?? []), ...(archived.data?.results ?? [])]),
    archivedCount: archived.data?.results.length ?? 0,
    entries: entries.data,
    statistics: figures,
    plan: plan ?? "free",
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

const noGroups: readonly string[] = [];
const noFigures: ReadonlyMap<number, Statistics> = new Map();

/** The layout chosen; that of a larger plan gives way to the one that fits the screen once the plan is known. */
function useLayout(plan: Plan | undefined): Layout {
  const preferences = browserPreferences();
  const layout = useSyncExternalStore(preferences.subscribe, preferences.layout);
  const fitting = useSyncExternalStore(preferences.subscribe, preferences.fittingLayout);
  return layout === "year" && plan === "free" ? fitting : layout;
}

interface EntriesInput {
  month: Month;
  today: string;
  layout: Layout;
  /** The habits, where archived ones are shown: their days are no part of the dashboard's one list. */
  archived: readonly Habit[] | undefined;
}

function useEntries({ month, today, layout, archived }: EntriesInput) {
  const recorder = useSetProgress();
  const year = layout === "year" ? month.slice(0, 4) : undefined;
  const range = useMemo(
    () => (year ? { from: `${year}-01-01`, to: `${year}-12-31` } : rangeShown(month, today)),
    [year, month, today],
  );
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
