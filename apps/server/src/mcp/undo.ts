import { ApiError } from "@daymark/api/base/error";
import { toDayNumber } from "@daymark/domain/base/day";
import { daySchema } from "@daymark/domain/base/day-input";
import { idSchema } from "@daymark/domain/base/id";
import { type Entry, entrySchema } from "@daymark/domain/tracking/progress";
import * as z from "zod/mini";
import { type Calls, defineTool } from "./tool.ts";

/** What was recorded on a day; null for nothing. */
const stateSchema = z.nullable(
  z.object({
    value: z.nullable(z.int()),
    unit: entrySchema.shape.unit,
    skipped: z.boolean(),
    note: z.nullable(z.string()),
    confirmed: z.boolean(),
  }),
);

/** Restores a day. */
export const dayUndoSchema = z.strictObject({
  kind: z.literal("day"),
  habit_id: idSchema,
  day: daySchema,
  before: stateSchema,
});
export type DayUndo = z.infer<typeof dayUndoSchema>;

/** What was created, by its kind. */
const creationUndoSchema = <Kind extends Creation>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), id: idSchema });
type Creation = "vacation" | "note" | "habit";

/** Deletes the vacation. */
export const vacationUndoSchema = creationUndoSchema("vacation");
/** Deletes the note. */
export const noteUndoSchema = creationUndoSchema("note");
/** Moves the habit to the trash. */
export const habitUndoSchema = creationUndoSchema("habit");

/** What a tool that changes something returns as `undo`, for `undo_change`. */
const undoSchema = z.discriminatedUnion("kind", [dayUndoSchema, vacationUndoSchema, noteUndoSchema, habitUndoSchema]);

/** What undoes a change of a day. Call it before the change. */
export async function dayUndoOf({ api }: Calls, habitId: number, day: string): Promise<DayUndo> {
  const { results } = await api.progress.listOfHabit({ id: habitId, from: day, to: day });
  return { kind: "day", habit_id: habitId, day, before: stateOf(results[0]) };
}

function stateOf(entry: Entry | undefined): DayUndo["before"] {
  if (!entry) return null;
  const { value, unit, skipped, note, confirmed } = entry;
  return { value, unit, skipped, note, confirmed };
}

/** What undoes a creation. */
export function creationUndoOf<Kind extends Creation>(kind: Kind, id: number): { kind: Kind; id: number } {
  return { kind, id };
}

export const undoChange = defineTool({
  name: "undo_change",
  title: "Undo a change",
  description:
    "Undoes a change. Pass `undo` exactly as record_day, add_to_day, create_habit, add_note or plan_vacation returned it. `day`: the day is again as it was before, without what was recorded on it since; entries that the change took from its log come back as one entry. `vacation`: it is deleted, and the days that it skipped count again. `note`: it is deleted for good. `habit`: it goes to the trash with all its days, and the user can restore it there for 30 days. A note or habit can be undone today and on the day after its creation. One that is older or gone, or a vacation that is gone, gives a not-found error.",
  effect: "replace",
  input: z.strictObject({ undo: undoSchema }),
  output: z.object({
    undone: z.enum(["day", "vacation", "note", "habit"]),
    entry: z
      .nullable(entrySchema)
      .check(z.meta({ description: "What is recorded on the day now; null for nothing, and for the other kinds." })),
  }),
  async run(calls, { undo }) {
    return { undone: undo.kind, entry: await applyUndo(calls, undo) };
  },
});

/** @returns what is recorded on a restored day */
async function applyUndo({ api, today }: Calls, undo: z.infer<typeof undoSchema>): Promise<Entry | null> {
  switch (undo.kind) {
    case "day":
      return restoreDay(api, undo);
    case "vacation":
      await api.vacation.delete({ id: undo.id });
      return null;
    case "note":
      assertNew(
        (await api.note.list({})).results.find(({ id }) => id === undo.id),
        today,
        "note_not_found",
      );
      await api.note.delete({ id: undo.id });
      return null;
    case "habit":
      assertNew(await api.habit.get({ id: undo.id }), today, "habit_not_found");
      await api.habit.delete({ id: undo.id });
      return null;
  }
}

/**
 * The server cannot tell who created something, and a text may mislead an assistant into deleting: what the user has had for
 * longer is safe.
 *
 * @throws ApiError `code` if it is missing, or older than yesterday
 */
function assertNew(
  created: { created_at: string } | undefined,
  today: string,
  code: "note_not_found" | "habit_not_found",
): void {
  const isNew = created && toDayNumber(created.created_at.slice(0, 10)) >= toDayNumber(today) - 1;
  if (!isNew) throw new ApiError(code);
}

async function restoreDay(api: Calls["api"], { habit_id: id, day, before }: DayUndo): Promise<Entry | null> {
  if (before === null) {
    await api.progress.set({ id, day, clear: true });
    return null;
  }
  const { value, unit, skipped, note, confirmed } = before;
  return api.progress.set({
    ...{ id, day, note },
    ...(value !== null && { value, unit }),
    ...(value === null && skipped && { skipped }),
    ...(value === null && confirmed && { confirmed }),
    ...(value === null && !skipped && !confirmed && { clear: true as const }),
  });
}
