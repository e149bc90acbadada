import { addressIn, type Language } from "@daymark/domain/text/language";
import { buttonClass } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import Lightbulb from "lucide-react/icons/lightbulb";
import LogIn from "lucide-react/icons/log-in";
import MapIcon from "lucide-react/icons/map";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import { PageHead } from "../../../lib/head.tsx";
import { BoardFilters } from "./board-filters.tsx";
import { anyStatus, type BoardSearch } from "./board-search.ts";
import { isFiltered, shownStatus } from "./board-view.ts";
import { RequestList } from "./request-list.tsx";
import type { RequestPage } from "./use-more-requests.ts";

const route = getRouteApi("/feature-requests/");

/** All feature requests, by the number of votes. */
export function Board() {
  const { t, i18n } = useLingui();
  const search = route.useSearch();
  const page = route.useLoaderData();
  // Search engines do not index a search, or the user's own requests.
  const isOwnPage = !search.search && !search.mine && !search.cursor && search.status !== "pending";
  const isListed = isOwnPage && search.status !== "rejected";
  const feed = addressIn("/feature-requests/feed.atom", i18n.locale as Language);
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHead
        title={t`Feature Requests`}
        {...(isListed && { path: "/feature-requests" })}
        description={t`What people want from Daymark next. Vote for what you want, or suggest something new.`}
      />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className="text-4xl sm:text-5xl">
            <Trans>Feature Requests</Trans>
          </h1>
          <p className="mt-3 max-w-[52ch] text-ink-muted">
            <Trans>Vote for what you want. The most wanted come first.</Trans>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/feature-requests/roadmap" className={buttonClass()}>
            <MapIcon aria-hidden="true" />
            <Trans>Roadmap</Trans>
          </Link>
          <Link to="/feature-requests/new" preload={false} className={buttonClass({ kind: "primary" })}>
            <Plus aria-hidden="true" />
            <Trans>New request</Trans>
          </Link>
        </div>
      </header>
      <div className="mt-8">
        <BoardFilters search={search} />
      </div>
      <section aria-labelledby="requests-heading" className="mt-8">
        <h2 id="requests-heading" className="sr-only">
          <Trans>Requests</Trans>
        </h2>
        <p role="status" className="sr-only">
          <Found key={JSON.stringify(search)} page={page} />
        </p>
        {page === null ? (
          <LogInFirst />
        ) : page.results.length > 0 ? (
          <RequestList key={JSON.stringify(search)} page={page} search={search} />
        ) : (
          <Nothing search={search} />
        )}
      </section>
      <p className="mt-10 text-sm text-ink-muted">
        <Trans>
          Follow new requests in a{" "}
          <a href={feed} className={linkClass}>
            feed
          </a>
          .
        </Trans>
      </p>
    </div>
  );
}

/** Announces the number of results to screen readers when the filters change. */
function Found({ page }: { page: RequestPage | null }) {
  if (page === null) return null;
  const { length } = page.results;
  return (
    <span>
      {page.next ? (
        <Plural value={length} one="The first # request" other="The first # requests" />
      ) : (
        <Plural value={length} one="# request" other="# requests" />
      )}
    </span>
  );
}

function LogInFirst() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<LogIn />}
      title={t`Log in to see your requests`}
      action={
        <Link to="/login" search={{ next: "/feature-requests?mine=true" }} className={buttonClass({ kind: "primary" })}>
          <Trans>Log in</Trans>
        </Link>
      }
    />
  );
}

function Nothing({ search }: { search: BoardSearch }) {
  const { t } = useLingui();
  const isOwn = search.mine && !search.search && !search.category && shownStatus(search) === anyStatus;
  const isOpenAlone = !isFiltered(search) && shownStatus(search) === "open";
  if (!isFiltered(search) || isOwn) {
    return (
      <EmptyState
        icon={<Lightbulb />}
        title={isOwn ? t`You have not sent a request yet` : isOpenAlone ? t`No open requests` : t`No requests yet`}
        text={t`What would make Daymark better for you?`}
        action={
          <Link to="/feature-requests/new" preload={false} className={buttonClass({ kind: "primary" })}>
            <Trans>New request</Trans>
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={t`Nothing matches`}
      text={t`Try other words or fewer filters, or send it as a new request.`}
      action={
        <Link to="/feature-requests" search={search.mine ? { mine: true } : {}} className={buttonClass()}>
          <Trans>Clear filters</Trans>
        </Link>
      }
    />
  );
}
