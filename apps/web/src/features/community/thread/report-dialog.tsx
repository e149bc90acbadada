import { type ReportReason, reportDetailsLengthMax, reportReasons } from "@daymark/domain/community/thread";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { TextArea } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { type RefObject, useId, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import type { Thread } from "./data/thread.ts";
import { useThread } from "./data/use-thread.ts";

interface ReportDialogProps {
  isOpen: boolean;
  /** Null: the request itself. */
  commentId: number | null;
  thread: Thread;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Reports a comment or a request that breaks the rules to the admins. */
export default function ReportDialog({ isOpen, commentId, thread, onClose, finalFocus }: ReportDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const { calls } = useThread(thread);
  const formId = useId();
  const errorId = useId();
  const [isBusy, setBusy] = useState(false);
  const words = useReasonWords();
  const [isMissing, setMissing] = useState(false);
  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const reason = reportReasons.find((each) => each === data.get("reason"));
    setMissing(!reason);
    if (!reason) return form.querySelector<HTMLInputElement>("input[name=reason]")?.focus();
    setBusy(true);
    try {
      const { reportComment, reportWhole } = await calls();
      const said = { reason, details: String(data.get("details") ?? "") };
      const answer = commentId === null ? await reportWhole?.(said) : await reportComment(commentId, said);
      onClose();
      if (answer) void report.success(answer.detail);
    } catch (error) {
      void report.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={commentId === null ? t`Report this request` : t`Report this comment`}
      description={t`Only admins can see who reported it.`}
      closeLabel={t`Close`}
      finalFocus={finalFocus}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} kind="primary" isBusy={isBusy}>
            <Trans>Report</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <fieldset className="flex flex-col" aria-describedby={isMissing ? errorId : undefined}>
          <legend className="mb-1 text-sm font-[560]">
            <Trans>What is wrong with it?</Trans>
          </legend>
          {reportReasons.map((reason) => (
            <label key={reason} className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="reason"
                value={reason}
                aria-invalid={isMissing || undefined}
                onChange={() => setMissing(false)}
                className="size-5 accent-accent"
              />
              {words[reason]}
            </label>
          ))}
          {isMissing ? (
            <p id={errorId} role="alert" className="mt-1 text-sm text-danger-text">
              <Trans>Choose a reason.</Trans>
            </p>
          ) : null}
        </fieldset>
        <TextArea
          name="details"
          label={t({ message: "Details", context: "of a report" })}
          optionalLabel={t`optional`}
          maxLength={reportDetailsLengthMax}
          rows={3}
        />
      </form>
    </Dialog>
  );
}

function useReasonWords(): Record<ReportReason, string> {
  const { t } = useLingui();
  return {
    spam: t`Spam or advertising`,
    abuse: t`Insults, hatred or threats`,
    personal_data: t`Someone’s private data`,
    off_topic: t`Off topic`,
    other: t`Something else`,
  };
}
