import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { Badge } from "@daymark/ui/badge";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import ChevronLeft from "lucide-react/icons/chevron-left";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleSlash from "lucide-react/icons/circle-slash";
import CornerDownRight from "lucide-react/icons/corner-down-right";
import EyeOff from "lucide-react/icons/eye-off";
import type { ReactNode } from "react";
import { useSessionStatus } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { Comments } from "../thread/comments.tsx";
import { LinkedText } from "../thread/linked-text.tsx";
import { Moment } from "../thread/moment.tsx";
import { Reactions } from "../thread/reactions.tsx";
import { isPublic, useCategoryWords } from "./board-words.ts";
import { FollowButton } from "./follow-button.tsx";
import { StatusBadges } from "./status-badge.tsx";

const RequestActions = lazyComponent(
  () => import("./request-actions.tsx"),
  (props) => props.isUser,
  "messages",
);

const DecisionPanel = lazyComponent(
  () => import("../moderation/decision-panel.tsx"),
  (props) => props.isUser,
  "moderation",
  "messages",
);

const route = getRouteApi("/feature-requests/$featureRequestId");

/** One request: its text, the decision, and the comments. */
export function RequestPage() {
  const { t } = useLingui();
  const { request, comments } = route.useLoaderData();
  const { comments: cursor } = route.useSearch();
  const categories = useCategoryWords();
  const isUser = useSessionStatus() === "user";
  const { id, title, details, author, reply } = request;
  const thread = { kind: "feature_request", id } as const;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
      <PageHead
        title={t`Feature Request`}
        description={title}
        {...(isPublic(request) && !cursor && { path: `/feature-requests/${id}` })}
        about={{ kind: "request", request, comments: comments.results }}
      />
      <Link
        to="/feature-requests"
        className="-ml-1 inline-flex min-h-9 items-center gap-1 text-sm text-ink-muted no-underline hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        <Trans>All requests</Trans>
      </Link>
      <article className="mt-3">
        <header>
          <div className="flex items-start justify-between gap-3">
            <h1 className="min-w-0 text-3xl leading-tight break-words sm:text-4xl">{title}</h1>
            {isUser ? <RequestActions isUser={isUser} request={request} /> : null}
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-x-2.5 gap-y-2 text-sm text-ink-muted">
            <StatusBadges request={request} />
            <Badge>{categories[request.category]}</Badge>
            <span className="break-words">{author ?? t`Deleted user`}</span>
            <Moment instant={request.created_at} />
          </div>
        </header>
        <StatusNotice request={request} />
        {isUser ? <DecisionPanel isUser={isUser} request={request} /> : null}
        <p className="mt-6 max-w-[68ch] text-lg leading-relaxed break-words whitespace-pre-line">
          <LinkedText text={details} />
        </p>
        {reply ? (
          <section
            aria-labelledby="reply-heading"
            className="mt-8 rounded-card border border-accent-text/35 bg-surface p-5 sm:p-6"
          >
            <h2 id="reply-heading" className="flex flex-wrap items-center gap-2 text-base">
              <Trans>Answer</Trans>
              <Badge tone="accent">
                <Trans>Daymark team</Trans>
              </Badge>
            </h2>
            <p className="mt-2 max-w-[68ch] leading-relaxed break-words whitespace-pre-line">
              <LinkedText text={reply} />
            </p>
          </section>
        ) : null}
        <div className="mt-8 flex flex-wrap items-center gap-2">
          <Reactions thread={thread} reactions={request.reactions} />
          <FollowButton request={request} />
        </div>
      </article>
      <Comments
        thread={thread}
        page={comments}
        isLater={cursor !== undefined}
        count={request.comment_count}
        mode={request.comments}
        className="mt-12 border-t border-line pt-8"
      />
    </div>
  );
}

/** Explains the status of the request. */
function StatusNotice({ request: { status, hidden, duplicate_of, mine } }: { request: FeatureRequest }) {
  return (
    <>
      {duplicate_of ? (
        <Line icon={<CornerDownRight />}>
          <Trans>
            Merged into{" "}
            <Link
              to="/feature-requests/$featureRequestId"
              params={{ featureRequestId: String(duplicate_of.id) }}
              className={linkClass}
            >
              {duplicate_of.title}
            </Link>
            . Votes count there.
          </Trans>
        </Line>
      ) : null}
      {status === "pending" ? (
        <Line icon={<CircleDashed />}>
          {mine ? (
            <Trans>Only you and the admins can see it until we review it.</Trans>
          ) : (
            <Trans>Only its author and the admins can see it until it is reviewed.</Trans>
          )}
        </Line>
      ) : null}
      {status === "rejected" ? (
        <Line icon={<CircleSlash />}>
          {mine ? (
            <Trans>Rejected. Only you and the admins can see it.</Trans>
          ) : (
            <Trans>Rejected. Only its author and the admins can see it.</Trans>
          )}
        </Line>
      ) : null}
      {hidden ? (
        <Line icon={<EyeOff />}>
          <Trans>Hidden. Only its author and the admins can see it.</Trans>
        </Line>
      ) : null}
    </>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-5 flex gap-3 rounded-control bg-raised px-4 py-3 text-[0.9375rem] [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-ink-muted">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
