import type { Comment } from "@daymark/domain/community/comment";
import { type RefObject, useState } from "react";
import { useApp } from "../../../../lib/app.ts";
import { useThread } from "../data/use-thread.ts";
import { type DraftPlace, leaveDraft } from "./draft.ts";
import { useFieldDraft } from "./use-field-draft.ts";
import { useRefusal } from "./use-refusal.ts";
import { useReturningFocus } from "./use-returning-focus.ts";

interface ComposerParts {
  place: DraftPlace;
  changes: Comment | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSent: (comment: Comment) => void;
}

/** The logic of a comment field: it stores the typed text, sends it, or first leads its writer to the log-in. */
export function useComposer({ place, changes, field, onSent }: ComposerParts) {
  const app = useApp();
  const { calls, mayAct } = useThread(place.thread);
  const [isBusy, setBusy] = useState(false);
  const isNew = !changes;
  const session = app.browser?.session ?? null;
  const draft = useFieldDraft({ place, field, untouched: changes?.text ?? "", session });
  const refusal = useRefusal(field);
  useReturningFocus({ place, field, isNew });

  return {
    length: draft.length,
    errors: refusal.errors,
    isBusy,
    waitUntilMs: refusal.waitUntilMs,
    /** The user begins to write: fetches all code needed for sending while there is a network. */
    onFocus() {
      void Promise.allSettled([calls(), refusal.fetchWords()]);
    },
    onInput() {
      if (refusal.errors.length > 0) refusal.clear();
      draft.store();
    },
    discardEdit() {
      if (!isNew) draft.discard();
    },
    async send() {
      if (isBusy) return;
      const text = field.current?.value ?? "";
      refusal.clear();
      // From now on the field is read-only, so that what is sent is all that is typed.
      setBusy(true);
      try {
        const leave = (path: string) => leaveDraft(place, text, path);
        if (!(await mayAct("comment-form", isNew ? leave : undefined))) return;
        if (text.trim() === "") return await refusal.refuseEmpty();
        const sender = session?.userId ?? null;
        const { createComment, updateComment } = await calls();
        const { parentId } = place;
        const comment = changes
          ? await updateComment(changes.id, text)
          : await createComment({ text, form: "markdown", ...(parentId !== undefined && { parent_id: parentId }) });
        // The field of an edit closes.
        draft.takeSent(sender, text, { clearsField: isNew });
        onSent(comment);
        const { kind } = place.thread;
        void app.browser?.report.success(isNew ? `${kind}_comment_created` : `${kind}_comment_updated`);
      } catch (error) {
        await refusal.explain(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
