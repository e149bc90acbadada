import { useEffect, useReducer, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { isOverForGood } from "../../../lib/drafts/private-data.ts";
import { isUnreachable } from "../../../lib/network/problem.ts";
import { newId } from "../../../lib/page/new-id.ts";
import { Autosave } from "./autosave.ts";
import type { NoteCardProps } from "./note-card.tsx";

type TextProps = Pick<NoteCardProps, "note" | "kept" | "keeper" | "onCreate" | "onCreated" | "onUpdate" | "onUpdated">;

/** The text of a note while the user types, and its save state. */
export function useNoteText(props: TextProps) {
  const { note, kept, keeper } = props;
  const [text, setText] = useState(kept?.text ?? note?.text ?? "");
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [{ autosave, type, leave, stop }] = useState(() => createWriter(() => latest.current, redraw));
  const { session } = useBrowser();
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.status === "guest") stop({ isKept: !isOverForGood(session.ended) });
      }),
    [session, stop],
  );

  useEffect(() => {
    if (!kept) return autosave.settle();
    // Text from an earlier page or another tab.
    if (autosave.state !== "saved") return;
    autosave.hold();
    setText(kept.text);
  }, [kept, autosave]);

  // Shows text that another tab wrote, unless the user is writing here.
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
      // A note cannot be empty: nothing is sent, and the saved text stays until the user writes again or deletes the
      // note.
      const isUnchanged = typed.trim() === note?.text && autosave.state === "saved";
      if (typed.trim() === "" || isUnchanged) {
        autosave.forget();
        keeper.release();
      } else type(typed.trim());
      redraw();
    },
    /** Called when the field loses the focus. */
    leave() {
      leave();
      if (text.trim() === "" && note) setText(note.text);
    },
    retry: () => void autosave.flush(),
  };
}

/**
 * Saves a note while the user writes. A message at each pause would disturb the user, so it comes after they leave the
 * field.
 */
function createWriter(latest: () => TextProps, redraw: () => void) {
  const { kept } = latest();
  let id: number | undefined;
  let creation = newId();
  let isWriting = false;
  let isUntold = false;
  /** The writer's session has ended: nothing is sent any more. */
  let isOver = false;
  /** Stores a text, to be sent later; `tried` is the text that was sent and not answered. */
  const keep = async (text: string, tried: string | null) => {
    const { note, keeper } = latest();
    await keeper.keep({ id: id ?? note?.id ?? null, text, found: note?.text ?? null, tried, creation });
    // The next text gets a new creation key: it is another note, if this one was created.
    creation = newId();
    return "waiting" as const;
  };
  const send = async (text: string) => {
    const { onCreate, onCreated, onUpdate } = latest();
    if (id !== undefined) {
      await onUpdate(id, text);
      isUntold = true;
      return;
    }
    const created = await onCreate(text, creation);
    id = created.id;
    onCreated(created);
  };
  const options = {
    save: async (text: string) => {
      const { note, keeper } = latest();
      if (isOver) return "waiting" as const;
      id ??= note?.id;
      if (keeper.isDue()) return keep(text, null);
      try {
        await send(text);
        return "saved" as const;
      } catch (error) {
        if (isOver) return "waiting" as const;
        if (!isUnreachable(error)) throw error;
        return keep(text, text).catch(() => {
          throw error;
        });
      }
    },
    onChange: () => {
      redraw();
      tell();
    },
    later: (callback: () => void, milliseconds: number) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const autosave = new Autosave(options, kept ? "waiting" : "saved");
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
    /** Stops sending. Text that could not be saved is stored for its writer. */
    stop({ isKept }: { isKept: boolean }) {
      const { unsaved } = autosave;
      isOver = true;
      if (unsaved && isKept) void keep(unsaved.text, unsaved.sent).catch(() => {});
    },
  };
}
