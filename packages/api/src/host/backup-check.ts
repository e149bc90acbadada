import { readFile, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { backupName } from "@daymark/domain/operator/operator-view";
import * as z from "zod/mini";

/** What was found when an archive was read whole, and of which file: one that was written since is not what was read. */
const noteSchema = z.object({
  checked_at: z.iso.datetime(),
  is_whole: z.boolean(),
  bytes: z.int(),
  written_at: z.iso.datetime(),
});

const noteEnding = ".check.json";

/**
 * Whether admins are shown a file of that name as an archive: one that is being written is called otherwise until it is
 * whole, and one that no address may name could not be handed out.
 */
export function isArchiveName(name: string): boolean {
  return name.endsWith(".tar.gz") && backupName.test(name);
}

/** Where it is kept what was found of an archive: beside it, and gone with it. */
export function checkNoteOf(path: string): string {
  return `${path}${noteEnding}`;
}

/** The archive's name, of a note's; undefined where it is none. */
export function archiveOfNote(name: string): string | undefined {
  return name.endsWith(noteEnding) ? name.slice(0, -noteEnding.length) : undefined;
}

/**
 * Keeps that an archive was read whole and its hashes compared. Where nobody may write beside it, or nobody would ever be
 * shown it, it is not kept.
 */
export async function noteCheck(path: string, { isWhole }: { isWhole: boolean }): Promise<void> {
  if (!isArchiveName(basename(path))) return;
  try {
    const { size: bytes, mtime } = await stat(path);
    const note: z.infer<typeof noteSchema> = {
      checked_at: new Date().toISOString(),
      is_whole: isWhole,
      bytes,
      written_at: mtime.toISOString(),
    };
    await writeFile(checkNoteOf(path), JSON.stringify(note), { mode: 0o600 });
  } catch {
    // What was found is told to whoever asked for it; this is for those who ask later.
  }
}

/** What was found last; null where nobody looked, or at another file of that name. */
export async function readCheck(
  path: string,
  file: { bytes: number; written_at: string },
): Promise<{ checked_at: string; is_whole: boolean } | null> {
  try {
    const note = noteSchema.parse(JSON.parse(await readFile(checkNoteOf(path), "utf8")));
    const isOfFile = note.bytes === file.bytes && note.written_at === file.written_at;
    return isOfFile ? { checked_at: note.checked_at, is_whole: note.is_whole } : null;
  } catch {
    return null;
  }
}
