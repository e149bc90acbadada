import type { DayResult, HabitRules } from "@daymark/domain/rules/result";
import type { Statistics } from "@daymark/domain/rules/statistics";
import { hasFreeDays } from "@daymark/domain/schedule/history";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useRef } from "react";
import type { Month } from "../clock/month.ts";
import type { GroupMenuTarget } from "../habit/menu-targets.ts";
import { periodProgressOf } from "../habit/period-progress.ts";
import { resultsAmong } from "../habit/rules.ts";
import type { EntryIndex } from "../progress/entry-index.ts";
import { DayRow } from "./day-row.tsx";
import { type Column, columnsOf, widthOf } from "./grid/columns.ts";
import { type Cursor, useCursorHabit } from "./grid/cursor.ts";
import type { DayInfo } from "./grid/day-info.ts";
import { rowHeight, useNearColumns } from "./grid/near-view.ts";
import { type HabitSection, hasGroups, keyOf } from "./grid/shown-habits.ts";
import { GroupHeader, UngroupedHeader } from "./header/group-header.tsx";
import { groupProgressOf } from "./header/group-progress.ts";
import { HabitHeader } from "./header/habit-header.tsx";
import { monthTotal } from "./total/month-total.ts";
import { TotalCell } from "./total/total-cell.tsx";
import { useSectionNames } from "./type-names.ts";

interface DayRowsProps {
  /** The month whose total each habit has at the end; null for none. */
  total: Month | null;
  sections: readonly HabitSection[];
  statistics: ReadonlyMap<number, Statistics>;
  rules: ReadonlyMap<number, HabitRules>;
  days: readonly DayInfo[];
  rows: EntryIndex<string, number>;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
  onFold: (group: string) => void;
  onGroupMenu: (target: GroupMenuTarget) => void;
}

