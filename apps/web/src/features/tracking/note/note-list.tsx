import type { Note } from "@daymark/domain/tracking/note";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useState } from "react";
import { NoteCard } from "./note-card.tsx";
import { useKeptNotes } from "./use-kept-notes.ts";
import { useNotes } from "./use-notes.ts";

/** The notes below the calendar, pinned ones first. */
export function NoteList() {
  const { t } = useLingui();
  const { notes, isFailed, retry, create, put, update, tellUpdate, setPinned, remove } = useNotes();
  const [drafts, setDrafts] = useState<number[]>([]);
  /** The card on which a saved note was written, so that it stays the same card with the same focus. */
  const [cards, setCards] = useState<ReadonlyMap<number, number>>(new Map());

  const keep = (key: number, note: Note) => {
    setCards((known) => new Map(known).set(note.id, key));
    setDrafts((keys) => keys.filter((other) => other !== key));
    put(note);
  };
  const { kept, keeperOf } = useKeptNotes((key, note) => {
    if (key < 0) keep(key, note);
  });

  const begin = () => setDrafts((keys) => (keys.length > 0 ? keys : [-Date.now()]));
  // New notes of this page, or of one that was closed before they could be sent.
  const begun = [...new Set([...drafts, ...[...kept.keys()].filter((key) => key < 0)])];
  const pinned = notes?.filter((note) => note.pinned) ?? [];
  const others = notes?.filter((note) => !note.pinned) ?? [];
  const shown: { key: number; note: Note | undefined }[] = [
    ...pinned.map((note) => ({ key: cards.get(note.id) ?? note.id, note })),
    ...begun.map((key) => ({ key, note: undefined })),
    ...others.map((note) => ({ key: cards.get(note.id) ?? note.id, note })),
  ];

  return (
    <section aria-labelledby="notes" className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="notes" className="text-xl">
          {t`Notes`}
        </h2>
        <Button size="small" icon={<Plus aria-hidden="true" />} onClick={begin}>
          {t`New note`}
        </Button>
      </div>
      {isFailed ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-muted">
          {t`The notes could not be loaded.`}
          <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={() => void retry()}>
            {t`Try again`}
          </Button>
        </p>
      ) : !notes ? (
        <div aria-busy="true" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton className="h-28 rounded-card!" />
          <Skeleton className="h-28 rounded-card!" />
        </div>
      ) : shown.length === 0 ? (
        <p className="text-ink-muted">{t`Write down why you keep a habit, or what made a day hard.`}</p>
      ) : (
        <ul className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ key, note }) => (
            <NoteCard
              key={key}
              note={note}
              kept={kept.get(note?.id ?? key)}
              keeper={keeperOf(note?.id ?? key)}
              onCreate={create}
              onCreated={(created) => keep(key, created)}
              onUpdate={update}
              onUpdated={tellUpdate}
              onPin={setPinned}
              onDelete={remove}
              onDiscard={() => setDrafts((keys) => keys.filter((other) => other !== key))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
