import type { HabitRules } from "@daymark/domain/rules/result";
import type { Statistics } from "@daymark/domain/rules/statistics";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { Fragment, memo, type ReactNode, type RefObject, useMemo, useRef } from "react";
import type { Month } from "../clock/month.ts";
import type { GroupMenuTarget } from "../habit/menu-targets.ts";
import type { EntryIndex } from "../progress/entry-index.ts";
import type { Cursor } from "./grid/cursor.ts";
import type { DayInfo } from "./grid/day-info.ts";
import { rowHeight, useNearColumns } from "./grid/near-view.ts";
import { type HabitSection, hasGroups, keyOf, unfolded } from "./grid/shown-habits.ts";
import { HabitRow } from "./habit-row.tsx";
import { GroupHeader, UngroupedHeader } from "./header/group-header.tsx";
import { groupProgressOf } from "./header/group-progress.ts";
import { useSectionNames } from "./type-names.ts";

interface HabitRowsProps {
  /** The month whose total each habit has at the end; null for none. */
  total: Month | null;
  sections: readonly HabitSection[];
  statistics: ReadonlyMap<number, Statistics>;
  rules: ReadonlyMap<number, HabitRules>;
  days: readonly DayInfo[];
  rows: EntryIndex<number, string>;
  today: string;
  isLoading: boolean;
  cursor: Cursor;
  onFold: (group: string) => void;
  onGroupMenu: (target: GroupMenuTarget) => void;
}

/** The horizontal layout: one row per habit, one column per day, good and bad habits in separate sections. */
export function HabitRows(props: HabitRowsProps) {
  const { total, sections, statistics, rules, days, rows, today, isLoading, cursor, onFold, onGroupMenu } = props;
  const hasTotal = total !== null;
  const sectionName = useSectionNames();
  const isTodayAmong = days.some(({ day }) => day === today);
  const isTodayShown = !isLoading && isTodayAmong;
  const headRef = useRef<HTMLTableSectionElement>(null);
  const at = days.findIndex(({ day, isMonthStart }) => (isTodayAmong ? day === today : isMonthStart));
  const shown = useNearColumns(headRef, days, at);
  const first = useMemo(() => new Set(firstHabits(sections)), [sections]);
  return (
    <>
      <DayHeaders headRef={headRef} days={days} today={today} hasTotal={hasTotal} />
      {sections.map(({ type, time, blocks }) => (
        <tbody key={keyOf({ type, time })}>
          <HeadingRow days={days} today={today} hasTotal={hasTotal} isSection>
            {sectionName({ type, time })}
          </HeadingRow>
          {blocks.map(({ group, habits, isFolded }) => {
            const progress =
              group !== null && isTodayShown
                ? groupProgressOf(habits, rules, (id, day) => rows.get(id)?.get(day), today)
                : undefined;
            return (
              <Fragment key={group === null ? `habit-${habits[0]?.id}` : `group-${group}`}>
                {group !== null ? (
                  <HeadingRow days={days} today={today} hasTotal={hasTotal}>
                    <GroupHeader
                      name={group}
                      type={type}
                      time={time ?? null}
                      count={habits.length}
                      isFolded={isFolded}
                      layout="horizontal"
                      done={progress?.done}
                      total={progress?.total}
                      onFold={onFold}
                      onMenu={onGroupMenu}
                    />
                  </HeadingRow>
                ) : hasGroups(blocks) ? (
                  <HeadingRow days={days} today={today} hasTotal={hasTotal}>
                    <UngroupedHeader layout="horizontal" />
                  </HeadingRow>
                ) : null}
                {(isFolded ? [] : habits).map((habit) => {
                  const habitRules = rules.get(habit.id);
                  return habitRules ? (
                    <HabitRow
                      key={habit.id}
                      habit={habit}
                      total={total}
                      isGrouped={group !== null}
                      rules={habitRules}
                      statistics={statistics.get(habit.id)}
                      days={days}
                      entries={rows.get(habit.id)}
                      today={today}
                      isLoading={isLoading}
                      cursor={cursor}
                      shown={shown}
                      isNearAtFirst={first.has(habit.id)}
                    />
                  ) : null;
                })}
              </Fragment>
            );
          })}
        </tbody>
      ))}
    </>
  );
}

