import { descriptionLengthMax } from "@daymark/domain/base/bounds";
import { isSameSchedule } from "@daymark/domain/schedule/history";
import type { HabitType } from "@daymark/domain/tracking/habit";
import { emojiLengthMax, type HabitMember, shortNameLengthMax } from "@daymark/domain/tracking/habit-content";
import { type TimeOfFilter, timesOfDay } from "@daymark/domain/tracking/habit-type";
import { Checkbox } from "@daymark/ui/checkbox";
import { Segmented } from "@daymark/ui/segmented";
import { TextArea, TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { Controller } from "react-hook-form";
import { isFull, type Room } from "../habit-list.ts";
import { newHue } from "../hues.ts";
import { timeNames } from "../time-names.ts";
import { EffectField } from "./effect-field.tsx";
import { EndField } from "./end-field.tsx";
import { type HabitFieldProps, scheduledOf, setOptions } from "./field-props.ts";
import { GroupField } from "./group-field.tsx";
import { HuePicker } from "./hue-picker.tsx";
import { OperatorHint } from "./operator-hint.tsx";
import { ScheduleField } from "./schedule/schedule-field.tsx";
import { Suggestions } from "./suggestions.tsx";
import { TargetFields } from "./target-fields.tsx";
import { TitleField } from "./title-field.tsx";

/** The field that edits each member: a member without a field does not compile. Some fields edit two members. */
const fieldOf: Record<HabitMember, ComponentType<HabitFieldProps>> = {
  type: TypeField,
  title: TitleField,
  emoji: EmojiField,
  target: TargetFields,
  unit: TargetFields,
  hue: HueField,
  weekdays: ScheduleFields,
  schedule: ScheduleFields,
  end: EndFields,
  time_of_day: TimeOfDayField,
  group_name: GroupNameField,
  description: DescriptionField,
  short_name: ShortNameField,
  unit_label: TargetFields,
  keeps_log: LogField,
};

/** Each field once, in the order of the form. */
export const habitFields = [...new Set(Object.values(fieldOf))];

/** The type of a new habit. An existing habit cannot change its type. */
function TypeField({ form, habit, takenHues, room, notice, onTypeChange }: HabitFieldProps) {
  if (habit) return notice;
  return (
    <>
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <TypeChoice
            value={field.value}
            onValueChange={(next) => {
              field.onChange(next);
              onTypeChange?.(next);
              // A bad habit is limited on days or over a period; nothing is due.
              if (next === "bad" && !form.getValues("schedule")?.target_per) form.setValue("schedule", null);
              if (next === "bad" && form.getValues("end")?.total !== undefined) form.setValue("end", null);
              // A hue that the user chose stays.
              if (!form.formState.dirtyFields.hue) form.resetField("hue", { defaultValue: newHue(next, takenHues) });
            }}
            room={room}
          />
        )}
      />
      {notice}
    </>
  );
}

const suggestedEmojis: Record<HabitType, readonly string[]> = {
  good: ["📖", "🏃", "💧", "🧘", "💪"],
  bad: ["🍬", "🚬", "📱", "☕", "🍺"],
};

/** Typed with the emoji keyboard of the system, or chosen from common ones. */
function EmojiField({ form, values }: HabitFieldProps) {
  const { t } = useLingui();
  return (
    <Controller
      control={form.control}
      name="emoji"
      render={({ field }) => (
        <div className="flex flex-col gap-2">
          <TextField
            {...field}
            label={t`Emoji`}
            optionalLabel={t`optional`}
            autoComplete="off"
            maxLength={emojiLengthMax}
            value={field.value ?? ""}
            errors={form.errorsOf("emoji")}
          />
          <Suggestions
            label={t`Suggested emojis`}
            options={suggestedEmojis[values.type]}
            value={field.value ?? ""}
            onValueChange={(emoji) => form.setValue("emoji", emoji, setOptions)}
          />
        </div>
      )}
    />
  );
}

function HueField({ form, plan }: HabitFieldProps) {
  return (
    <Controller
      control={form.control}
      name="hue"
      render={({ field }) => (
        <HuePicker plan={plan} value={field.value} onValueChange={field.onChange} errors={form.errorsOf("hue")} />
      )}
    />
  );
}

