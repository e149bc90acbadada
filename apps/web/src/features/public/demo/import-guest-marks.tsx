import type { Habit } from "@daymark/domain/tracking/habit";
import { Button } from "@daymark/ui/button";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import CalendarHeart from "lucide-react/icons/calendar-heart";
import { useRef, useState } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { createHabit } from "../../tracking/habit/form/create-habit.ts";
import type { DemoHabit } from "./demo-habits.ts";
import { forgetDemoMarks, markedHabits, readDemoMarks } from "./demo-marks.ts";

interface ImportGuestMarksProps {
  /** Called with each habit once all habits and their days are created. */
  onCreated: (habit: Habit) => void;
}

/** Offers a new user to import the marks they made as a guest on the landing page. Shown on the first dashboard. */
export function ImportGuestMarks({ onCreated }: ImportGuestMarksProps) {
  const { t, i18n } = useLingui();
  const app = useApp();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  /** Habits created by an attempt that failed; the next attempt continues from there. */
  const created = useRef(new Map<string, Habit>());
  const [marked, setMarked] = useState(() => markedHabits(readDemoMarks(localStorage)));
  const forget = () => {
    forgetDemoMarks(localStorage);
    setMarked([]);
  };
  const create = async ({ id, title, type, target, unit, hue }: DemoHabit) => {
    const wanted = { title: i18n._(title), type, target, unit, hue };
    const habit = await createHabit(app, wanted);
    created.current.set(id, habit);
    return habit;
  };
  const carry = useMutation({
    mutationFn: async () => {
      const entries: { habit_id: number; day: string; value: number }[] = [];
      for (const { habit, days } of marked) {
        const { id } = created.current.get(habit.id) ?? (await create(habit));
        entries.push(...days.map(([day, value]) => ({ habit_id: id, day, value })));
      }
      await utils.client.progress.setMany.mutate({ entries });
    },
    onSuccess: () => {
      forgetDemoMarks(localStorage);
      for (const habit of created.current.values()) onCreated(habit);
      void utils.progress.invalidate();
      void report.success("habit_created");
    },
    onError: (error) => void report.failure(error),
  });
  if (marked.length === 0) return null;
  return (
    <section aria-labelledby="guest-marks" className="mt-8 rounded-card border border-accent bg-surface p-5 sm:p-6">
      <h3 id="guest-marks" className="flex items-center gap-3 text-xl">
        <CalendarHeart aria-hidden="true" className="size-5 text-accent-text" />
        <Trans>Keep your marks</Trans>
      </h3>
      <p className="mt-2 text-ink-muted">
        <Trans>You tried the calendar before you signed up. You can keep these habits with the days you marked:</Trans>
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {marked.map(({ habit, days }) => (
          <li
            key={habit.id}
            style={{ "--h": habit.hue }}
            className="rounded-full border border-habit-line bg-habit-soft px-3 py-1 text-sm text-habit-text"
          >
            {i18n._(habit.title)}: {t`${plural(days.length, { one: "# day", other: "# days" })}`}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" isBusy={carry.isPending} onClick={() => carry.mutate()}>
          <Trans>Keep them</Trans>
        </Button>
        <Button disabled={carry.isPending} onClick={forget}>
          <Trans>Start fresh</Trans>
        </Button>
      </div>
    </section>
  );
}
