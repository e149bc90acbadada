import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type { CloseReason, RequestStatus } from "@daymark/domain/community/request-kind";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import Star from "lucide-react/icons/star";
import { useState } from "react";
import { ApiProvider } from "../../../lib/api.tsx";
import { useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { LockButton } from "../thread/lock-button.tsx";
import { DecideDialog } from "./decide-dialog.tsx";

interface DecisionPanelProps {
  isUser: boolean;
  request: FeatureRequest;
}

/** The decisions of admins on a request; other users do not see it. */
export default function DecisionPanel({ request }: DecisionPanelProps) {
  return (
    <ApiProvider>
      <Panel request={request} />
    </ApiProvider>
  );
}

/** A decision: the new status, and for a closed request the reason. */
export interface Deciding {
  status: RequestStatus;
  reason: CloseReason | null;
}

function Panel({ request }: { request: FeatureRequest }) {
  const { t } = useLingui();
  const router = useRouter();
  const { report } = useBrowser();
  const { data: profile } = trpc.auth.profile.useQuery({});
  const parts = {
    onSuccess: () => router.invalidate(),
    onError: (error: unknown) => void report.failure(error),
  };
  const hide = trpc.moderation.hide.useMutation(parts);
  const pin = trpc.moderation.pin.useMutation(parts);
  const open = trpc.featureRequest.open.useMutation(parts);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (!profile?.is_staff) return null;
  const { id, status, hidden, pinned, comments, duplicate_of } = request;
  const thing = { kind: "feature_request", id } as const;
  const told = (text: string) => ({ onSuccess: () => flash({ kind: "success", text }) });
  const answerWords = request.reply ? t`Change the answer` : t`Add an answer`;
  const ask = (next: RequestStatus, reason: CloseReason | null = null) => setDeciding({ status: next, reason });
  return (
    <section
      aria-labelledby="decide-heading"
      className="mt-6 rounded-card border border-line-strong border-dashed p-4 sm:p-5"
    >
      <h2 id="decide-heading" className="flex items-center gap-2 text-base">
        <Star aria-hidden="true" className="size-4 fill-current text-accent-text" />
        <Trans>For admins</Trans>
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
      <div role="group" aria-label={t`Decide`} className="mt-3 flex flex-wrap gap-2">
        <Button size="small" kind={status === "pending" ? "primary" : "secondary"} onClick={() => ask("open")}>
          {status === "open" ? <Trans>Change stage or answer</Trans> : <Trans context="open a request">Open</Trans>}
        </Button>
        <Button size="small" onClick={() => ask("closed", request.reason)}>
          {status === "closed" ? (
            <Trans>Change reason or answer</Trans>
          ) : (
            <Trans context="close a request">Close</Trans>
          )}
        </Button>
        <Button size="small" onClick={() => ask("rejected")}>
          {status === "rejected" ? answerWords : <Trans>Reject</Trans>}
        </Button>
        <Button size="small" onClick={() => ask("pending")}>
          {status === "pending" ? answerWords : <Trans>Move back to pending</Trans>}
        </Button>
        {duplicate_of ? (
          <Button
            size="small"
            isBusy={open.isPending}
            onClick={() => open.mutate({ id }, told(t`It is a separate request again.`))}
          >
            <Trans>Unmerge</Trans>
          </Button>
        ) : (
          <Button size="small" onClick={() => ask("closed", "duplicate")}>
            <Trans>Merge into another request</Trans>
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
      <div role="group" aria-label={t`Moderate`} className="mt-2 flex flex-wrap gap-2">
        <Button
          size="small"
          isBusy={pin.isPending}
          onClick={() =>
            pin.mutate(
              { ...thing, pinned: !pinned },
              told(pinned ? t`The request is no longer pinned.` : t`The request is pinned to the top.`),
            )
          }
        >
          {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
        </Button>
        <Button
          size="small"
          isBusy={hide.isPending}
          onClick={() =>
            hide.mutate(
              { ...thing, hidden: !hidden },
              told(hidden ? t`The request is visible again.` : t`Now only its author and the admins can see it.`),
            )
          }
        >
          {hidden ? <Trans>Show again</Trans> : <Trans>Hide</Trans>}
        </Button>
        <LockButton thread={thing} comments={comments} />
      </div>
      {deciding ? <DecideDialog request={request} deciding={deciding} onClose={() => setDeciding(null)} /> : null}
    </section>
  );
}
