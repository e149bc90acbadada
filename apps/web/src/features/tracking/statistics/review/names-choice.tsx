import type { Habit } from "@daymark/domain/tracking/habit";
import { Checkbox } from "@daymark/ui/checkbox";
import { Switch } from "@daymark/ui/switch";
import { Trans, useLingui } from "@lingui/react/macro";
import { HabitTitle } from "../../habit/habit-title.tsx";

export interface Names {
  areShown: boolean;
  /** The ids of habits whose names stay hidden. */
  hidden: ReadonlySet<number>;
}

interface NamesChoiceProps {
  habits: readonly Habit[];
  names: Names;
  onNamesChange: (names: Names) => void;
}

/** Whether the picture and the paper name habits, and which. */
export function NamesChoice({ habits, names, onNamesChange }: NamesChoiceProps) {
  const { t } = useLingui();
  const toggle = (id: number, isNamed: boolean) => {
    const hidden = new Set(names.hidden);
    if (isNamed) hidden.delete(id);
    else hidden.add(id);
    onNamesChange({ ...names, hidden });
  };
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t`Show names of habits`}
        hint={t`In the picture and on paper. Off until you turn it on.`}
        checked={names.areShown}
        onCheckedChange={(areShown) => onNamesChange({ ...names, areShown })}
      />
      {names.areShown ? (
        <fieldset className="flex max-h-60 min-w-0 flex-col gap-2 overflow-y-auto rounded-control bg-sunken p-4">
          <legend className="sr-only">
            <Trans>Habits with names</Trans>
          </legend>
          {habits.map((habit) => (
            <Checkbox
              key={habit.id}
              label={
                <bdi className="wrap-anywhere">
                  <HabitTitle habit={habit} />
                </bdi>
              }
              checked={!names.hidden.has(habit.id)}
              onChange={({ currentTarget }) => toggle(habit.id, currentTarget.checked)}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
