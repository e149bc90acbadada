import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ScrollText from "lucide-react/icons/scroll-text";
import { PageHead } from "../../../lib/head.tsx";
import type { BoardSearch } from "./board-search.ts";
import { useStageWords } from "./board-words.ts";
import { RequestCard } from "./request-card.tsx";

const route = getRouteApi("/feature-requests/roadmap");

/**
 * What becomes of requests: a column for each stage, on a phone below each other with links to them, and the declined
 * ones at the end.
 */
export function Roadmap() {
  const { t } = useLingui();
  const { considered, planned, inProgress, shipped, declined } = route.useLoaderData();
  const stages = useStageWords();
  const columns: ColumnProps[] = [
    {
      id: "considered",
      title: stages.none,
      text: t`Most wanted first`,
      page: considered,
      rest: { status: "open", stage: "none" },
    },
    {
      id: "planned",
      title: stages.planned,
      text: t`Decided, but not started`,
      page: planned,
      rest: { status: "open", stage: "planned" },
    },
    {
      id: "in_progress",
      title: stages.in_progress,
      text: t`What we are building now`,
      page: inProgress,
      rest: { status: "open", stage: "in_progress" },
    },
    {
      id: "shipped",
      title: t`Shipped`,
      text: t`Live, because you asked`,
      page: shipped,
      rest: { status: "closed", reason: "shipped", sort: "active" },
    },
  ];
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-6 sm:py-12">
      <PageHead
        title={t`Roadmap`}
        path="/feature-requests/roadmap"
        description={t`What people want most from Daymark, what is planned, what we are building now, and what has shipped.`}
      />
      <Link
        to="/feature-requests"
        className="-ml-1 inline-flex min-h-9 items-center gap-1 text-sm text-ink-muted no-underline hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        <Trans>All requests</Trans>
      </Link>
      <header className="mt-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className="text-4xl sm:text-5xl">
            <Trans>Roadmap</Trans>
          </h1>
          <p className="mt-3 max-w-[60ch] text-ink-muted">
            <Trans>What you asked for, from first vote to release.</Trans>
          </p>
        </div>
        <Link to="/changelog" className={buttonClass()}>
          <ScrollText aria-hidden="true" />
          <Trans>Changelog</Trans>
        </Link>
      </header>
      <nav aria-label={t`Roadmap sections`} className="mt-6 md:hidden">
        <ul className="flex flex-wrap gap-1.5">
          {[...columns, { id: "declined", title: t`Declined` }].map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}-heading`}
                className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 text-sm font-[530] text-ink-muted no-underline pointer-coarse:min-h-11"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 grid items-start gap-8 md:grid-cols-2 md:gap-6 xl:grid-cols-4">
        {columns.map((column) => (
          <Column key={column.id} {...column} />
        ))}
      </div>
      <div className="mt-8 md:mt-10">
        <Column
          id="declined"
          title={t`Declined`}
          text={t`What we will not build, and why`}
          page={declined}
          rest={{ status: "closed", reason: "declined", sort: "active" }}
          isWide
        />
      </div>
    </div>
  );
}

interface ColumnProps {
  id: string;
  title: string;
  text: string;
  page: { results: readonly FeatureRequest[]; next: string | null };
  /** Search parameters of the list with all of them. */
  rest: BoardSearch;
  /** Whether its cards stand beside each other. */
  isWide?: boolean;
}

function Column({ id, title, text, page, rest, isWide = false }: ColumnProps) {
  return (
    <section aria-labelledby={`${id}-heading`} className="min-w-0 rounded-card bg-sunken p-3 sm:p-4">
      <h2 id={`${id}-heading`} className="scroll-mt-24 px-1 text-xl">
        {title}
      </h2>
      <p className="px-1 text-sm text-ink-muted">{text}</p>
      {page.results.length === 0 ? (
        <p className="px-1 py-6 text-ink-muted">
          <Trans>Nothing here yet.</Trans>
        </p>
      ) : (
        <ul className={classes("mt-4 grid grid-cols-1 gap-2.5", isWide && "md:grid-cols-2 xl:grid-cols-4")}>
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
            <Trans>See the rest</Trans>
          </Link>
        </p>
      ) : null}
    </section>
  );
}
