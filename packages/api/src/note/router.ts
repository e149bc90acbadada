import { notes } from "@daymark/db/schema/note";
import { wholeListMembers } from "@daymark/domain/base/pagination";
import { success } from "@daymark/domain/base/successes";
import {
  type Note,
  noteCreateInput,
  noteIdInput,
  noteListSchema,
  noteSchema,
  notesMax,
  noteUpdateInput,
} from "@daymark/domain/tracking/note";
import { and, desc, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { ApiError } from "../base/error.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { withUserLock } from "../procedure/user-queue.ts";

export const noteRouter = router({
  list: userProcedure
    .meta({ openapi: { method: "GET", path: "/notes/", summary: "List notes, pinned first, then newest" } })
    .input(z.strictObject(wholeListMembers))
    .output(noteListSchema)
    .query(async ({ ctx }) => {
      const rows = await ctx.db
        .select()
        .from(notes)
        .where(eq(notes.user_id, ctx.user.id))
        // Two notes with the same time still have an order.
        .orderBy(desc(notes.pinned), desc(notes.created_at), desc(notes.id));
      return { results: rows.map(toNote), next: null };
    }),

  create: userProcedure
    .meta({ openapi: { method: "POST", path: "/notes/", summary: "Create a note", status: 201 }, changes: ["note"] })
    .input(noteCreateInput)
    .output(noteSchema)
    .mutation(({ ctx, input }) =>
      withUserLock(ctx, "notes", async (db) => {
        if ((await db.$count(notes, eq(notes.user_id, ctx.user.id))) >= notesMax) {
          const fields = { text: [{ code: "notes_too_many", values: { max: notesMax } } as const] };
          throw new ApiError("validation_failed", { fields });
        }
        const rows = await db
          .insert(notes)
          .values({ user_id: ctx.user.id, text: input.text, pinned: input.pinned ?? false })
          .returning();
        return toNote(found(rows));
      }),
    ),

  update: userProcedure
    .meta({
      openapi: { method: "PATCH", path: "/notes/{id}/", summary: "Change or pin a note" },
      changes: ["note"],
      errors: ["note_not_found"],
    })
    .input(noteUpdateInput)
    .output(noteSchema)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const own = ownNote(ctx.user.id, id);
      const isChange = Object.values(changes).some((value) => value !== undefined);
      const rows = isChange
        ? await ctx.db
            .update(notes)
            .set({ ...changes, updated_at: laterThanBefore(ctx.now()) })
            .where(own)
            .returning()
        : await ctx.db.select().from(notes).where(own);
      return toNote(found(rows));
    }),

  delete: userProcedure
    .meta({
      openapi: { method: "DELETE", path: "/notes/{id}/", summary: "Delete a note" },
      changes: ["note"],
      errors: ["note_not_found"],
    })
    .input(noteIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      found(await ctx.db.delete(notes).where(ownNote(ctx.user.id, input.id)).returning({ id: notes.id }));
      return { detail: "note_deleted" };
    }),
});

function ownNote(userId: number, id: number) {
  return and(eq(notes.user_id, userId), eq(notes.id, id));
}

/**
 * The API returns times in milliseconds. A change must be visible in them even if it follows within a millisecond. In
 * UTC, because Citus allows only immutable functions of columns in an update.
 */
function laterThanBefore(now: number) {
  const time = new Date(now).toISOString();
  return sql`greatest(${time}, (${notes.updated_at} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`;
}

function found<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new ApiError("note_not_found");
  return row;
}

function toNote(row: typeof notes.$inferSelect): Note {
  return {
    id: row.id,
    text: row.text,
    pinned: row.pinned,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
