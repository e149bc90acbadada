import type { Habit, HabitCreateInput } from "@daymark/domain/tracking/habit";
import { type HabitTemplate, habitTemplates } from "@daymark/domain/tracking/template";
import { Button } from "@daymark/ui/button";
import { DayMark, type DayMarkResult } from "@daymark/ui/day-mark";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ImportGuestMarks } from "../../public/demo/import-guest-marks.tsx";
import { createHabit } from "../habit/form/create-habit.ts";
import { targetAmount } from "../habit/form/goal-words.ts";
import { templateTitles, templateWords } from "../habit/form/idea/template-words.ts";
import { HabitTitle } from "../habit/habit-title.tsx";
import { hueStyle } from "../habit/hues.ts";
import { timeNames } from "../habit/time-names.ts";

interface FirstRunProps {
  /** Called with the habit that was created. */
  onCreated: (habit: Habit) => void;
  /** The user creates a habit without a template. */
  onOwn: () => void;
  onTrash: () => void;
}

/** The dashboard of a user without habits: three templates, each created with one press. */
export default function FirstRun({ onCreated, onOwn, onTrash }: FirstRunProps) {
  const { i18n, t } = useLingui();
  const app = useApp();
  const { report } = useBrowser();
  // The user may have deleted all habits, and the menu with the trash is on the calendar.
  const trash = trpc.habit.trash.list.useQuery({});
  const create = useMutation({
    mutationFn: (content: HabitCreateInput) => createHabit(app, content),
    onSuccess: (habit) => {
      onCreated(habit);
      void report.success("habit_created");
    },
    onError: (error) => void report.failure(error),
  });
  const contentOf = ({ id, type, target, unit, hue, emoji, time_of_day }: HabitTemplate) => {
    const word = templateWords[id];
    return {
      ...{ title: i18n._(templateTitles[id]), type, target, unit, hue, emoji, time_of_day },
      unit_label: word ? i18n._(word) : null,
    };
  };
  return (
    <section aria-labelledby="first-run" className="flex max-w-[77rem] flex-1 flex-col justify-center py-4 sm:py-10">
      <h2 id="first-run" className="max-w-[18ch] text-3xl sm:text-4xl">
        <Trans>Start with one habit</Trans>
      </h2>
      <p className="mt-3 max-w-[60ch] text-lg leading-normal text-ink-muted">
        <Trans>Pick one that fits, check off today, and come back tomorrow. You can change everything later.</Trans>
      </p>
      <ImportGuestMarks onCreated={onCreated} />
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {habitTemplates.map((template) => {
          const content = contentOf(template);
          const amount = targetAmount(i18n, content, content.target);
          return (
            <li key={template.id}>
              <button
                type="button"
                disabled={create.isPending}
                onClick={() => create.mutate(content)}
                style={hueStyle(template.hue)}
                className={
                  "group flex h-full w-full flex-col gap-5 rounded-card border border-line bg-surface p-5 text-left " +
                  "shadow-lift transition-[border-color,transform] duration-150 hover:border-habit-line " +
                  "active:translate-y-px disabled:opacity-60"
                }
              >
                <TemplateWeek type={template.type} />
                <span className="block">
                  <span className="block text-lg leading-tight font-[600]">
                    <HabitTitle habit={content} />
                  </span>
                  <span className="mt-1 block text-ink-muted">
                    {template.type === "good" ? t`Goal: ${amount} a day` : t`At most ${amount} a day`}
                    {content.time_of_day ? ` · ${i18n._(timeNames[content.time_of_day])}` : null}
                  </span>
                </span>
                <span className="mt-auto inline-flex items-center gap-2 font-[560] text-habit-text">
                  <Plus aria-hidden="true" className="size-4" />
                  <Trans>Start this habit</Trans>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onOwn}>
          <Trans>Create a habit of your own</Trans>
        </Button>
        {(trash.data?.results.length ?? 0) > 0 ? (
          <Button kind="quiet" icon={<Trash aria-hidden="true" />} onClick={onTrash}>
            <Trans>Trash: deleted habits</Trans>
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const weeks: Record<HabitTemplate["type"], DayMarkResult[]> = {
  good: ["achieved", "achieved", "not_achieved", "achieved", "awaiting"],
  bad: ["not_exceeded", "not_exceeded", "exceeded", "not_exceeded", "not_exceeded"],
};

/** A sample week of a habit of this type. */
function TemplateWeek({ type }: { type: HabitTemplate["type"] }) {
  return (
    <span aria-hidden="true" className="flex gap-1.5">
      {weeks[type].map((result, index) => (
        <DayMark key={index} result={result} />
      ))}
    </span>
  );
}
