import { instantSchema } from "@daymark/domain/base/instant";
import { habitCreateInput, habitSchema, habitUpdateInput } from "@daymark/domain/tracking/habit";
import { noteCreateInput, noteSchema } from "@daymark/domain/tracking/note";
import { entrySchema } from "@daymark/domain/tracking/progress";
import { vacationCreateInput, vacationCreateOutput } from "@daymark/domain/tracking/vacation";
import * as z from "zod/mini";
import { dayInput, findHabit, habitNameSchema } from "./habit-of.ts";
import { defineTool } from "./tool.ts";
import {
  creationUndoOf,
  dayUndoOf,
  dayUndoSchema,
  habitUndoSchema,
  noteUndoSchema,
  undoChange,
  vacationUndoSchema,
} from "./undo.ts";

/** A change of a day, and what undoes it. */
const changedDaySchema = z.object({ entry: entrySchema, undo: dayUndoSchema });

const amountSchema = z.optional(z.int().check(z.meta({ description: "A whole number in the habit's unit." })));

/** Only habits that keep a log have times. */
const timeSchema = z.optional(
  instantSchema.check(
    z.meta({
      description: "When it was done, on that day: ISO 8601 with an offset. By default now, if the day is today.",
    }),
  ),
);

const recordDay = defineTool({
  name: "record_day",
  title: "Record a day",
  description:
    "Sets what is recorded on a day of a habit: a value (which replaces the existing one), a skip, or only a note. For a habit without amounts the value is 1. Keep `undo` from the result for undo_change.",
  effect: "set",
  input: z.strictObject({
    habit: habitNameSchema,
    day: dayInput,
    value: amountSchema,
    skipped: z.optional(z.boolean()),
    note: z.optional(z.nullable(z.string())),
    at: timeSchema,
  }),
  output: changedDaySchema,
  async run(calls, { habit: name, day = calls.today, ...change }) {
    const { id } = await findHabit(calls, name);
    const undo = await dayUndoOf(calls, id, day);
    return { entry: await calls.api.progress.set({ id, day, ...change }), undo };
  },
});

const addToDay = defineTool({
  name: "add_to_day",
  title: "Add to a day",
  description:
    "Adds to the value of a day of a habit, such as 5 more minutes; a negative number subtracts. If the habit keeps a log (`keeps_log`), the addition is an entry with a time, and a negative number takes from the newest entries. Keep `undo` from the result for undo_change.",
  effect: "add",
  input: z.strictObject({ habit: habitNameSchema, day: dayInput, by: z.int(), at: timeSchema }),
  output: changedDaySchema,
  async run(calls, { habit: name, day = calls.today, ...change }) {
    const { id } = await findHabit(calls, name);
    const undo = await dayUndoOf(calls, id, day);
    return { entry: await calls.api.progress.increment({ id, day, ...change }), undo };
  },
});

const createHabit = defineTool({
  name: "create_habit",
  title: "Create a habit",
  description:
    'Creates a habit: `good` with a goal (target), or `bad` with a limit, for each day unless its `schedule` says otherwise. A schedule has one kind, such as `{"times_per_month": 4}`, `{"every_days": 3, "from": "2026-11-30"}` or, for 300 minutes a week, `{"target_per": "week"}`, the only kind that a bad habit can have. An `end` such as `{"until": "2026-12-31"}`, `{"days": 30}` or, for 12 books, `{"total": 12}` makes the habit finite. For a unit that Daymark does not have, `unit` is `repetitions` and `unit_label` is the word with its forms after 1, 2, 5 and 1.5, as many as its language needs: `page, pages`. Ask the user for title, type and target first. Plans limit how many habits a user has. Keep `undo` from the result for undo_change.',
  effect: "add",
  input: habitCreateInput,
  output: z.extend(habitSchema, { undo: habitUndoSchema }),
  async run({ api }, input) {
    const habit = await api.habit.create(input);
    return { ...habit, undo: creationUndoOf("habit", habit.id) };
  },
});

const updateHabit = defineTool({
  name: "update_habit",
  title: "Change a habit",
  description:
    "Changes the title, goal, unit, weekdays, schedule (null for each of the weekdays), end (null for none), group or description of a habit, or archives it. `unit_label` is the user's word for repetitions, such as `page, pages`; another unit deletes it. A new target applies from today on unless `target_effective` is `always`, and so do new weekdays or a new schedule unless `schedule_effective` is: past days stay as they were. To undo a change, call it again with the former values, so read them first (list_habits).",
  effect: "replace",
  input: z.extend(z.omit(habitUpdateInput, { id: true }), { habit: habitNameSchema }),
  output: habitSchema,
  async run(calls, { habit: name, ...changes }) {
    const { id } = await findHabit(calls, name);
    return calls.api.habit.update({ id, schedule_effective: "from_today", ...changes });
  },
});

const addNote = defineTool({
  name: "add_note",
  title: "Add a note",
  description: "Adds a note that belongs to no habit and no day. Keep `undo` from the result for undo_change.",
  effect: "add",
  input: noteCreateInput,
  output: z.extend(noteSchema, { undo: noteUndoSchema }),
  async run({ api }, input) {
    const note = await api.note.create(input);
    return { ...note, undo: creationUndoOf("note", note.id) };
  },
});

const planVacation = defineTool({
  name: "plan_vacation",
  title: "Plan a vacation",
  description:
    "Skips all days of all active habits in a range, so that streaks continue. Call it with `dry_run: true` first and tell the user how many days it skips. Keep `undo` from the result for undo_change; it is null for a dry run.",
  effect: "add",
  input: vacationCreateInput,
  output: z.extend(vacationCreateOutput, { undo: z.nullable(vacationUndoSchema) }),
  async run({ api }, input) {
    const vacation = await api.vacation.create(input);
    const { id } = vacation;
    return { ...vacation, undo: id === null ? null : creationUndoOf("vacation", id) };
  },
});

/** The tools that only a key with the scope `write` can call. */
export const writeTools = [recordDay, addToDay, createHabit, updateHabit, addNote, planVacation, undoChange];
