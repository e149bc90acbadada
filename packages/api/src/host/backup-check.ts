import { readFile, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { backupName } from "@daymark/domain/operator/operator-view";
import * as z from "zod/mini";

/**
 * The result of reading a whole archive. The size and time identify the file: a result does not apply to a file that
 * was written since.
 */
const noteSchema = z.object({
  checked_at: z.iso.datetime(),
  is_whole: z.boolean(),
  bytes: z.int(),
  written_at: z.iso.datetime(),
});

const noteEnding = ".check.json";

/**
 * Whether admins see a file of that name as an archive. An archive has another name until it is complete. A name that a
 * URL cannot contain could not be downloaded.
 */
export function isArchiveName(name: string): boolean {
  return name.endsWith(".tar.gz") && backupName.test(name);
}

/** The path of the result: beside the archive. It is deleted with the archive. */
export function checkNoteOf(path: string): string {
  return `${path}${noteEnding}`;
}

/** The archive's name, from the name of a result; undefined if the name is no result's. */
export function archiveOfNote(name: string): string | undefined {
  return name.endsWith(noteEnding) ? name.slice(0, -noteEnding.length) : undefined;
}

/**
 * Stores the result of reading a whole archive and comparing its hashes. It stores nothing if the folder is not
 * writable, or if admins never see the archive.
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
    // The caller reports the result now; the stored one is only for later requests.
  }
}

/** The last result; null if the archive was never checked, or if the checked file of that name was another one. */
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
