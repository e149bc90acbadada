import { buttonClass } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { BoardSearch } from "./board-search.ts";
import { fromStart, listInputOf } from "./board-view.ts";
import { RequestCard } from "./request-card.tsx";
import { type RequestPage, useMoreRequests } from "./use-more-requests.ts";

/** Request cards and a button for more: loaded in place if scripts run, else on another page. */
export function RequestList({ page, search }: { page: RequestPage; search: BoardSearch }) {
  const { requests, next, phase, load } = useMoreRequests(page, listInputOf(search));
  const [arrived, setArrived] = useState<number>();
  // Keyboard users continue at the first new card, once it is rendered.
  useEffect(() => {
    if (arrived === undefined) return;
    document.querySelector<HTMLElement>(`#request-${arrived} h3 a`)?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <>
      {search.cursor ? (
        <p className="mb-4">
          <Link to="/feature-requests" search={fromStart(search)} className={buttonClass({ size: "small" })}>
            <Trans>Back to the beginning</Trans>
          </Link>
        </p>
      ) : null}
      <ul className="flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.id} id={`request-${request.id}`}>
            <RequestCard request={request} sort={search.sort} />
          </li>
        ))}
      </ul>
      {next ? (
        <div className="mt-6 flex flex-col items-center gap-3 text-center">
          <div role="status" className="text-sm text-danger-text empty:hidden">
            {phase === "failed" ? <Trans>More requests could not be loaded. Try again.</Trans> : null}
          </div>
          <Link
            to="/feature-requests"
            search={{ ...search, cursor: next }}
            aria-busy={phase === "loading" || undefined}
            preload={false}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void load().then((first) => first && setArrived(first.id));
            }}
            className={buttonClass()}
          >
            {phase === "loading" ? <Trans>Loading…</Trans> : <Trans>More requests</Trans>}
          </Link>
        </div>
      ) : null}
    </>
  );
}
