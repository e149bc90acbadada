import type { Comment } from "@daymark/domain/community/comment";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useApp, useSessionStatus } from "../../../../lib/app.ts";
import { adoptGuestDrafts, type Writer } from "../../../../lib/drafts/comment-drafts.ts";
import type { Session } from "../../../../lib/session/session.ts";
import { useThread } from "../data/use-thread.ts";
import { type DraftPlace, keepDraft, leaveDraft, readDraft, takeLeftDraft } from "./draft.ts";

interface ComposerParts {
  place: DraftPlace;
  changes: Comment | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSent: (comment: Comment) => void;
}

/** The logic of a comment field: it stores the typed text, sends it, or first leads its writer to the log-in. */
export function useComposer({ place, changes, field, onSent }: ComposerParts) {
  const app = useApp();
  const status = useSessionStatus();
  const { calls, mayAct } = useThread(place.thread);
  const [length, setLength] = useState(0);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const isNew = !changes;
  /** The text of a field before the user types. */
  const untouched = changes?.text ?? "";
  const session = app.browser?.session ?? null;
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

  useEffect(() => {
    if (!isNew || status !== "user" || !takeLeftDraft(place)) return;
    // A page is hidden until its user is known, and may appear late: a hidden element cannot take the focus.
    let frame = 0;
    const look = () => {
      const text = field.current;
      if (!text) return;
      text.focus({ preventScroll: true });
      if (document.activeElement !== text) {
        // The focus is not taken from another element either.
        if (document.activeElement === document.body) frame = requestAnimationFrame(look);
        return;
      }
      text.setSelectionRange(text.value.length, text.value.length);
      text.scrollIntoView({ block: "center" });
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isNew, status]);

  /** Fetches the error messages early: a lost network can then be reported too. */
  const fetchWords = async () => {
    const [words] = await Promise.all([import("./refusal-words.ts"), app.languages.need("messages")]);
    return words;
  };
  const explain = async (error: unknown) => {
    const words = await fetchWords().catch(() => null);
    if (!words) return void app.browser?.report.failure(error);
    const { isToldOnTop, refusalWords, waitMs } = words;
    setWaitUntilMs(Date.now() + waitMs(error));
    // Rate limits are shown on top of the page; other errors concern this text.
    if (isToldOnTop(error) && (await app.browser?.report.failure(error))) return;
    setErrors(refusalWords(app.languages.i18n, error));
    field.current?.focus();
  };

  const refuseEmpty = async () => {
    await fetchWords();
    const { emptyWords } = await import("./refusal-words.ts");
    setErrors(emptyWords(app.languages.i18n));
    field.current?.focus();
  };

  /** Removes a sent text. Another text stays: the field was opened again meanwhile, or has another writer. */
  const takeSent = (sender: Writer, text: string) => {
    if (readDraft(sender, place) === text) keepDraft(sender, place, "");
    // The field of an edit closes.
    if (!isNew || field.current?.value !== text) return;
    field.current.value = "";
    setLength(0);
  };

  return {
    /** Length of the typed text without surrounding white space, as the server counts it. */
    length,
    errors,
    isBusy,
    /**
     * Until when the server accepts nothing from this writer, in milliseconds since the epoch; 0 if it accepts text
     * now.
     */
    waitUntilMs,
    /** The user begins to write: fetches all code needed for sending while there is a network. */
    onFocus() {
      void Promise.allSettled([calls(), fetchWords()]);
    },
    onInput() {
      const typed = field.current?.value ?? "";
      setLength(lengthOf(typed));
      if (errors.length > 0) setErrors([]);
      // The field may still hold another writer's text, so this is not always the current writer.
      if (shownWriter.current === undefined) return;
      keepDraft(shownWriter.current, place, typed === untouched ? "" : typed);
    },
    discardEdit() {
      if (!isNew && shownWriter.current !== undefined) keepDraft(shownWriter.current, place, "");
    },
    async send() {
      if (isBusy) return;
      const text = field.current?.value ?? "";
      setErrors([]);
      // From now on the field is read-only, so that what is sent is all that is typed.
      setBusy(true);
      try {
        const leave = (path: string) => leaveDraft(place, text, path);
        if (!(await mayAct("comment-form", isNew ? leave : undefined))) return;
        if (text.trim() === "") return await refuseEmpty();
        const sender = session?.userId ?? null;
        const { createComment, updateComment } = await calls();
        const { parentId } = place;
        const comment = changes
          ? await updateComment(changes.id, text)
          : await createComment({ text, form: "markdown", ...(parentId !== undefined && { parent_id: parentId }) });
        takeSent(sender, text);
        onSent(comment);
        const { kind } = place.thread;
        void app.browser?.report.success(isNew ? `${kind}_comment_created` : `${kind}_comment_updated`);
      } catch (error) {
        await explain(error);
      } finally {
        setBusy(false);
      }
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
