import type { Note } from "@daymark/domain/tracking/note";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { offlineOf } from "../offline/offline.ts";
import { type NoteToKeep, noteKey, type WaitingNote } from "../offline/waiting.ts";

/** Where a card keeps what cannot be sent now. */
export interface NoteKeeper {
  /** True where it goes there first: nobody answers, or something of this note waits there already. */
  isDue(): boolean;
  /** @throws where the browser cannot keep it */
  keep(note: NoteToKeep): Promise<void>;
  release(): void;
}

/**
 * The texts that wait to be sent, by the numbers of their cards: a note's id, or a negative one for a note that was begun
 * here.
 *
 * @param onSent one of them is on the server now
 */
export function useKeptNotes(onSent: (card: number, note: Note) => void) {
  const offline = offlineOf(useApp());
  const { session } = useBrowser();
  // Whoever comes after them on this page gets nothing of it.
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
