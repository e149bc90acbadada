import type { Note } from "@daymark/domain/tracking/note";
import { problemOf } from "../../../../lib/network/problem.ts";
import type { WaitingNote } from "./waiting.ts";

/** Sends notes to the server; every call throws if it fails. */
export interface NoteTransport {
  /** @param creation two calls with the same one and the same text create one note */
  createNote(text: string, creation: string): Promise<Note>;
  updateNote(id: number, text: string): Promise<Note>;
  listNotes(): Promise<readonly Note[]>;
  /** Puts the server's version of a note into the page. */
  onNote(key: string, note: Note): void;
  /** A note was also changed elsewhere: that version stays, and the text from here becomes a new note. */
  onNoteDivided(note: Note): void | Promise<void>;
}

interface NoteSync {
  transport: NoteTransport;
  now(): number;
  newId(): string;
  change(key: string, change: (item: WaitingNote) => WaitingNote | undefined): Promise<WaitingNote | undefined>;
}

const hourMs = 3_600_000;
/** The server keeps an Idempotency-Key for 24 h; one hour is margin. */
const creationKnownMs = 23 * hourMs;
/** Allows for a note sent shortly before it was queued, and for a clock that is up to an hour ahead. */
const sentBeforeMs = hourMs;

/**
 * Sends the text of one note, even if the note was changed or deleted meanwhile. No text is lost, and no note is
 * created twice, unless another device changed or deleted it before this one came back, more than a day later.
 */
export async function syncNote(key: string, { transport, now, newId, change }: NoteSync): Promise<void> {
  let item = await change(key, (old) => old);
  let isDivided = false;
  while (item && !item.trouble) {
    const { id, revision } = item;
    if (id === null) {
      // Text that was sent before and not answered goes first, unchanged: the answer then identifies its note.
      const isRepeat = item.tried !== null;
      item = await change(key, (old) => ({ ...old, tried: old.tried ?? old.text }));
      if (!item?.tried) return;
      const sent = item.tried;
      const isForgotten = isRepeat && now() - item.sinceMs > creationKnownMs;
      const created = isForgotten ? await findCreated(transport, sent, item.sinceMs) : undefined;
      const note = created ?? (await transport.createNote(sent, item.creation));
      item = await change(key, (old) =>
        old.text === sent ? undefined : { ...old, id: note.id, found: sent, tried: null, revision: newId() },
      );
      transport.onNote(key, note);
      if (isDivided) await transport.onNoteDivided(note);
      continue;
    }
    const server = (await transport.listNotes()).find((note) => note.id === id);
    const known = [item.found, item.tried, item.text];
    if (!server || !known.includes(server.text)) {
      isDivided = server !== undefined;
      item = await change(key, (old) => ({ ...old, id: null, found: null, tried: null, creation: newId() }));
      continue;
    }
    item = await change(key, (old) => ({ ...old, tried: old.text }));
    if (!item) return;
    const sent = item.text;
    try {
      const note = server.text === sent ? server : await transport.updateNote(id, sent);
      item = await change(key, (old) =>
        old.revision === revision || old.text === sent ? undefined : { ...old, found: sent, tried: null },
      );
      transport.onNote(key, note);
    } catch (error) {
      // The note was deleted at this moment: the next turn creates it again.
      if (problemOf(error)?.code !== "note_not_found") throw error;
    }
  }
}

/** The note that an earlier, unanswered call may have created, when the server no longer remembers that call. */
async function findCreated(transport: NoteTransport, text: string, sinceMs: number): Promise<Note | undefined> {
  const notes = await transport.listNotes();
  return notes.find((note) => note.text === text && Date.parse(note.created_at) >= sinceMs - sentBeforeMs);
}
