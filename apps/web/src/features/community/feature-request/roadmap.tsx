import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { PageHead } from "../../../lib/head.tsx";
import type { BoardSearch } from "./board-search.ts";
import { RequestCard } from "./request-card.tsx";

const route = getRouteApi("/feature-requests/roadmap");

/** The most wanted, the finished and the rejected requests: three columns, on a phone below each other. */
export function Roadmap() {
  const { t } = useLingui();
  const { open, shipped, declined } = route.useLoaderData();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-6 sm:py-12">
      <PageHead
        title={t`Roadmap`}
        path="/feature-requests/roadmap"
        description={t`What people want most from Daymark, what has shipped and what will not be built.`}
      />
      <Link
        to="/feature-requests"
        className="-ml-1 inline-flex min-h-9 items-center gap-1 text-sm text-ink-muted no-underline hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        <Trans>All requests</Trans>
      </Link>
      <h1 className="mt-3 text-4xl sm:text-5xl">
        <Trans>Roadmap</Trans>
      </h1>
      <p className="mt-3 max-w-[60ch] text-ink-muted">
        <Trans>Open requests, most wanted first, and what happened to the others.</Trans>
      </p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-3 lg:gap-6">
        <Column
          id="open"
          title={<Trans context="status of a request">Open</Trans>}
          text={<Trans>Wanted most</Trans>}
          page={open}
          rest={{ status: "open" }}
        />
        <Column
          id="shipped"
          title={<Trans>Shipped</Trans>}
          text={<Trans>Live, because you asked</Trans>}
          page={shipped}
          rest={{ status: "closed", reason: "shipped", sort: "active" }}
        />
        <Column
          id="declined"
          title={<Trans>Declined</Trans>}
          text={<Trans>Not planned, and why</Trans>}
          page={declined}
          rest={{ status: "closed", reason: "declined", sort: "active" }}
        />
      </div>
    </div>
  );
}

interface ColumnProps {
  id: string;
  title: ReactNode;
  text: ReactNode;
  page: { results: readonly FeatureRequest[]; next: string | null };
  /** Search parameters of the list with all of them. */
  rest: BoardSearch;
}

function Column({ id, title, text, page, rest }: ColumnProps) {
  return (
    <section aria-labelledby={`${id}-heading`} className="min-w-0 rounded-card bg-sunken p-3 sm:p-4">
      <h2 id={`${id}-heading`} className="px-1 text-xl">
        {title}
      </h2>
      <p className="px-1 text-sm text-ink-muted">{text}</p>
      {page.results.length === 0 ? (
        <p className="px-1 py-6 text-ink-muted">
          <Trans>Nothing here yet.</Trans>
        </p>
      ) : (
        <ul className="mt-4 flex flex-col gap-2.5">
          {page.results.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} isShort sort={rest.sort} />
            </li>
          ))}
        </ul>
      )}
      {page.next ? (
        <p className="px-1 pt-4">
          <Link to="/feature-requests" search={rest} className={linkClass}>
            <Trans>See the others</Trans>
          </Link>
        </p>
      ) : null}
    </section>
  );
}
