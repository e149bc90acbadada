import type { RequestLink } from "@daymark/domain/community/feature-request";
import { requestTitleLength } from "@daymark/domain/community/request-kind";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { StatusBadges } from "./status-badge.tsx";
import { VoteButton } from "./vote-button.tsx";

/** The pause in typing after which similar requests are fetched. */
const typingPauseMs = 350;
/** A shorter title matches too much; a longer one is invalid. */
const isComparable = ({ length }: string) => length >= 4 && length <= requestTitleLength.max;

/** Existing requests with similar words: a vote for one of them counts more than a second request. */
export function SimilarRequests({ title }: { title: string }) {
  const { t } = useLingui();
  const asked = usePaused(title.trim());
  const isAsked = isComparable(asked);
  const { data } = trpc.featureRequest.similar.useQuery(
    { title: asked },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  const results = isAsked ? (data?.results ?? []) : [];
  return (
    <>
      <p role="status" className="sr-only">
        {results.length > 0 ? (
          <Plural value={results.length} one="# similar request" other="# similar requests" />
        ) : null}
      </p>
      {results.length > 0 ? (
        <section aria-label={t`Similar requests`} className="rounded-card border border-line bg-sunken p-4">
          <h2 className="text-base">
            <Trans>Has someone asked for it already? Vote for theirs instead.</Trans>
          </h2>
          <p className="mt-0.5 text-sm text-ink-muted">
            <Trans>One request with many votes gets noticed sooner than two with few.</Trans>
          </p>
          <ul className="mt-3 flex flex-col gap-2">
            {results.map((request) => (
              <Similar key={request.id} request={request} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Similar({ request: { id, title, status, likes } }: { request: RequestLink & { likes: number } }) {
  // The full request also says who wrote it and whether the user has voted.
  const { data: whole } = trpc.featureRequest.get.useQuery({ id });
  const shown = whole ?? { status, stage: null, reason: null, hidden: false, pinned: false };
  return (
    <li className="flex items-center gap-3 rounded-control border border-line bg-surface p-3">
      <VoteButton
        key={whole ? "known" : "asked"}
        requestId={id}
        title={title}
        reactions={whole?.reactions ?? { likes, dislikes: 0, mine: null }}
      />
      <div className="min-w-0">
        <Link
          to="/feature-requests/$featureRequestId"
          params={{ featureRequestId: String(id) }}
          className={`${linkClass} break-words`}
        >
          {title}
        </Link>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <StatusBadges request={shown} />
        </p>
      </div>
    </li>
  );
}

/** The text at the last pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
