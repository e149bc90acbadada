import { useEffect, useReducer, useRef, useState } from "react";
import { Autosave } from "./autosave.ts";
import type { NoteCardProps } from "./note-card.tsx";

/** The text of a note as it is typed, and how far it has been saved. */
export function useNoteText(props: Pick<NoteCardProps, "note" | "onCreate" | "onCreated" | "onUpdate" | "onUpdated">) {
  const { note } = props;
  const [text, setText] = useState(note?.text ?? "");
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [{ autosave, type, leave }] = useState(() => createWriter(() => latest.current, redraw));

  // What another tab wrote is shown, unless something is being written here.
  const saved = note?.text;
  const [known, setKnown] = useState(saved);
  if (saved !== known) {
    setKnown(saved);
    if (autosave.state === "saved" && saved !== undefined && saved !== text.trim()) setText(saved);
  }

  useEffect(() => {
    const flush = () => void autosave.flush();
    document.addEventListener("visibilitychange", flush);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [autosave]);

  return {
    text,
    state: autosave.state,
    error: autosave.error,
    type(typed: string) {
      setText(typed);
      // A note cannot be empty: nothing is sent, and what was saved stays until it is written anew or deleted.
      const isUnchanged = typed.trim() === note?.text && autosave.state === "saved";
      if (typed.trim() === "" || isUnchanged) autosave.forget();
      else type(typed.trim());
      redraw();
    },
    /** The field was left. */
    leave() {
      leave();
      if (text.trim() === "" && note) setText(note.text);
    },
    retry: () => void autosave.flush(),
  };
}

/** Saves a note while it is written. A message at each pause would be in its writer's way: it comes once they left. */
function createWriter(latest: () => Parameters<typeof useNoteText>[0], redraw: () => void) {
  let id: number | undefined;
  let isWriting = false;
  let isUntold = false;
  const autosave = new Autosave({
    save: async (text) => {
      const { note, onCreate, onCreated, onUpdate } = latest();
      id ??= note?.id;
      if (id !== undefined) {
        await onUpdate(id, text);
        isUntold = true;
        return;
      }
      const created = await onCreate(text);
      id = created.id;
      onCreated(created);
    },
    onChange: () => {
      redraw();
      tell();
    },
    later: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  const tell = () => {
    if (isWriting || !isUntold || autosave.state !== "saved") return;
    isUntold = false;
    latest().onUpdated();
  };
  return {
    autosave,
    type(text: string) {
      isWriting = true;
      autosave.type(text);
    },
    leave() {
      isWriting = false;
      void autosave.flush();
    },
  };
}
