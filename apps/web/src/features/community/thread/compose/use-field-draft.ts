import { type RefObject, useEffect, useRef, useState } from "react";
import { adoptGuestDrafts, type Writer } from "../../../../lib/drafts/comment-drafts.ts";
import type { Session } from "../../../../lib/session/session.ts";
import { type DraftPlace, keepDraft, readDraft } from "./draft.ts";

interface FieldDraftParts {
  place: DraftPlace;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The text of the field before the user types. */
  untouched: string;
  session: Session | null;
}

/** Stores the text of a field for its writer while they type, and restores it when they return. */
export function useFieldDraft({ place, field, untouched, session }: FieldDraftParts) {
  const [length, setLength] = useState(0);
  const writer = writerOf(session);
  /** The writer whose text is in the field. */
  const shownWriter = useRef<Writer | undefined>(undefined);

  // Runs when the field is mounted and when its writer changes: after that, the field itself holds the newest text.
  useEffect(() => {
    const text = field.current;
    if (!text) return;
    if (writer !== undefined) {
      // The text of one user is not shown to another.
      if (typeof shownWriter.current === "string") text.value = untouched;
      shownWriter.current = writer;
      if (writer !== null) adoptGuestDrafts(writer);
      const kept = readDraft(writer, place);
      // The field may have text typed before the page knew its writer: that is newer than the draft.
      if (text.value === untouched || kept.includes(text.value)) text.value = kept || untouched;
      else keepDraft(writer, place, text.value);
    }
    setLength(lengthOf(text.value));
  }, [writer]);

  return {
    /** Length of the typed text without surrounding white space, as the server counts it. */
    length,
    /** Stores the text of the field after each input. */
    store(): void {
      const typed = field.current?.value ?? "";
      setLength(lengthOf(typed));
      // The field may still hold another writer's text, so this is not always the current writer.
      if (shownWriter.current === undefined) return;
      keepDraft(shownWriter.current, place, typed === untouched ? "" : typed);
    },
    discard(): void {
      if (shownWriter.current !== undefined) keepDraft(shownWriter.current, place, "");
    },
    /** Removes a sent text. Another text stays: the field was opened again meanwhile, or has another writer. */
    takeSent(sender: Writer, text: string, { clearsField }: { clearsField: boolean }): void {
      if (readDraft(sender, place) === text) keepDraft(sender, place, "");
      if (!clearsField || field.current?.value !== text) return;
      field.current.value = "";
      setLength(0);
    },
  };
}

/** Undefined until the session is known. */
function writerOf(session: Session | null): Writer | undefined {
  if (!session || session.status === "starting") return undefined;
  return session.status === "user" ? session.userId : null;
}

/** In code points, as the server counts. */
function lengthOf(typed: string): number {
  return [...typed.trim()].length;
}
