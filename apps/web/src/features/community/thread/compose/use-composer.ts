import type { Comment } from "@daymark/domain/community/thread";
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

/** What a field for a comment does: keeps what is typed, sends it, or first sends its writer to log in. */
export function useComposer({ place, changes, field, onSent }: ComposerParts) {
  const app = useApp();
  const status = useSessionStatus();
  const { calls, mayAct } = useThread(place.thread);
  const [length, setLength] = useState(0);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const isNew = !changes;
  const session = app.browser?.session ?? null;
  const writer = writerOf(session);
  /** Whose text the field has. */
  const shownWriter = useRef<Writer | undefined>(undefined);

  // When it comes into the page and when its writer becomes another: from then on the field itself has what is typed.
  useEffect(() => {
    const text = field.current;
    if (!text) return;
    if (isNew && writer !== undefined) {
      // The text of one person is not shown to another one.
      if (typeof shownWriter.current === "string") text.value = "";
      shownWriter.current = writer;
      if (writer !== null) adoptGuestDrafts(writer);
      const kept = readDraft(writer, place);
      // The field may have text that was typed before the page knew who writes: it is newer than the draft.
      if (kept.includes(text.value)) text.value = kept;
      else keepDraft(writer, place, text.value);
    }
    setLength(lengthOf(text.value));
  }, [isNew, writer]);

  useEffect(() => {
    if (!isNew || status !== "user" || !takeLeftDraft(place)) return;
    // A page is out of sight until it is known who sees it, and comes into it as slowly as it likes: what is out of sight
    // takes no focus.
    let frame = 0;
    const look = () => {
      const text = field.current;
      if (!text) return;
      text.focus({ preventScroll: true });
      if (document.activeElement !== text) {
        // Nor is it taken from what has it by now.
        if (document.activeElement === document.body) frame = requestAnimationFrame(look);
        return;
      }
      text.setSelectionRange(text.value.length, text.value.length);
      text.scrollIntoView({ block: "center" });
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isNew, status]);

  /** What says why something was refused: a network that is gone says so, too, where that was fetched before. */
  const fetchWords = async () => {
    const [words] = await Promise.all([import("./refusal-words.ts"), app.languages.need("messages")]);
    return words;
  };
  const explain = async (error: unknown) => {
    const words = await fetchWords().catch(() => null);
    if (!words) return void app.browser?.report.failure(error);
    const { isToldOnTop, refusalWords, waitMs } = words;
    setWaitUntilMs(Date.now() + waitMs(error));
    // Of how often one may it is told on top of the page; all else is about what was written here.
    if (isToldOnTop(error) && (await app.browser?.report.failure(error))) return;
    setErrors(refusalWords(app.languages.i18n, error));
    field.current?.focus();
  };

  return {
    /** Of what is typed, without white space around it, as the server counts it. */
    length,
    errors,
    isBusy,
    /** Until when the server takes nothing from this writer, in milliseconds since the epoch; 0 where it does. */
    waitUntilMs,
    /** Somebody begins to write: all that sending may need is fetched as long as there is a network. */
    onFocus() {
      void Promise.allSettled([calls(), fetchWords()]);
    },
    onInput() {
      const typed = field.current?.value ?? "";
      setLength(lengthOf(typed));
      if (errors.length > 0) setErrors([]);
      // Not yet the writer of now, if another one's text is still in the field.
      if (isNew && shownWriter.current !== undefined) keepDraft(shownWriter.current, place, typed);
    },
    async send() {
      const text = field.current?.value ?? "";
      if (isBusy) return;
      setErrors([]);
      const leave = (path: string) => leaveDraft(place, text, path);
      if (!(await mayAct("comment-form", isNew ? leave : undefined))) return;
      if (text.trim() === "") {
        await fetchWords();
        const { emptyWords } = await import("./refusal-words.ts");
        setErrors(emptyWords(app.languages.i18n));
        return field.current?.focus();
      }
      setBusy(true);
      const sender = session?.userId ?? null;
      try {
        const { createComment, updateComment } = await calls();
        const { parentId } = place;
        const comment = changes
          ? await updateComment(changes.id, text)
          : await createComment({ text, ...(parentId !== undefined && { parent_id: parentId }) });
        if (isNew) keepDraft(sender, place, "");
        if (field.current && isNew) field.current.value = "";
        setLength(0);
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

/** Undefined until it is known who is there. */
function writerOf(session: Session | null): Writer | undefined {
  if (!session || session.status === "starting") return undefined;
  return session.status === "user" ? session.userId : null;
}

/** In code points, as the server counts. */
function lengthOf(typed: string): number {
  return [...typed.trim()].length;
}
