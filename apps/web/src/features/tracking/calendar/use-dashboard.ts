import type { Plan } from "@daymark/domain/account/plan";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Layout } from "@daymark/domain/tracking/dashboard";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { useDeferredValue, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { browserPreferences, usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { type Month, monthOf } from "../clock/month.ts";
import { pageClock, useToday } from "../clock/today.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { groupsOf, type Room } from "../habit/habit-list.ts";
import { useStableEntries } from "../progress/use-stable-entries.ts";
import { shownSearch } from "./filtered-search.ts";
import { Cursor } from "./grid/cursor.ts";
import { rangeShown, rangesBeyond } from "./grid/range.ts";
import type { DashboardSearch } from "./grid/search.ts";
import { isShown, sectionsOf, sortHabits, unfolded } from "./grid/shown-habits.ts";
import { activeHabits, archivedHabits } from "./queries.ts";
import { useSettingsSync } from "./use-settings-sync.ts";

/** All data of the dashboard, for the month and the view in its address. */
export function useDashboard(address: DashboardSearch) {
  const today = useOwnToday();
  const { locale } = useFormat();
  const {
    filter,
    sort = "position",
    folded_groups: folded = noGroups,
    density = "comfortable",
    month_total: hasTotal = false,
  } = usePreferenceValues();
  const search = useMemo(() => shownSearch(address, filter), [address, filter]);
  const recorder = useSetProgress();
  const router = useRouter();
  const [cursor] = useState(() => new Cursor({ isOpening: address.statistics === undefined && isOpenedAnew(router) }));
  const chosenMonth: Month = search.month ?? monthOf(today);
  // The press shows at once; then the days of the calendar follow, which may be several hundred.
  const month = useDeferredValue(chosenMonth);
  const isArchived = search.archived === true;

  const profile = trpc.auth.profile.useQuery({});
  const settings = trpc.auth.settings.get.useQuery({});
  const plan = profile.data?.plan;
  useSettingsSync({ username: profile.data?.username, plan, settings: settings.data });
  const chosenLayout = useLayout(plan);
  const layout = useDeferredValue(chosenLayout);
  const active = trpc.habit.list.useQuery(activeHabits);
  const archived = trpc.habit.list.useQuery(archivedHabits);
  const statistics = trpc.habit.statisticsList.useQuery({}, { structuralSharing: recorder.shareFigures });
  const entries = useEntries({
    today,
    month,
    layout,
    active: active.data?.results,
    archived: isArchived ? archived.data?.results : undefined,
  });

  const listed = isArchived ? archived : active;
  const figures = useMemo(
    () => new Map((statistics.data?.results ?? []).map((figure) => [figure.habit_id, figure])),
    [statistics.data],
  );
  // An order or filter that depends on figures waits for them; the others do not change when figures change.
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
  /** Shows a habit that was just created, and moves the keyboard to its cell of today. */
  const addHabit = (habit: Habit) => {
    cursor.request({ habitId: habit.id, day: today });
    utils.habit.list.setData(activeHabits, (list) => {
      // After an answer that was lost the list may have it already.
      const others = list?.results.filter(({ id }) => id !== habit.id) ?? [];
      return list && { ...list, results: [...others, habit] };
    });
    void utils.habit.list.invalidate();
    void utils.habit.statisticsList.invalidate();
  };

  return {
    addHabit,
    today,
    /** The month and the layout of the calendar on the screen. */
    month,
    layout,
    /** Those that the user chose; the calendar may still show the ones before. */
    chosenMonth,
    chosenLayout,
    density,
    hasTotal,
    /** The view that the address names, or the saved default view. */
    search,
    recorder,
    cursor,
    /** The visible habits, in display order. */
    habits,
    /** The same by type and group, including folded groups. */
    sections,
    /** How many habits match the filter, including folded ones. */
    shownCount: shown?.length ?? 0,
    /** All active habits regardless of the filter; undefined until loaded. */
    all: active.data?.results,
    /** The list that the filter applies to: the active habits, or the archived ones. */
    listed: listed.data?.results,
    /** A manual order applies to active habits. */
    canArrange: !isArchived && (active.data?.results.length ?? 0) > 1,
    /** The names of all groups, including those of archived habits. */
    groups: groupsOf([...(active.data?.results ?? []), ...(archived.data?.results ?? [])]),
    archivedCount: archived.data?.results.length ?? 0,
    entries: entries.data,
    statistics: figures,
    plan: plan ?? "free",
    room,
    /** Until all are loaded, a full plan may seem to have room. */
    isRoomKnown: !(profile.isLoading || active.isLoading || archived.isLoading),
    error: listed.data ? (entries.data ? null : entries.error) : listed.error,
    retry: () => Promise.all([active.refetch(), archived.refetch(), entries.refetch(), statistics.refetch()]),
  };
}

/**
 * True if the dashboard is the first page of the document or of the session: after a log-in or a sign-up, or after the
 * address of the site alone. Call it while the dashboard renders for the first time.
 */
function isOpenedAnew({ state }: Pick<AnyRouter, "state">): boolean {
  const before = state.resolvedLocation?.pathname;
  return before === undefined || /^\/($|dashboard|login|signup|oauth\/)/.test(before);
}

/** Today according to the user's settings, which are fetched with the other queries of the dashboard. */
function useOwnToday(): string {
  const { data: settings } = trpc.auth.settings.get.useQuery({});
  const hour = settings?.day_start_hour ?? 0;
  // Before the first paint, so that the user never sees another day as today.
  useLayoutEffect(() => pageClock().setDayStartHour(hour), [hour]);
  return useToday(pageClock());
}

const noGroups: readonly string[] = [];
const noFigures: ReadonlyMap<number, Statistics> = new Map();

/** The chosen layout. If the plan does not include it, the one that fits the screen, once the plan is known. */
function useLayout(plan: Plan | undefined): Layout {
  const preferences = browserPreferences();
  const layout = useSyncExternalStore(preferences.subscribe, preferences.layout);
  const fitting = useSyncExternalStore(preferences.subscribe, preferences.fittingLayout);
  return layout === "year" && plan === "free" ? fitting : layout;
}

interface EntriesInput {
  today: string;
  month: Month;
  layout: Layout;
  active: readonly Habit[] | undefined;
  /** The archived habits, if they are shown: the dashboard's common list does not contain their days. */
  archived: readonly Habit[] | undefined;
}

/** The entries of the shown days, and of the other days of the periods that a schedule judges as a whole. */
function useEntries({ today, month, layout, active, archived }: EntriesInput) {
  const recorder = useSetProgress();
  const year = layout === "year" ? month.slice(0, 4) : undefined;
  const range = useMemo(
    () => (year ? { from: `${year}-01-01`, to: `${year}-12-31` } : rangeShown(month)),
    [year, month],
  );
  const habits = archived ?? active ?? noHabits;
  const beyond = useMemo(() => (year ? [] : rangesBeyond(month, habits, today)), [year, month, habits, today]);
  const shown = trpc.progress.list.useQuery(range, {
    enabled: archived === undefined,
    structuralSharing: recorder.share(range),
  });
  const ofOtherDays = trpc.useQueries((api) =>
    (archived === undefined ? beyond : []).map((other) =>
      api.progress.list(other, { structuralSharing: recorder.share(other) }),
    ),
  );
  const ofHabits = trpc.useQueries((api) =>
    (archived ?? [])
      .flatMap(({ id }) => [range, ...beyond].map((days) => ({ id, ...days })))
      .map((input) => api.progress.listOfHabit(input, { structuralSharing: recorder.share(input) })),
  );
  const parts = archived === undefined ? [shown, ...ofOtherDays] : ofHabits;
  const isKnown = parts.every((query) => query.data !== undefined);
  const merged = useStableEntries(isKnown ? parts.flatMap((query) => query.data?.results ?? []) : undefined);
  return {
    data: merged,
    error: parts.find((query) => query.error)?.error ?? null,
    refetch: () => Promise.all(parts.map((query) => query.refetch())),
  };
}

const noHabits: readonly Habit[] = [];

/** Until the plan is known, no user is told that it is full; the server checks the limit anyway. */
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
