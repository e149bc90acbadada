import { keepsReply } from "@daymark/domain/community/decision";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import {
  type CloseReason,
  closeReasons,
  type RequestStage,
  type RequestStatus,
  replyLengthMax,
  requestStages,
} from "@daymark/domain/community/request-kind";
import { TextArea } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { FormDialog } from "../../account/settings/form-dialog.tsx";
import { useDecisionErrors } from "../thread/use-decision-errors.ts";
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
  const reasonErrorId = useId();
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
  const reasonWords = {
    shipped: t`Shipped`,
    declined: t`Declined`,
    duplicate: t`Duplicate of another request`,
  };
  const stageWords = { planned: t`Planned`, in_progress: t`In progress` };
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
      {status === "open" ? (
        <fieldset className="flex flex-col">
          <legend className="mb-1 text-sm font-[560]">{t`Stage`}</legend>
          {([null, ...requestStages] as const).map((each) => (
            <Choice
              key={each ?? "none"}
              name="stage"
              label={each ? stageWords[each] : t`Under consideration`}
              isChosen={stage === each}
              onChoose={() => setStage(each)}
            />
          ))}
        </fieldset>
      ) : null}
      {status === "closed" ? (
        <fieldset
          ref={reasons}
          aria-describedby={isReasonMissing ? reasonErrorId : undefined}
          className="flex flex-col"
        >
          <legend className="mb-1 text-sm font-[560]">{t`Why`}</legend>
          {([...(request.reason ? [] : [null]), ...closeReasons] as const).map((each) => (
            <Choice
              key={each ?? "none"}
              name="reason"
              label={each ? reasonWords[each] : t`No reason given`}
              isChosen={reason === each}
              onChoose={() => {
                setReason(each);
                setReasonMissing(false);
              }}
            />
          ))}
          {isReasonMissing ? (
            <p id={reasonErrorId} role="alert" className="mt-1 text-sm text-danger-text">
              {t`Choose a reason.`}
            </p>
          ) : null}
        </fieldset>
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

interface ChoiceProps {
  /** The name of the group of radio buttons. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-5 accent-accent" />
      {label}
    </label>
  );
}
