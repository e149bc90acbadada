import type { ExplainedDay, ExplainedPeriod, Streak } from "@daymark/domain/rules/streak";
import { periodOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { useWeekdays } from "../../clock/use-weekdays.ts";
import { partOf } from "../../habit/form/period-words.ts";
import { capitalize } from "../plot/capitalize.ts";
import { wordsOfRule } from "./rule-words.ts";
import { groupDays, groupingFor, type RuleRun, type StreakGroup } from "./streak-groups.ts";
import { WhyDay } from "./why-day.tsx";

/** A run of one rule is folded from this length on; a shorter one is quick to read. */
const foldedRunMin = 5;

interface WhyListProps {
  habit: Habit;
  /** Newest first. */
  days: readonly ExplainedDay[];
  periods: Streak["periods"];
  onDay: (day: string) => void;
}

/** The days of a streak by week, month or quarter. A long run of one rule is a single line until the user opens it. */
export function WhyList({ habit, days, periods, onDay }: WhyListProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const period = periodOf(habit);
  const by = groupingFor(days.length, period);
  const [weekStart = 1] = useWeekdays();
  const groups = groupDays(days, by, period ? 1 : weekStart);
  const name = ({ key, oldest, newest }: StreakGroup) =>
    by === "month"
      ? capitalize(format.month(key))
      : oldest === newest
        ? format.day(newest, { day: "numeric", month: "short", year: "numeric" })
        : t`${{ from: format.day(oldest, { day: "numeric", month: "short" }) }} – ${{ to: format.day(newest, { day: "numeric", month: "short", year: "numeric" }) }}`;
  const amountsOf = ({ amount, amount_due: due, done, required }: ExplainedPeriod) =>
    amount === null || due === null
      ? [i18n.number(done), i18n.number(required)]
      : Object.values(partOf(i18n, habit, amount, due));
  const note = (group: StreakGroup) => {
    const own = periods.find(({ from }) => from.startsWith(group.key));
    if (!own) return t`${plural(group.counted, { one: "# day counts", other: "# days count" })}`;
    const [done, goal] = amountsOf(own);
    if (own.rule === "met") {
      return period === "week"
        ? t`${{ done }} of ${{ goal }}: the week counts`
        : t`${{ done }} of ${{ goal }}: it counts`;
    }
    if (own.rule === "open") return t`${{ done }} of ${{ goal }} so far`;
    return own.rule === "missed" ? t`${{ done }} of ${{ goal }}: missed` : t`no goal: doesn’t count`;
  };
  return (
    <ul className="flex flex-col">
      {groups.map((group, index) => (
        <li key={group.key} className="border-t border-line">
          <Fold isOpen={index === 0} summary={<span className="font-[560]">{name(group)}</span>} note={note(group)}>
            <ul className="pb-3 pl-5">
              {group.runs.map((run) =>
                run.days.length < foldedRunMin ? (
                  run.days.map((told) => <WhyDay key={told.day} habit={habit} told={told} onDay={onDay} />)
                ) : (
                  <RunLine key={run.days[0]?.day} habit={habit} run={run} onDay={onDay} />
                ),
              )}
            </ul>
          </Fold>
        </li>
      ))}
    </ul>
  );
}

function RunLine({ habit, run, onDay }: { habit: Habit; run: RuleRun; onDay: (day: string) => void }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const short = (day: string) => format.day(day, { day: "numeric", month: "short" });
  const [newest, oldest] = [run.days[0]?.day ?? "", run.days.at(-1)?.day ?? ""];
  const [first] = run.days;
  return (
    <li>
      <Fold
        summary={
          <span className="text-sm">
            {t`${{ from: short(oldest) }} – ${{ to: short(newest) }}`}
            <span className="block text-ink-muted">{first && i18n._(wordsOfRule(habit, first).rule)}</span>
          </span>
        }
        note={t`${plural(run.days.length, { one: "# day", other: "# days" })}`}
      >
        <ul className="border-l border-line pl-3">
          {run.days.map((told) => (
            <WhyDay key={told.day} habit={habit} told={told} onDay={onDay} />
          ))}
        </ul>
      </Fold>
    </li>
  );
}

interface FoldProps {
  summary: ReactNode;
  note: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** Folded content is rendered once it is opened: a streak of years is a long list. */
function Fold({ summary, note, isOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/fold">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-lg py-1.5 hover:text-ink">
        <span
          aria-hidden="true"
          className="w-3 shrink-0 text-ink-muted transition-transform [details[open]>summary>&]:rotate-90"
        >
          ›
        </span>
        <span className="min-w-0 flex-1 leading-snug">{summary}</span>
        <span className="shrink-0 text-right text-sm text-ink-muted max-sm:max-w-[45%]">{note}</span>
      </summary>
      {open ? children : null}
    </details>
  );
}
