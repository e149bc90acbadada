import { useEffect, useReducer, useRef, useState } from "react";
import { Autosave } from "./autosave.ts";
import type { NoteCardProps } from "./note-card.tsx";

/** The text of a note as it is typed, and how far it has been saved. */
export function useNoteText(props: Pick<NoteCardProps, "note" | "onCreate" | "onCreated" | "onUpdate">) {
  const { note } = props;
  const [text, setText] = useState(note?.text ?? "");
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [autosave] = useState(() => createAutosave(() => latest.current, redraw));

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
      else autosave.type(typed.trim());
      redraw();
    },
    /** The field was left. */
    leave() {
      void autosave.flush();
      if (text.trim() === "" && note) setText(note.text);
    },
    retry: () => void autosave.flush(),
  };
}

function createAutosave(latest: () => Parameters<typeof useNoteText>[0], onChange: () => void) {
  let id: number | undefined;
  return new Autosave({
    save: async (text) => {
      const { note, onCreate, onCreated, onUpdate } = latest();
      id ??= note?.id;
      if (id !== undefined) return onUpdate(id, text);
      const created = await onCreate(text);
      id = created.id;
      onCreated(created);
    },
    onChange,
    later: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}