/** The ids of the habits that fit on one screen. */
function firstHabits(sections: readonly HabitSection[]): number[] {
  return unfolded(sections)
    .slice(0, Math.ceil(innerHeight / rowHeight))
    .map(({ id }) => id);
}

interface HeadingRowProps {
  days: readonly DayInfo[];
  today: string;
  hasTotal: boolean;
  isSection?: boolean;
  children: ReactNode;
}

/** The name of a section or a group; only the stripes of weekends and of today continue beside it. */
function HeadingRow({ days, today, hasTotal, isSection = false, children }: HeadingRowProps) {
  return (
    <tr>
      <th
        scope="rowgroup"
        className={classes(
          "calendar-corner sticky left-0 z-10 p-0 text-left",
          isSection
            ? "h-9 pb-1 pl-3 align-bottom text-xs font-[560] text-ink-muted max-sm:h-6 md:pl-4"
            : "h-10 align-bottom font-normal",
        )}
      >
        {children}
      </th>
      <DayStripes days={days} today={today} />
      {hasTotal ? <td aria-hidden="true" className="sticky right-0 bg-surface" /> : null}
    </tr>
  );
}

const DayStripes = memo(function DayStripes({ days, today }: Pick<HeadingRowProps, "days" | "today">) {
  return days.map((info, index) => (
    <td
      key={index}
      aria-hidden="true"
      className={classes(
        info.isWeekend && "calendar-weekend",
        info.isWeekStart && "calendar-week-start",
        info.isMonthStart && "calendar-month-start",
        info.day === today && "calendar-today",
      )}
    />
  ));
});

interface DayHeadersProps extends Pick<HeadingRowProps, "days" | "today" | "hasTotal"> {
  headRef: RefObject<HTMLTableSectionElement | null>;
}

const DayHeaders = memo(function DayHeaders({ headRef, days, today, hasTotal }: DayHeadersProps) {
  const { t } = useLingui();
  return (
    <thead ref={headRef} className="sticky top-(--sticky-top,var(--navbar)) z-20">
      <tr>
        <th scope="col" className="calendar-corner sticky left-0 z-10 w-(--first) p-0">
          <span className="sr-only">{t`Habit`}</span>
        </th>
        {days.map((info, index) => {
          const isToday = info.day === today;
          return (
            <th
              key={index}
              scope="col"
              aria-label={info.long}
              data-date={info.day}
              data-column={index}
              aria-current={isToday ? "date" : undefined}
              className={classes(
                "calendar-top p-0 pt-2 pb-1 font-normal",
                info.isWeekend && "calendar-weekend",
                info.isWeekStart && "calendar-week-start",
                info.isMonthStart && "calendar-month-start",
                isToday && "calendar-today rounded-t-lg",
              )}
            >
              <span className="flex flex-col items-center gap-1 text-[0.6875rem] leading-none text-ink-muted">
                <span>{info.caption}</span>
                <span
                  className={classes(
                    "grid size-6 place-items-center rounded-full text-[0.8125rem] font-[560]",
                    isToday ? "bg-accent text-accent-ink" : info.isEarlier ? "text-ink-muted" : "text-ink",
                  )}
                >
                  {info.number}
                </span>
              </span>
            </th>
          );
        })}
        {hasTotal ? (
          <th
            scope="col"
            data-total
            className="sticky right-0 w-(--total) bg-surface p-0 pb-2 align-bottom text-xs font-normal text-ink-muted"
          >
            {t`Total`}
          </th>
        ) : null}
      </tr>
    </thead>
  );
});
