import { hasFreeDays, hasWindows } from "@daymark/domain/schedule/history";
import type { Entry } from "@daymark/domain/tracking/progress";
import { useLingui } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { EntryPopover } from "../calendar/calendar.tsx";
import type { Cell } from "../calendar/grid/grid.ts";
import { type HabitSection, hasGroups, keyOf } from "../calendar/grid/shown-habits.ts";
import { useEntryRequests } from "../calendar/grid/use-entry-requests.ts";
import { GroupHeader, UngroupedHeader } from "../calendar/header/group-header.tsx";
import { groupProgressOf } from "../calendar/header/group-progress.ts";
import { useSectionNames } from "../calendar/type-names.ts";
import type { useDashboard } from "../calendar/use-dashboard.ts";
import type { HabitOverlaysState } from "../calendar/use-habit-overlays.ts";
import { usePhone } from "../clock/use-phone.ts";
import { hueStyle } from "../habit/hues.ts";
import { createRulesMemo, rulesOf } from "../habit/rules.ts";
import { FailedState } from "../offline/failed-state.tsx";
import { indexEntries } from "../progress/entry-index.ts";
import { yearRanges } from "../statistics/year/year.ts";
import { useYearMarks, YearMarks } from "../statistics/year/year-legend.tsx";
import { useYearInput } from "./use-year-input.ts";
import { yearLabels } from "./year-labels.ts";
import { YearRow } from "./year-row.tsx";
import "../statistics/year/year-heat-map.css";
import "./year-board.css";

interface YearBoardProps {
  board: ReturnType<typeof useDashboard>;
  sections: readonly HabitSection[];
  overlays: HabitOverlaysState;
  onFold: (group: string) => void;
}

/** The third layout: a year of every habit, each as a separate map. */
export default function YearBoard({ board, sections, overlays, onFold }: YearBoardProps) {
  const { month, today, statistics, habits = [] } = board;
  const { t } = useLingui();
  const format = useFormat();
  const sectionName = useSectionNames();
  const isPhone = usePhone();
  const year = month.slice(0, 4);
  const labels = useMemo(() => yearLabels(year, format), [year, format]);
  const all = useMemo(() => sections.flatMap(({ blocks }) => blocks.flatMap((block) => block.habits)), [sections]);
  const { entries, rows, rules, isFailed, retry } = useYearRows(board, all);
  const {
    board: ref,
    editor,
    handlers,
    anchor,
    openDay,
    focusDay,
    saveAndStay,
  } = useYearInput({ habits, year, recorder: board.recorder });
  const isShown = useMemo(
    () =>
      entries
        ? ({ habitId, day }: Cell) => day?.startsWith(year) === true && habits.some(({ id }) => id === habitId)
        : null,
    [entries, habits, year],
  );
  const openAsked = useCallback(({ habitId, day }: Cell) => openDay(habitId, day ?? ""), [openDay]);
  useEntryRequests(board.cursor, isShown, openAsked);
  const { cursor } = board;
  useLayoutEffect(() => {
    const { habitId, day } = cursor.cell ?? {};
    if (habitId === undefined || !day?.startsWith(year) || !habits.some(({ id }) => id === habitId)) return;
    if (cursor.takeRequest()) focusDay(habitId, day);
  }, [cursor, year, habits, focusDay]);
  const draft = useSyncExternalStore(editor.subscribe, editor.read);
  // The entry returns the focus to the cell where it was opened, even after its data is cleared.
  const lastCell = useRef<HTMLElement | null>(null);
  const finalFocus = useCallback(() => lastCell.current, []);
  const openAnchor = useCallback(() => {
    lastCell.current = anchor() ?? lastCell.current;
    return lastCell.current;
  }, [anchor]);
  useLayoutEffect(() => {
    if (draft) openAnchor();
  }, [draft, openAnchor]);
  if (isFailed) {
    return (
      <FailedState
        icon={<CloudOff />}
        title={t`The calendar could not be loaded`}
        text={t`Nothing is lost. Check your connection and try again.`}
        onRetry={retry}
      />
    );
  }
  const isTodayShown = entries !== undefined && today.startsWith(year);
  return (
    <>
      {/* Handles events of the cells in the grids inside. */}
      <div ref={ref} aria-busy={entries === undefined} {...handlers}>
        {sections.map(({ type, time, blocks }) => (
          <section
            key={keyOf({ type, time })}
            aria-label={sectionName({ type, time })}
            className="border-t border-line first:border-t-0"
          >
            <h2 className="px-3 pt-4 pb-2 text-xs font-[560] tracking-normal text-ink-muted md:px-4">
              {sectionName({ type, time })}
            </h2>
            {blocks.map(({ group, habits: ofBlock, isFolded }) => {
              const progress =
                group !== null && isTodayShown
                  ? groupProgressOf(ofBlock, rules, (id, day) => rows.get(id)?.get(day), today)
                  : undefined;
              return (
                <div key={group === null ? `habit-${ofBlock[0]?.id}` : `group-${group}`}>
                  {group !== null ? (
                    <div className="border-t border-line pt-2 pb-1 md:px-1">
                      <GroupHeader
                        name={group}
                        type={type}
                        time={time ?? null}
                        count={ofBlock.length}
                        isFolded={isFolded}
                        layout="horizontal"
                        done={progress?.done}
                        total={progress?.total}
                        onFold={onFold}
                        onMenu={overlays.openGroupMenu}
                      />
                    </div>
                  ) : hasGroups(blocks) ? (
                    <div className="border-t border-line pt-2">
                      <UngroupedHeader layout="horizontal" />
                    </div>
                  ) : null}
                  {(isFolded ? [] : ofBlock).map((habit) => {
                    const habitRules = rules.get(habit.id);
                    return habitRules ? (
                      <YearRow
                        key={habit.id}
                        habit={habit}
                        rules={habitRules}
                        entries={entries && listOf(rows.get(habit.id))}
                        statistics={statistics.get(habit.id)}
                        year={year}
                        today={today}
                        labels={labels}
                        onMenu={overlays.openMenu}
                        onStreak={overlays.explainStreak}
                      />
                    ) : null;
                  })}
                </div>
              );
            })}
          </section>
        ))}
      </div>
      <BoardLegend />
      {editor.wasOpened ? (
        <EntryPopover
          draft={draft}
          editor={editor}
          isPhone={isPhone}
          anchor={openAnchor}
          finalFocus={finalFocus}
          onEnter={saveAndStay}
        />
      ) : null}
    </>
  );
}

