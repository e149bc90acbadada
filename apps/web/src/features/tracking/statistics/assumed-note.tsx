import type { StreakUnit } from "@daymark/domain/base/period";
import { rangeParts } from "@daymark/domain/base/range-parts";
import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { batchDaysMax } from "../progress/queue/progress-transport.ts";
import { listAssumedDays } from "./assumed-days.ts";
import { streakLengths } from "./why/streak-words.ts";

interface AssumedNoteProps {
  habit: Habit;
  today: string;
  /** The current streak: its length, the number of assumed days, and its first day. */
  length: number;
  unit: StreakUnit;
  assumed: number;
  from: string;
}

/** Shows how much of a bad habit's streak is recorded, and lets the user confirm the rest with one tap. */
export function AssumedNote({ habit, today, length, unit, assumed, from }: AssumedNoteProps) {
  const utils = trpc.useUtils();
  const recorder = useSetProgress();
  const [isBusy, setBusy] = useState(false);
  const { i18n } = useLingui();
  const count = Math.min(assumed, batchDaysMax);

  const confirm = async () => {
    setBusy(true);
    try {
      const range = { from, to: today };
      const parts = rangeParts(range).map((part) => utils.progress.listOfHabit.fetch({ id: habit.id, ...part }));
      const entries = (await Promise.all(parts)).flatMap(({ results }) => results);
      const days = listAssumedDays(habit, entries, range, today).slice(0, batchDaysMax);
      recorder.recordAll(days.map((day) => ({ habit, day, state: { ...recorder.read(habit, day), confirmed: true } })));
    } catch (error) {
      recorder.tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-4">
      <p className="leading-snug font-[560]">
        {i18n._(streakLengths[unit](length))}
        {", "}
        {unit === "days" ? (
          <Plural value={assumed} one="# of them assumed" other="# of them assumed" />
        ) : (
          <Plural value={assumed} one="# day assumed" other="# days assumed" />
        )}
      </p>
      <p className="text-sm leading-snug text-ink-muted">
        <Trans>
          If a day has no record, we assume that you stayed within your limit. Confirm those days if that is right: the
          streak keeps its length, but is no longer a guess.
        </Trans>
      </p>
      <Button
        className="self-start"
        icon={<ShieldCheck aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => void confirm()}
      >
        {count < assumed ? (
          <Plural value={count} one="Confirm the newest # day" other="Confirm the newest # days" />
        ) : (
          <Plural value={count} one="Confirm # day" other="Confirm # days" />
        )}
      </Button>
    </div>
  );
}
