import type { Database } from "@daymark/db/connection/client";
import { notes } from "@daymark/db/schema/note";
import { notesMax } from "@daymark/domain/tracking/note";
import { eq } from "drizzle-orm";
import { takeUserLock } from "../procedure/user-queue.ts";
import type { ImportNote } from "./readers/content.ts";
import type { Report } from "./readers/report.ts";

/** Notes of one statement. The text of a thousand long ones would block the event loop for 0.3 s. */
const notesOfPageMax = 100;

/**
 * Adds the notes that the user does not have yet, up to the most that a user can keep.
 *
 * @returns how many are added
 * @throws the reason of the signal
 */
export async function writeNotes(
  db: Database,
  userId: number,
  given: readonly ImportNote[],
  { report, signal }: { report: Report; signal?: AbortSignal | undefined },
): Promise<number> {
  if (given.length === 0) return 0;
  await takeUserLock(db, userId, "notes");
  const rows = await db
    .select({ text: notes.text, created_at: notes.created_at })
    .from(notes)
    .where(eq(notes.user_id, userId));
  const nameOf = (note: { text: string; created_at: Date }) => `${note.created_at.toISOString()} ${note.text}`;
  const known = new Set(rows.map(nameOf));
  const added: (typeof notes.$inferInsert)[] = [];
  for (const { row, text, pinned, created_at, updated_at } of given) {
    const note = { text, pinned, created_at: new Date(created_at), updated_at: new Date(updated_at) };
    if (known.has(nameOf(note))) report.refuse({ row }, "note_exists");
    else if (rows.length + added.length < notesMax) added.push({ ...note, user_id: userId });
    else report.refuse({ row }, "notes_too_many", { max: notesMax });
  }
  for (let start = 0; start < added.length; start += notesOfPageMax) {
    signal?.throwIfAborted();
    await db.insert(notes).values(added.slice(start, start + notesOfPageMax));
  }
  return added.length;
}