const noEntries: readonly Entry[] = [];
const noRow: ReadonlyMap<string, Entry> = new Map();

/** The entries of a row as a list; the same list while the row does not change. */
const lists = new WeakMap<ReadonlyMap<string, Entry>, readonly Entry[]>();

function listOf(row: ReadonlyMap<string, Entry> = noRow): readonly Entry[] {
  const list = lists.get(row) ?? [...row.values()];
  lists.set(row, list);
  return list;
}

/** The data of the maps, in objects that stay the same while their content does not change. */
function useYearRows(
  board: YearBoardProps["board"],
  habits: readonly HabitSection["blocks"][number]["habits"][number][],
) {
  const { today, month, recorder, search } = board;
  // A schedule of weeks is judged by whole weeks, even if they are partly in another year; one of windows by all its days.
  const free = habits.filter((habit) => hasFreeDays(rulesOf(habit)));
  const [, ...edges] = yearRanges(
    Number(month.slice(0, 4)),
    free.map((habit) => rulesOf(habit)),
    today,
  );
  // One query covers all active habits; archived ones are fetched one by one, as on the rest of the page.
  const beyond = trpc.useQueries((api) =>
    edges.flatMap((range) =>
      search.archived
        ? free.map(({ id }) =>
            api.progress.listOfHabit({ id, ...range }, { structuralSharing: recorder.share({ id, ...range }) }),
          )
        : [api.progress.list(range, { structuralSharing: recorder.share(range) })],
    ),
  );
  const isFailed = beyond.some((query) => query.data === undefined && query.error);
  // Without the days beyond the year, only its first and last week may be wrong; with windows, any of its days.
  const needsAll = free.some((habit) => hasWindows(rulesOf(habit)));
  const isKnown = board.entries !== undefined && beyond.every((query) => query.data !== undefined || query.error);
  const results = [board.entries, ...beyond.map((query) => query.data?.results)];
  const [memos] = useState(() => {
    let rows: ReturnType<typeof indexEntries<number, string>> | undefined;
    let known: { parts: typeof results; entries: readonly Entry[] } | undefined;
    return {
      rules: createRulesMemo(),
      merge(parts: typeof results) {
        const isSame =
          known?.parts.length === parts.length && parts.every((part, index) => part === known?.parts[index]);
        if (!known || !isSame) known = { parts, entries: parts.flatMap((part) => part ?? noEntries) };
        return known.entries;
      },
      index(entries: readonly Entry[]) {
        rows = indexEntries(
          entries,
          (entry) => entry.habit_id,
          (entry) => entry.day,
          rows,
        );
        return rows;
      },
    };
  });
  const merged = memos.merge(results);
  const rows = useMemo(() => memos.index(merged), [memos, merged]);
  const rules = useMemo(() => memos.rules(habits, merged), [memos, habits, merged]);
  return {
    entries: isKnown ? merged : undefined,
    rows,
    rules,
    isFailed: isFailed && needsAll,
    retry: () => Promise.all(beyond.map((query) => query.refetch())),
  };
}

/** The meaning of the marks. */
function BoardLegend() {
  const { t } = useLingui();
  const marks = useYearMarks();
  return (
    <div className="flex flex-col gap-2 border-t border-line px-3 py-4 text-xs text-ink-muted md:px-4">
      <ul style={hueStyle(225)} className="flex flex-wrap gap-x-5 gap-y-2">
        <YearMarks marks={marks} />
      </ul>
      <p className="pointer-coarse:hidden">
        {t`Arrow keys move from day to day, Page Up and Page Down by months; Enter or a digit records.`}
      </p>
    </div>
  );
}
