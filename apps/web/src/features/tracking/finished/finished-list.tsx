import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Plural, useLingui } from "@lingui/react/macro";
import PartyPopper from "lucide-react/icons/party-popper";
import { useId, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { Reached } from "./reached.tsx";

/** The figures of each habit are a request, so a few are shown at first, and some more with each press. */
const shownAtFirst = 3;
const shownMore = 10;

/** Celebrates the archived habits that reached their end, the latest first. */
export default function FinishedList({ habits }: { habits: readonly Habit[] }) {
  const id = useId();
  const { t } = useLingui();
  const [shown, setShown] = useState(shownAtFirst);
  const latest = habits.toSorted((a, b) => (b.ended_on ?? "").localeCompare(a.ended_on ?? "") || b.id - a.id);
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col items-start gap-4 p-4 sm:p-5">
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <PartyPopper aria-hidden="true" className="size-5 shrink-0 text-success-text" />
        <Plural value={habits.length} one="You finished a habit" other="You finished # habits" />
      </h2>
      <ul className="flex w-full flex-col gap-4">
        {latest.slice(0, shown).map((habit) => (
          <ArchivedHabit key={habit.id} habit={habit} />
        ))}
      </ul>
      {habits.length <= shown ? null : (
        <Button size="small" onClick={() => setShown(shown + shownMore)}>
          {t`Show more`}
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