/** The vertical layout: one row per day, newest first, one column per habit, good habits left of bad ones. */
export function DayRows(props: DayRowsProps) {
  const { total, sections, statistics, rules, days, rows, today, isLoading, cursor } = props;
  const { t } = useLingui();
  const tabStop = useCursorHabit(cursor, null);
  const columns = useMemo(() => columnsOf(sections), [sections]);
  const headRef = useRef<HTMLTableSectionElement>(null);
  const shown = useNearColumns(headRef, columns);
  const ofPeriods = useResultsOfPeriods({ columns, rules, days, rows, today });
  const isTodayShown = !isLoading && days.some(({ day }) => day === today);
  const progressOf = ({ habit }: (typeof columns)[number]) => {
    const own = isTodayShown && habit && rules.get(habit.id);
    return own ? periodProgressOf(habit, own, (day) => rows.get(day)?.get(habit.id), today) : undefined;
  };
  return (
    <>
      <colgroup>
        <col className="w-(--first)" />
        {columns.map(({ habit, group, section }) => (
          <col key={habit?.id ?? `${section}-${group}`} className={habit ? undefined : "w-(--cell)"} />
        ))}
      </colgroup>
      <thead ref={headRef} className="sticky top-(--sticky-top,var(--navbar)) z-20">
        <TypeRow sections={sections} />
        <GroupRow {...props} columns={columns} isTodayShown={isTodayShown} />
        <tr className="h-px">
          <th scope="col" className="calendar-corner sticky left-0 z-10 p-0">
            <span className="sr-only">{t`Day`}</span>
          </th>
          {columns.map((column, index) =>
            // The header cell of a folded group spans this row from the row above.
            column.habit === undefined ? null : (
              <HabitHeader
                key={column.habit.id}
                habit={column.habit}
                statistics={statistics.get(column.habit.id)}
                progress={progressOf(column)}
                today={isTodayShown ? today : undefined}
                layout="vertical"
                column={index}
                isTabStop={tabStop === column.habit.id}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {days.map((info, index) => (
          <DayRow
            // By place: another month then changes the rows instead of making new ones.
            key={index}
            info={info}
            columns={columns}
            rules={rules}
            entries={rows.get(info.day)}
            ofPeriods={ofPeriods.get(info.day)}
            today={today}
            isLoading={isLoading}
            cursor={cursor}
            shown={shown}
            isNearAtFirst={index * rowHeight < innerHeight}
          />
        ))}
      </tbody>
      {total ? <TotalRow {...props} month={total} columns={columns} /> : null}
    </>
  );
}

/** The total of each habit, below its days. */
function TotalRow(props: DayRowsProps & { month: Month; columns: readonly Column[] }) {
  const { month, columns, rules, rows, today, isLoading } = props;
  const { t } = useLingui();
  return (
    <tfoot>
      <tr>
        <th
          scope="row"
          className="sticky bottom-0 left-0 z-20 border-t border-line-strong bg-surface px-1 py-2 text-xs font-normal text-ink-muted"
        >
          {t`Total`}
        </th>
        {columns.map(({ habit, group, section }) => {
          const own = habit && rules.get(habit.id);
          if (!habit || !own)
            return (
              <td
                key={`${section}-${group}`}
                aria-hidden="true"
                className="sticky bottom-0 border-t border-line-strong bg-surface"
              />
            );
          const entryOn = (day: string) => rows.get(day)?.get(habit.id);
          const sum = isLoading ? undefined : monthTotal(habit, own, { month, entryOn, today });
          return <TotalCell key={habit.id} habit={habit} total={sum} layout="vertical" />;
        })}
      </tr>
    </tfoot>
  );
}

const noResults: ReadonlyMap<string, ReadonlyMap<number, DayResult>> = new Map();

/**
 * The results of schedules of periods by day. Each depends on its whole period, and a row of the table sees only its day.
 * A day without changes keeps the same map object, so that its row does not render again.
 */
function useResultsOfPeriods(
  input: Pick<DayRowsProps, "rules" | "days" | "rows" | "today"> & { columns: readonly Column[] },
): ReadonlyMap<string, ReadonlyMap<number, DayResult>> {
  const { columns, rules, days, rows, today } = input;
  const known = useRef(noResults);
  const results = useMemo(() => {
    const ids = columns.flatMap(({ habit }) => {
      const own = habit && rules.get(habit.id);
      return own && hasFreeDays(own) ? [habit.id] : [];
    });
    if (ids.length === 0) return noResults;
    // The table begins with the newest day.
    const shown = days.map(({ day }) => day).toSorted();
    const ofHabits = ids.map((id) => ({
      id,
      results: resultsAmong(rules.get(id) as HabitRules, shown, (day) => rows.get(day)?.get(id), today),
    }));
    return new Map(
      shown.map((day, index) => {
        const ofDay = new Map(ofHabits.map(({ id, results: own }) => [id, own[index] as DayResult]));
        const before = known.current.get(day);
        const isSame = before?.size === ofDay.size && [...ofDay].every(([id, result]) => before.get(id) === result);
        return [day, before && isSame ? before : ofDay] as const;
      }),
    );
  }, [columns, rules, days, rows, today]);
  useEffect(() => {
    known.current = results;
  }, [results]);
  return results;
}

function TypeRow({ sections }: Pick<DayRowsProps, "sections">) {
  const sectionName = useSectionNames();
  return (
    <tr>
      <td className="calendar-corner sticky left-0 z-10 p-0" />
      {sections.map(({ type, time, blocks }) => {
        const columnCount = blocks.reduce((sum, block) => sum + widthOf(block), 0);
        return (
          <th
            key={keyOf({ type, time })}
            scope="colgroup"
            colSpan={columnCount}
            className={classes(
              "calendar-top overflow-clip pt-3 pb-0 align-bottom font-[560] text-ink-muted",
              // A column may be as narrow as a finger: its name needs all of it, and takes two lines if it has two words. Above
              // the columns of a phone every line counts.
              columnCount === 1
                ? "px-0 text-center text-[0.6875rem] leading-none tracking-tight max-sm:pt-px"
                : "px-1 text-xs max-sm:pt-1",
            )}
          >
            {/* The name stays in view while its habits scroll by. */}
            <span
              className={classes(
                "sticky right-1 left-(--first) inline-block max-w-full align-bottom",
                columnCount > 1 && "truncate",
              )}
            >
              {sectionName({ type, time })}
            </span>
          </th>
        );
      })}
    </tr>
  );
}

/** The group headers above their habits; nothing if there are no groups. */
function GroupRow(props: DayRowsProps & { columns: readonly Column[]; isTodayShown: boolean }) {
  const { sections, columns, rules, rows, today, isTodayShown, onFold, onGroupMenu } = props;
  if (!sections.some(({ blocks }) => hasGroups(blocks))) return null;
  const entryOn = (id: number, day: string) => rows.get(day)?.get(id);
  return (
    <tr>
      <td className="calendar-corner sticky left-0 z-10 p-0" />
      {sections.flatMap(({ type, time, blocks }) =>
        blocks.map((block) => {
          const { group, habits, isFolded } = block;
          const section = keyOf({ type, time });
          if (group === null) {
            const place = { colSpan: widthOf(block), className: "calendar-top p-0 text-left align-bottom font-normal" };
            return hasGroups(blocks) ? (
              <th key={`habit-${habits[0]?.id}`} scope="colgroup" {...place}>
                <UngroupedHeader layout="vertical" />
              </th>
            ) : (
              <td key={`habit-${habits[0]?.id}`} {...place} />
            );
          }
          const progress = isTodayShown ? groupProgressOf(habits, rules, entryOn, today) : undefined;
          return (
            <th
              key={`${section}-${group}`}
              scope="colgroup"
              data-column={
                isFolded
                  ? columns.findIndex((column) => column.group === group && column.section === section)
                  : undefined
              }
              colSpan={widthOf(block)}
              // A folded group spans down to the days, because its name is vertical.
              rowSpan={isFolded ? 2 : 1}
              className={classes("calendar-top h-px px-0.5 pt-1 pb-0 font-normal", "align-bottom")}
            >
              <GroupHeader
                name={group}
                type={type}
                time={time ?? null}
                count={habits.length}
                isFolded={isFolded}
                layout="vertical"
                done={progress?.done}
                total={progress?.total}
                onFold={onFold}
                onMenu={onGroupMenu}
              />
            </th>
          );
        }),
      )}
    </tr>
  );
}