/** The weekdays that count, and the schedule; for an existing habit also since when a new schedule applies. */
function ScheduleFields({ form, values, habit, today, effect, onEffectChange }: HabitFieldProps) {
  const { t } = useLingui();
  // A new goal asks the same question, for both.
  const isAsked = habit && values.target === habit.target && !isSameSchedule(habit, values);
  return (
    <>
      <ScheduleField
        type={values.type}
        weekdays={values.weekdays}
        schedule={values.schedule}
        onWeekdaysChange={(weekdays) => form.setValue("weekdays", weekdays, setOptions)}
        onScheduleChange={(schedule) => form.setValue("schedule", schedule, setOptions)}
        today={today}
        errors={{ weekdays: form.errorsOf("weekdays"), schedule: form.errorsOf("schedule") }}
      />
      {isAsked ? (
        <EffectField
          legend={t`When the new schedule takes effect`}
          habit={habit}
          next={{ unit: values.unit, scheduled: scheduledOf(values) }}
          today={today}
          value={effect}
          onValueChange={onEffectChange}
        />
      ) : null}
    </>
  );
}

function EndFields({ form, values, today }: HabitFieldProps) {
  return (
    <EndField
      type={values.type}
      end={values.end}
      unit={values}
      today={today}
      onEndChange={(end) => form.setValue("end", end, setOptions)}
      errors={form.errorsOf("end")}
    />
  );
}

/** The section of the dashboard. */
function TimeOfDayField({ form, values }: HabitFieldProps) {
  const { i18n, t } = useLingui();
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-sm font-[560]">
        {t`Time of day`}
      </span>
      <Segmented<TimeOfFilter>
        label={t`Time of day`}
        options={[
          // The name of the section is too long for four choices on a small phone.
          { value: "any", label: t({ message: "Any", context: "time of day" }) },
          ...timesOfDay.map((time) => ({ value: time, label: i18n._(timeNames[time]) })),
        ]}
        value={values.time_of_day ?? "any"}
        onValueChange={(time) => form.setValue("time_of_day", time === "any" ? null : time, setOptions)}
        className="w-full"
      />
    </div>
  );
}

function GroupNameField({ form, groups }: HabitFieldProps) {
  const { t } = useLingui();
  return (
    <Controller
      control={form.control}
      name="group_name"
      render={({ field }) => (
        <GroupField
          label={t`Group`}
          optionalLabel={t`optional`}
          placeholder={t`Health`}
          value={field.value ?? ""}
          onValueChange={field.onChange}
          groups={groups}
          errors={form.errorsOf("group_name")}
        />
      )}
    />
  );
}

function DescriptionField({ form }: HabitFieldProps) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Description`}
      optionalLabel={t`optional`}
      maxLength={descriptionLengthMax}
      errors={form.errorsOf("description")}
      className="[&_textarea]:min-h-18!"
      {...form.register("description")}
    />
  );
}

function ShortNameField({ form }: HabitFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Short name`}
      optionalLabel={t`optional`}
      hint={t`Scripts and assistants use it to find the habit: @run`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={shortNameLengthMax}
      errors={form.errorsOf("short_name")}
      {...form.register("short_name", { setValueAs: (text) => text || null })}
    />
  );
}

/** Whether a day keeps its entries with their times. */
function LogField({ form, values }: HabitFieldProps) {
  const { t } = useLingui();
  return (
    <Checkbox
      label={t`Keep the time of each entry`}
      hint={t`For what you do several times a day: the day’s entries are added up.`}
      checked={values.keeps_log}
      onChange={(event) => form.setValue("keeps_log", event.target.checked, setOptions)}
    />
  );
}

function TypeChoice(props: {
  value: HabitType;
  onValueChange: (type: HabitType) => void;
  room: Record<HabitType, Room>;
}) {
  const { t } = useLingui();
  const { value, onValueChange, room } = props;
  const { used, limit } = room[value];
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t`Type`}
        options={[
          { value: "good", label: t`Good habit` },
          { value: "bad", label: t`Bad habit` },
        ]}
        value={value}
        onValueChange={onValueChange}
        className="w-full"
      />
      <p className="text-sm leading-snug text-ink-muted" aria-live="polite">
        {isFull(room[value])
          ? value === "good"
            ? t`You have ${used} of ${limit} good habits. Delete one to make room; archived ones count too.`
            : t`You have ${used} of ${limit} bad habits. Delete one to make room; archived ones count too.`
          : value === "good"
            ? t`Something to do: the day counts once you reach the goal.`
            : t`Something to cut down on: the day counts as long as you stay within the limit.`}
      </p>
      {isFull(room[value]) ? <OperatorHint /> : null}
    </div>
  );
}
