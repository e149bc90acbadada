import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Plural, useLingui } from "@lingui/react/macro";
import { PartyPopper } from "lucide-react";
import { useId, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { Reached } from "./reached.tsx";

/** So many habits are shown at first: the figures of each are a request. */
const shownAtFirst = 3;

/** Celebrates the archived habits that reached their end, the latest first. */
export default function FinishedList({ habits }: { habits: readonly Habit[] }) {
  const id = useId();
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const latest = habits.toSorted((a, b) => ((a.ended_on ?? "") < (b.ended_on ?? "") ? 1 : -1));
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col items-start gap-4 p-4 sm:p-5">
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <PartyPopper aria-hidden="true" className="size-5 shrink-0 text-success-text" />
        <Plural value={habits.length} one="You finished a habit" other="You finished # habits" />
      </h2>
      <ul className="flex w-full flex-col gap-4">
        {latest.slice(0, isWhole ? undefined : shownAtFirst).map((habit) => (
          <ArchivedHabit key={habit.id} habit={habit} />
        ))}
      </ul>
      {isWhole || habits.length <= shownAtFirst ? null : (
        <Button size="small" onClick={() => setWhole(true)}>
          {t`Show all`}
        </Button>
      )}
    </Card>
  );
}

function ArchivedHabit({ habit }: { habit: Habit }) {
  const { data } = trpc.habit.statistics.useQuery({ id: habit.id });
  return (
    <li style={hueStyle(habit.hue)} className="border-t border-line pt-4">
      <h3 className="font-[600] break-words">
        <HabitTitle habit={habit} />
      </h3>
      <Reached habit={habit} figures={data} />
    </li>
  );
}
