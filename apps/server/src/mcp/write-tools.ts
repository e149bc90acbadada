import { instantSchema } from "@daymark/domain/base/instant";
import { success } from "@daymark/domain/base/successes";
import { habitCreateInput, habitSchema, habitUpdateInput } from "@daymark/domain/tracking/habit";
import { noteCreateInput, noteSchema } from "@daymark/domain/tracking/note";
import { type Entry, entrySchema } from "@daymark/domain/tracking/progress";
import { vacationCreateInput, vacationCreateOutput } from "@daymark/domain/tracking/vacation";
import * as z from "zod/mini";
import { dayNameSchema, dayOf, findHabit, habitNameSchema } from "./habit-of.ts";
import { type Calls, defineTool } from "./tool.ts";

const stateSchema = z.nullable(
  z.object({
    value: z.nullable(z.int()),
    unit: entrySchema.shape.unit,
    skipped: z.boolean(),
    note: z.nullable(z.string()),
    confirmed: z.boolean(),
  }),
);

/** A change of a day, with the state before it: `undo_day` takes that state. */
const changedDaySchema = z.object({ entry: entrySchema, before: stateSchema });

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
    "Sets what is recorded on a day of a habit: a value (which replaces the existing one), a skip, or only a note. For a habit without amounts the value is 1. Keep `before` from the result, so that the change can be undone.",
  effect: "set",
  input: z.strictObject({
    habit: habitNameSchema,
    day: dayNameSchema,
    value: amountSchema,
    skipped: z.optional(z.boolean()),
    note: z.optional(z.nullable(z.string())),
    at: timeSchema,
  }),
  output: changedDaySchema,
  async run(calls, { habit: name, day: dayName, ...change }) {
    const [{ id }, day] = [await findHabit(calls, name), dayOf(calls, dayName)];
    const before = await stateOf(calls, id, day);
    return { entry: await calls.api.progress.set({ id, day, ...change }), before };
  },
});

const addToDay = defineTool({
  name: "add_to_day",
  title: "Add to a day",
  description:
    "Adds to the value of a day of a habit, such as 5 more minutes; a negative number subtracts. If the habit keeps a log (`keeps_log`), the addition is an entry with a time, and a negative number takes from the newest entries.",
  effect: "add",
  input: z.strictObject({ habit: habitNameSchema, day: dayNameSchema, by: z.int(), at: timeSchema }),
  output: changedDaySchema,
  async run(calls, { habit: name, day: dayName, ...change }) {
    const [{ id }, day] = [await findHabit(calls, name), dayOf(calls, dayName)];
    const before = await stateOf(calls, id, day);
    return { entry: await calls.api.progress.increment({ id, day, ...change }), before };
  },
});

const undoDay = defineTool({
  name: "undo_day",
  title: "Undo a change to a day",
  description:
    "Restores the state of a day before a change. Pass `before` as record_day or add_to_day returned it; null clears the day.",
  effect: "replace",
  input: z.strictObject({ habit: habitNameSchema, day: dayNameSchema, before: stateSchema }),
  output: z.object({ day: z.string(), cleared: z.boolean(), entry: z.nullable(entrySchema) }),
  async run(calls, { habit: name, day: dayName, before }) {
    const [{ id }, day] = [await findHabit(calls, name), dayOf(calls, dayName)];
    if (before === null) {
      await calls.api.progress.set({ id, day, clear: true });
      return { day, cleared: true, entry: null };
    }
    const { value, unit, skipped, note, confirmed } = before;
    const entry = await calls.api.progress.set({
      ...{ id, day, note },
      ...(value !== null && { value, unit }),
      ...(value === null && skipped && { skipped }),
      ...(value === null && confirmed && { confirmed }),
      ...(value === null && !skipped && !confirmed && { clear: true as const }),
    });
    return { day, cleared: false, entry };
  },
});

async function stateOf({ api }: Calls, id: number, day: string) {
  const { results } = await api.progress.listOfHabit({ id, from: day, to: day });
  return toState(results[0]);
}

function toState(entry: Entry | undefined) {
  if (!entry) return null;
  const { value, unit, skipped, note, confirmed } = entry;
  return { value, unit, skipped, note, confirmed };
}

const createHabit = defineTool({
  name: "create_habit",
  title: "Create a habit",
  description:
    'Creates a habit: `good` with a goal (target), or `bad` with a limit, for each day unless its `schedule` says otherwise. A schedule has one kind, such as `{"times_per_month": 4}`, `{"every_days": 3, "from": "2026-11-30"}` or, for 300 minutes a week, `{"target_per": "week"}`, the only kind that a bad habit can have. An `end` such as `{"until": "2026-12-31"}`, `{"days": 30}` or, for 12 books, `{"total": 12}` makes the habit finite. For a unit that Daymark does not have, `unit` is `repetitions` and `unit_label` is the word with its forms after 1, 2, 5 and 1.5, as many as its language needs: `page, pages`. Ask the user for title, type and target first. Plans limit how many habits a user has.',
  effect: "add",
  input: habitCreateInput,
  output: habitSchema,
  run: ({ api }, input) => api.habit.create(input),
});

const updateHabit = defineTool({
  name: "update_habit",
  title: "Change a habit",
  description:
    "Changes the title, goal, unit, weekdays, schedule (null for each of the weekdays), end (null for none), group or description of a habit, or archives it. `unit_label` is the user's word for repetitions, such as `page, pages`; another unit deletes it. A new target applies from today on unless `target_effective` is `always`, and so do new weekdays or a new schedule unless `schedule_effective` is: past days stay as they were.",
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
  description: "Adds a note that belongs to no habit and no day.",
  effect: "add",
  input: noteCreateInput,
  output: noteSchema,
  run: ({ api }, input) => api.note.create(input),
});

const planVacation = defineTool({
  name: "plan_vacation",
  title: "Plan a vacation",
  description:
    "Skips all days of all active habits in a range, so that streaks continue. Call it with `dry_run: true` first and tell the user how many days it skips.",
  effect: "add",
  input: vacationCreateInput,
  output: vacationCreateOutput,
  run: ({ api }, input) => api.vacation.create(input),
});

const deleteVacation = defineTool({
  name: "delete_vacation",
  title: "Delete a vacation",
  description: "Deletes a vacation by its id, as plan_vacation returned it. The days that it skipped count again.",
  effect: "replace",
  input: z.strictObject({ id: z.int() }),
  output: success,
  run: ({ api }, input) => api.vacation.delete(input),
});

/** The tools that only a key with the scope `write` can call. */
export const writeTools = [
  recordDay,
  addToDay,
  undoDay,
  createHabit,
  updateHabit,
  addNote,
  planVacation,
  deleteVacation,
];
