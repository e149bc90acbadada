import { toDayNumber } from "@daymark/domain/base/day";
import type { StreakUnit } from "@daymark/domain/base/period";
import type { Failure, Streak } from "@daymark/domain/rules/streak";
import { scheduleOn } from "@daymark/domain/schedule/history";
import { periodOf } from "@daymark/domain/schedule/schedule";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import CalendarSearch from "lucide-react/icons/calendar-search";
import Unlink from "lucide-react/icons/unlink";
import { useFormat } from "../../../../lib/language/format.ts";
import { amountText } from "../../habit/form/unit-words.ts";
import { rulesOf } from "../../habit/rules.ts";
import { streakLengths } from "./streak-words.ts";

/** The most failures listed one by one; with more, only their number is shown. */
const failuresShownMax = 3;

interface WhyBrokenProps {
  habit: Habit;
  streak: Streak;
  onDay: (day: string) => void;
}

/** What ended a streak, and how the user can repair it if a record is missing. */
export function WhyBroken({ habit, streak, onDay }: WhyBrokenProps) {
  const { i18n, t } = useLingui();
  const { broken, streak_unit, run } = streak;
  if (!broken) return null;
  const length = (count: number) => i18n._(streakLengths[streak_unit](count));
  const shown = broken.failures.slice(0, failuresShownMax);
  const more = broken.count - shown.length;
  const { streak_if_recorded: recorded, streak_if_skipped: skipped } = broken;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-4">
      <h3 className="flex items-center gap-2 text-base">
        <Unlink aria-hidden="true" className="size-4.5 text-danger-text" />
        {run?.is_current ? t`What broke your last streak` : t`What ended it`}
      </h3>
      <ul className="flex flex-col gap-3">
        {shown.map((failure) => (
          <FailureLine key={failure.day} habit={habit} failure={failure} onDay={onDay} />
        ))}
      </ul>
      {more > 0 ? <p className="text-sm text-ink-muted">{i18n._(moreMissed[streak_unit](more))}</p> : null}
      {recorded !== null || skipped !== null ? (
        <p className="text-sm leading-snug text-ink-muted">
          {[
            recorded !== null && t`Correct it: a streak of ${{ length: length(recorded) }}.`,
            skipped !== null && t`Skip it: ${{ length: length(skipped) }}.`,
            t`Only you know what happened. Change only what is wrong.`,
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      ) : (
        <p className="text-sm leading-snug text-ink-muted">{i18n._(newStreaks[streak_unit])}</p>
      )}
    </section>
  );
}

const newStreaks: Record<StreakUnit, MessageDescriptor> = {
  days: msg`You missed too many days in a row to fix it. A new streak starts with your next successful day.`,
  weeks: msg`You missed too many weeks in a row to fix it. A new streak starts with your next successful week.`,
  months: msg`You missed too many months in a row to fix it. A new streak starts with your next successful month.`,
  quarters: msg`You missed too many quarters in a row to fix it. A new streak starts with your next successful quarter.`,
};

const moreMissed: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`and ${plural(count, { one: "# more day", other: "# more days" })} missed in a row`,
  weeks: (count) => msg`and ${plural(count, { one: "# more week", other: "# more weeks" })} missed in a row`,
  months: (count) => msg`and ${plural(count, { one: "# more month", other: "# more months" })} missed in a row`,
  quarters: (count) => msg`and ${plural(count, { one: "# more quarter", other: "# more quarters" })} missed in a row`,
};

function FailureLine({ habit, failure, onDay }: { habit: Habit; failure: Failure; onDay: (day: string) => void }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { day, rule, value, target, period, repairs } = failure;
  const scheduled = scheduleOn(rulesOf(habit), toDayNumber(day));
  // A missed number of days in a period. A missed amount has the same words for a period as for a day.
  const isMissedDays = (rule === "week_missed" || rule === "period_missed") && !scheduled.schedule?.target_per;
  const date = format.day(day, { weekday: "long", day: "numeric", month: "long" });
  const amount = amountText(i18n, habit, value);
  const goal = amountText(i18n, habit, target);
  const what = isMissedDays
    ? t`${plural(value, { one: "# day", other: "# days" })} done, ${{ required: target }} needed`
    : rule === "limit_exceeded"
      ? t`${amount}, limit ${goal}`
      : value === 0
        ? t`nothing recorded, goal ${goal}`
        : t`${amount} of ${goal}`;
  const short = (text: string) => format.day(text, { day: "numeric", month: "short" });
  const name = !period
    ? date
    : periodOf(scheduled) === "month"
      ? format.month(period.from.slice(0, 7))
      : periodOf(scheduled) === "week"
        ? t`Week of ${{ from: short(period.from) }} – ${{ to: short(period.to) }}`
        : t`${{ from: short(period.from) }} – ${{ to: short(period.to) }}`;
  const ways = repairs.map((repair) => {
    const least = repair.amount === null ? "" : amountText(i18n, habit, repair.amount);
    const days = t`${plural(repair.count, { one: "# day", other: "# days" })}`;
    if (repair.action === "skip") return period ? t`skip ${days}` : t`skip the day`;
    if (repair.action === "correct") return t`correct it to at most ${least}`;
    return isMissedDays ? t`record ${days} more, at least ${least} each` : t`record at least ${least}`;
  });
  // For a missed period, opens a day on which the user can still record something.
  const dayToOpen = repairs[0]?.days[0] ?? day;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 leading-snug">
        <span className="block font-[560] first-letter:uppercase">{name}</span>
        <span className="block text-sm text-ink-muted">{what}</span>
        {ways.length > 0 ? (
          <span className="block text-sm text-ink-muted">{t`To fix it: ${{ ways: ways.join(t({ message: " or ", context: "between two ways" })) }}.`}</span>
        ) : null}
      </span>
      <Button
        size="small"
        icon={<CalendarSearch aria-hidden="true" />}
        aria-label={t`Open the day: ${{ date: format.day(dayToOpen, { day: "numeric", month: "long" }) }}`}
        onClick={() => onDay(dayToOpen)}
      >
        {t`Open the day`}
      </Button>
    </li>
  );
}
