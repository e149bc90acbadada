import type { Note } from "@daymark/domain/tracking/note";
import { problemOf } from "../../../lib/network/problem.ts";
import type { WaitingNote } from "./waiting.ts";

/** How notes reach the server; every call throws where it cannot. */
export interface NoteTransport {
  /** @param creation two calls with the same one and the same text make one note */
  createNote(text: string, creation: string): Promise<Note>;
  updateNote(id: number, text: string): Promise<Note>;
  listNotes(): Promise<readonly Note[]>;
  /** Shows a note as the server has it. */
  onNote(key: string, note: Note): void;
  /** A note was changed elsewhere too: that one stays as it is, and the text from here is a note of its own. */
  onNoteDivided(note: Note): void | Promise<void>;
}

interface NoteSync {
  transport: NoteTransport;
  newId(): string;
  change(key: string, change: (item: WaitingNote) => WaitingNote | undefined): Promise<WaitingNote | undefined>;
}

/** Sends the text of one note, whatever became of the note meanwhile. No text is lost, and none is made twice. */
export async function syncNote(key: string, { transport, newId, change }: NoteSync): Promise<void> {
  let item = await change(key, (old) => old);
  let isDivided = false;
  while (item && !item.trouble) {
    const { id, revision } = item;
    if (id === null) {
      // What was sent before and never answered goes first, as it was: then it is known which note it became.
      item = await change(key, (old) => ({ ...old, tried: old.tried ?? old.text }));
      if (!item?.tried) return;
      const sent = item.tried;
      const note = await transport.createNote(sent, item.creation);
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
      // Deleted in this very moment: the next turn makes it anew.
      if (problemOf(error)?.code !== "note_not_found") throw error;
    }
  }
}
