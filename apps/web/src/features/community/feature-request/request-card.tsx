import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import type { RequestSort } from "@daymark/domain/community/request-kind";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import MessageSquare from "lucide-react/icons/message-square";
import { useFormat } from "../../../lib/language/format.ts";
import { Moment } from "../thread/moment.tsx";
import { useCategoryWords } from "./board-words.ts";
import { StatusBadges } from "./status-badge.tsx";
import { VoteButton } from "./vote-button.tsx";

interface RequestCardProps {
  request: FeatureRequest;
  /** Without the details and the status. */
  isShort?: boolean;
  /** The order of the list. A list that is sorted by activity shows the time of the last one. */
  sort?: RequestSort | undefined;
}

/** A request in a list: votes, title, and status. */
export function RequestCard({ request, isShort = false, sort }: RequestCardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const categories = useCategoryWords();
  const { id, title, details, comment_count } = request;
  return (
    <article
      aria-label={title}
      className="relative flex gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong sm:gap-5 sm:p-5"
    >
      <VoteButton
        requestId={id}
        title={title}
        reactions={request.reactions}
        className={request.status === "open" ? "relative z-1" : "relative z-1 opacity-90"}
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-lg leading-snug break-words">
          <Link
            to="/feature-requests/$featureRequestId"
            params={{ featureRequestId: String(id) }}
            className="text-ink no-underline after:absolute after:inset-0 hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
          >
            {title}
          </Link>
        </h3>
        {isShort ? null : <p className="mt-1 line-clamp-2 text-[0.9375rem] break-words text-ink-muted">{details}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          {isShort ? null : (
            <span className="flex flex-wrap gap-1.5">
              <StatusBadges request={request} />
            </span>
          )}
          <span>{categories[request.category]}</span>
          <span className="inline-flex items-center gap-1.5 tabular-nums">
            {request.comments === "closed" ? (
              <Lock role="img" aria-label={t`Comments are closed`} className="size-3.5" />
            ) : (
              <MessageSquare aria-hidden="true" className="size-3.5" />
            )}
            <span aria-hidden="true">{format.number(comment_count)}</span>
            <span className="sr-only">{t`Comments: ${comment_count}`}</span>
          </span>
          {sort === "active" ? (
            <span>
              <Trans>
                Last activity: <Moment instant={request.active_at} />
              </Trans>
            </span>
          ) : isShort ? null : (
            <Moment instant={request.created_at} />
          )}
        </div>
      </div>
    </article>
  );
}
