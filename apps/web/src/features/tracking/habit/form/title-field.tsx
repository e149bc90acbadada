import { titleLengthMax } from "@daymark/domain/base/bounds";
import { habitDefaults } from "@daymark/domain/tracking/habit-content";
import { habitTypes } from "@daymark/domain/tracking/habit-type";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import type { HabitFieldProps, HabitSchemaForm } from "./field-props.ts";
import { type Idea, ideaChanges, noIdea } from "./idea/idea-changes.ts";
import { ideasOf } from "./idea/idea-words.ts";
import { Suggestions } from "./suggestions.tsx";

/** The title; for a new habit also ideas, which fill in the other fields as well. */
export function TitleField({ form, values, habit, today }: HabitFieldProps) {
  const { i18n, t } = useLingui();
  // A user who leaves the empty title knows that it is empty. An error that appears then would move the choices below
  // away from the pointer, and the press would be lost.
  const isTold = Boolean(values.title) || form.formState.isSubmitted;
  const ideas = habit ? [] : ideasOf(i18n, values.type, today);
  // A title of the user's own needs no ideas any more. That of an idea for the other type does, after a change of the type.
  const isIdea = habitTypes.some((type) => ideasOf(i18n, type, today).some(({ title }) => title === values.title));
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
      {!values.title || isIdea ? (
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

/** Fills in an idea, see {@link ideaChanges}. */
function takeOver({ formState, setValue }: HabitSchemaForm, idea: Idea): void {
  setValue("title", idea.title, { shouldValidate: idea.title !== "" });
  if (!formState.dirtyFields.weekdays) setValue("weekdays", habitDefaults.weekdays);
  for (const [name, value] of Object.entries(ideaChanges(idea, formState.dirtyFields))) {
    setValue(name as keyof typeof idea, value);
  }
}
