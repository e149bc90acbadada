import type { Note } from "@daymark/domain/tracking/note";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { offlineOf } from "../offline/offline.ts";
import { type NoteToKeep, noteKey, type WaitingNote } from "../offline/outbox/waiting.ts";

/** Stores text of a card that cannot be sent now. */
export interface NoteKeeper {
  /** True if text is stored first: the server is unreachable, or other text of this note already waits. */
  isDue(): boolean;
  /** @throws if the browser cannot store it */
  keep(note: NoteToKeep): Promise<void>;
  release(): void;
}

/**
 * The texts that wait to be sent, by the numbers of their cards: a note's id, or a negative number for a new note.
 *
 * @param onSent called when one of them is on the server
 */
export function useKeptNotes(onSent: (card: number, note: Note) => void) {
  const offline = offlineOf(useApp());
  const { session } = useBrowser();
  // The next user of this page does not receive these texts.
  const [writer] = useState(() => session.userId);
  const items = useSyncExternalStore(offline.subscribe, () => offline.items);
  const kept = useMemo(() => {
    const notes = [...items].flatMap(([key, item]) => (item.kind === "note" ? [[cardOf(key), item] as const] : []));
    return new Map<number, WaitingNote>(notes);
  }, [items]);

  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  useEffect(() => offline.subscribeToNotes((key, note) => latest.current(cardOf(key), note)), [offline]);

  const keeperOf = (card: number): NoteKeeper => {
    const key = noteKey(card);
    return {
      isDue: () => offline.isOffline || offline.items.has(key),
      keep: (note) => offline.keepNote(writer, key, note),
      release: () => offline.releaseNote(key),
    };
  };
  return { kept, keeperOf };
}

function cardOf(key: string): number {
  return Number(key.split(" ")[1]);
}
