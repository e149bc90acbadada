import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Plural, useLingui } from "@lingui/react/macro";
import { Archive, Infinity as GoOn, PartyPopper } from "lucide-react";
import { useId, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { amountText } from "../habit/form/unit-words.ts";
import type { HabitEdits } from "../habit/habit-edit.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { useHabitWrites } from "../habit/use-habit-writes.ts";
import { streakUnitNames, successShares } from "../statistics/why/streak-words.ts";

interface FinishedCardProps {
  /** Active habits that have ended. */
  habits: readonly Habit[];
  edits: HabitEdits;
}

/** Celebrates habits that have reached their end, and asks for each whether it is archived or goes on. */
export default function FinishedCard({ habits, edits }: FinishedCardProps) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col gap-4 p-4 sm:p-5">
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <PartyPopper aria-hidden="true" className="size-5 shrink-0 text-success-text" />
        <Plural value={habits.length} one="You finished a habit" other="You finished # habits" />
      </h2>
      <ul className="flex flex-col gap-4">
        {habits.map((habit) => (
          <FinishedHabit key={habit.id} habit={habit} edits={edits} />
        ))}
      </ul>
    </Card>
  );
}

function FinishedHabit({ habit, edits }: { habit: Habit; edits: HabitEdits }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const writes = useHabitWrites(edits);
  const goOn = useGoOn(writes);
  const run = async (work: Promise<void>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  return (
    <li style={hueStyle(habit.hue)} className="flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <h3 className="font-[600] break-words">
          <HabitTitle habit={habit} />
        </h3>
        <Reached habit={habit} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          size="small"
          isBusy={isBusy}
          icon={<Archive aria-hidden="true" />}
          aria-label={t`Archive “${{ title: habit.title }}”`}
          onClick={() => void run(writes.setArchived(habit, true))}
        >
          {t`Archive`}
        </Button>
        <Button
          size="small"
          isBusy={isBusy}
          icon={<GoOn aria-hidden="true" />}
          aria-label={t`Go on with “${{ title: habit.title }}”`}
          onClick={() => void run(goOn(habit))}
        >
          {t({ message: "Go on", context: "a finished habit" })}
        </Button>
      </div>
    </li>
  );
}

/** What came of the habit until its end. */
function Reached({ habit }: { habit: Habit }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const { data } = trpc.habit.statisticsList.useQuery({});
  const figures = data?.results.find(({ habit_id }) => habit_id === habit.id);
  const day = format.day(habit.ended_on ?? habit.first_day, { day: "numeric", month: "long", year: "numeric" });
  const recorded = figures?.remaining?.recorded ?? null;
  return (
    <p className="text-sm leading-snug text-ink-muted">
      {t`Finished on ${day}`}
      {recorded === null ? null : ` · ${amountText(i18n, habit, recorded)}`}
      {figures && figures.counted_days > 0 ? (
        <>
          {" · "}
          {i18n._(successShares.days(figures.successful_days, format.number(figures.counted_days)))}
          <br />
          {t`Longest streak`}
          {": "}
          {format.number(figures.longest_streak)} {i18n._(streakUnitNames[figures.streak_unit](figures.longest_streak))}
        </>
      ) : null}
    </p>
  );
}

/** Takes the end away, so that the habit goes on; told with undo. */
function useGoOn({ refresh, tellChanged }: ReturnType<typeof useHabitWrites>) {
  const utils = trpc.useUtils();
  const { report } = useBrowser();
  return async (habit: Habit) => {
    const { id, end } = habit;
    try {
      await utils.client.habit.update.mutate({ id, end: null });
      tellChanged(habit, { id, end });
    } catch (error) {
      void report.failure(error);
    }
    await refresh();
  };
}
