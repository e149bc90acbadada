import { keepsReply } from "@daymark/domain/community/decision";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import {
  type CloseReason,
  type RequestStage,
  type RequestStatus,
  replyLengthMax,
} from "@daymark/domain/community/request-kind";
import { TextArea } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { FormDialog } from "../../account/settings/form-dialog.tsx";
import { useDecisionErrors } from "../thread/use-decision-errors.ts";
import { ReasonField, StageField } from "./decision-fields.tsx";
import type { Deciding } from "./decision-panel.tsx";
import { TargetField } from "./target-field.tsx";

interface DecideDialogProps {
  request: FeatureRequest;
  deciding: Deciding;
  onClose: () => void;
}

/**
 * The new status of a request, with the public answer; for an open one the stage, for a closed one the reason, and the
 * request it is merged into.
 */
export function DecideDialog({ request, deciding: { status, reason: given }, onClose }: DecideDialogProps) {
  const { t } = useLingui();
  const router = useRouter();
  const { report } = useBrowser();
  const { client } = trpc.useUtils();
  const { id, duplicate_of } = request;
  const [reply, setReply] = useState((keepsReply(request.status, status) && request.reply) || "");
  // Undefined until the admin chooses one, also that no reason is given.
  const [reason, setReason] = useState<CloseReason | null | undefined>(
    given ?? (request.status === "closed" ? null : undefined),
  );
  const [stage, setStage] = useState<RequestStage | null>(request.stage);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const [target, setTarget] = useState(duplicate_of);
  const [isBusy, setBusy] = useState(false);
  const { errors, refuse } = useDecisionErrors();
  // The status does not change, so only the answer can be edited.
  const isThere = status === request.status;
  const isMerge = given === "duplicate" && !duplicate_of;
  const titles = {
    pending: t`Move back to pending`,
    open: t`Open the request`,
    closed: t`Close the request`,
    rejected: t`Reject the request`,
  };
  const answerWords = request.reply ? t`Change the answer` : t`Add an answer`;
  const changes: Partial<Record<RequestStatus, string>> = { open: t`Change stage or answer`, closed: titles.closed };
  const verbs = {
    pending: t`Move back`,
    open: t({ message: "Open", context: "open a request" }),
    // Not just "Close", which is the name of the button that closes the dialog.
    closed: t`Close request`,
    rejected: t`Reject`,
  };
  const willMerge = status === "closed" && reason === "duplicate" && !duplicate_of;
  const hints = {
    pending: t`Then only its author and the admins can see it.`,
    open: t`Everyone can see it, vote and comment.`,
    closed: t`Everyone can still see it, with the reason.`,
    rejected: t`Then only its author and the admins can see it.`,
  };
  const save = async () => {
    if (status === "closed" && reason === undefined) {
      setReasonMissing(true);
      reasons.current?.querySelector("input")?.focus();
      return;
    }
    if (status === "closed" && reason === "duplicate" && !target)
      return refuse({ duplicate_of: [{ code: "required" }] });
    setBusy(true);
    try {
      const { close, open, pend, reject } = client.featureRequest;
      if (status === "open") await open.mutate({ id, reply, stage });
      else if (status !== "closed") await { pending: pend, rejected: reject }[status].mutate({ id, reply });
      else {
        await close.mutate({
          id,
          reply,
          ...(reason && { reason }),
          ...(reason === "duplicate" && target && { duplicate_of: target.id }),
        });
      }
      onClose();
      void report.success("feature_request_updated");
      await router.invalidate();
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.errors) refuse(problem.errors);
      else void report.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isMerge ? t`Merge into another request` : isThere ? (changes[status] ?? answerWords) : titles[status]}
      description={hints[status]}
      submitLabel={willMerge ? t`Merge` : isThere ? t`Save changes` : verbs[status]}
      isBusy={isBusy}
      onSubmit={() => void save()}
    >
      {status === "open" ? <StageField value={stage} onChange={setStage} /> : null}
      {status === "closed" ? (
        <ReasonField
          ref={reasons}
          value={reason}
          hasNone={!request.reason}
          isMissing={isReasonMissing}
          onChange={(chosen) => {
            setReason(chosen);
            setReasonMissing(false);
          }}
        />
      ) : null}
      {status === "closed" && reason === "duplicate" ? (
        <TargetField
          requestId={id}
          title={request.title}
          value={target}
          onChange={setTarget}
          errors={errors("duplicate_of")}
        />
      ) : null}
      <TextArea
        name="reply"
        label={t`Public answer`}
        optionalLabel={t`optional`}
        rows={4}
        maxLength={replyLengthMax}
        value={reply}
        errors={errors("reply")}
        onChange={(event) => setReply(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
