import { titleLengthMax } from "@daymark/domain/base/bounds";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import type { HabitFieldProps, HabitSchemaForm } from "./field-props.ts";
import { ideasOf } from "./idea-words.ts";
import { Suggestions } from "./suggestions.tsx";

/** The title; for a new habit also ideas, which fill in the other fields as well. */
export function TitleField({ form, values, habit, today }: HabitFieldProps) {
  const { i18n, t } = useLingui();
  // A user who leaves the empty title knows that it is empty. An error that appears then would move the choices below
  // away from the pointer, and the press would be lost.
  const isTold = Boolean(values.title) || form.formState.isSubmitted;
  const ideas = habit ? [] : ideasOf(i18n, values.type, today);
  // A title of the user's own needs no ideas any more.
  const isOpen = !values.title || ideas.some(({ title }) => title === values.title);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t`Title`}
        placeholder={values.type === "good" ? t`Read a book` : t`Sweets`}
        autoComplete="off"
        maxLength={titleLengthMax}
        required
        errors={isTold ? form.errorsOf("title") : []}
        {...form.register("title")}
      />
      {isOpen ? (
        <Suggestions
          label={t`Ideas`}
          options={ideas.map(({ title }) => title)}
          value={values.title}
          onValueChange={(title) => takeOver(form, ideas.find((idea) => idea.title === title) ?? noIdea)}
        />
      ) : null}
    </div>
  );
}

/** The form before an idea was chosen, which a second press of it brings back. */
const noIdea: ReturnType<typeof ideasOf>[number] = {
  ...{ title: "", emoji: "", target: 1, unit: "repetitions", time_of_day: null },
  ...{ unit_label: null, schedule: null },
};

/** Fills in an idea. What the user has changed stays, and what an idea has filled in gives way to the next one. */
function takeOver({ formState, setValue }: HabitSchemaForm, { title, ...idea }: typeof noIdea): void {
  const { dirtyFields } = formState;
  setValue("title", title, { shouldValidate: title !== "" });
  if (!dirtyFields.weekdays) setValue("weekdays", habitDefaults.weekdays);
  for (const [name, value] of Object.entries(idea)) {
    if (!dirtyFields[name as keyof typeof idea]) setValue(name as keyof typeof idea, value);
  }
}
