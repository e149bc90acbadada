import type { Statistics } from "@daymark/domain/rules/statistics";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Plural, useLingui } from "@lingui/react/macro";
import Archive from "lucide-react/icons/archive";
import GoOn from "lucide-react/icons/infinity";
import PartyPopper from "lucide-react/icons/party-popper";
import { useId, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { HabitEdits } from "../habit/change/habit-edit.ts";
import { useHabitWrites } from "../habit/change/use-habit-writes.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { Reached } from "./reached.tsx";

interface FinishedCardProps {
  /** Active habits that have ended. */
  habits: readonly Habit[];
  edits: HabitEdits;
}

/** Celebrates habits that have reached their end, and asks for each whether it is archived or goes on. */
export default function FinishedCard({ habits, edits }: FinishedCardProps) {
  const id = useId();
  const { t } = useLingui();
  const { data } = trpc.habit.statisticsList.useQuery({});
  return (
    <Card role="region" aria-labelledby={id} className="flex flex-col gap-4 p-4 sm:p-5">
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <PartyPopper aria-hidden="true" className="size-5 shrink-0 text-success-text" />
        <Plural value={habits.length} one="You finished a habit" other="You finished # habits" />
      </h2>
      <ul className="flex flex-col gap-4">
        {habits.map((habit) => (
          <FinishedHabit
            key={habit.id}
            habit={habit}
            figures={data?.results.find(({ habit_id }) => habit_id === habit.id)}
            edits={edits}
          />
        ))}
      </ul>
      <p className="text-sm leading-snug text-ink-muted">
        {t`If you choose nothing, a habit is archived automatically after a week. Its days are kept.`}
      </p>
    </Card>
  );
}

interface FinishedHabitProps {
  habit: Habit;
  /** Undefined while they load. */
  figures: Statistics | undefined;
  edits: HabitEdits;
}

function FinishedHabit({ habit, figures, edits }: FinishedHabitProps) {
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
        <Reached habit={habit} figures={figures} />
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
