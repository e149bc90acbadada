import { titleLengthMax } from "@daymark/domain/base/bounds";
import { Checkbox } from "@daymark/ui/checkbox";
import { FieldErrors } from "@daymark/ui/field";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { ColumnSelect } from "./column-select.tsx";
import { ContentFields } from "./content-fields.tsx";
import { chosenHabits, type DraftHabit, type MappingDraft, toTitle } from "./mapping-draft.ts";

interface HabitColumnsProps {
  draft: MappingDraft;
  /** The number of columns. */
  width: number;
  nameOf: (column: number) => string;
  onChange: (habits: DraftHabit[]) => void;
  /** @param field below `mapping`, such as `habits[0].title` */
  errorsOf: (field: string) => readonly string[];
}

/** The columns that may become habits, each with its title, type, unit, goal and notes once it is chosen. */
export function HabitColumns({ draft, width, nameOf, onChange, errorsOf }: HabitColumnsProps) {
  const { t } = useLingui();
  const id = useId();
  const chosen = chosenHabits(draft);
  const change = (habit: DraftHabit) =>
    onChange(draft.habits.map((other) => (other.column === habit.column ? habit : other)));
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={id}>
      <legend className="mb-3 text-sm font-[560]">
        <Trans>Columns that become habits</Trans>
      </legend>
      {draft.habits
        .filter(({ column }) => column !== draft.day_column)
        .map((habit) => {
          const name = nameOf(habit.column);
          const place = `habits[${chosen.indexOf(habit)}]`;
          return (
            <div key={habit.column} className="flex flex-col gap-3 rounded-control border border-line px-3.5 py-2.5">
              <Checkbox
                label={<span className="[overflow-wrap:anywhere]">{name}</span>}
                checked={habit.isChosen}
                onChange={({ currentTarget: { checked } }) =>
                  change({ ...habit, isChosen: checked, title: habit.title || toTitle(name) })
                }
              />
              {habit.isChosen ? (
                <fieldset aria-label={name} className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
                  <TextField
                    label={t`Title`}
                    autoComplete="off"
                    maxLength={titleLengthMax}
                    value={habit.title}
                    onChange={({ target }) => change({ ...habit, title: target.value })}
                    errors={errorsOf(`${place}.title`)}
                  />
                  <ContentFields
                    value={habit}
                    onChange={(content) => change({ ...habit, ...content })}
                    errorsOf={(member) => errorsOf(`${place}.${member}`)}
                  />
                  <ColumnSelect
                    {...{ width, nameOf }}
                    label={t`Column with the note`}
                    none={t`None`}
                    errors={errorsOf(`${place}.note_column`)}
                    value={habit.note_column}
                    onChange={(note_column) => change({ ...habit, note_column })}
                  />
                </fieldset>
              ) : null}
            </div>
          );
        })}
      <FieldErrors id={id} errors={errorsOf("habits")} />
    </fieldset>
  );
}
