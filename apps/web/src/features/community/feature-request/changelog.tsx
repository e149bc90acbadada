import type { ShippedRequest } from "@daymark/domain/community/changelog";
import { addressIn, type Language } from "@daymark/domain/text/language";
import { Badge } from "@daymark/ui/badge";
import { buttonClass } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import MessageSquare from "lucide-react/icons/message-square";
import ScrollText from "lucide-react/icons/scroll-text";
import { PageHead } from "../../../lib/head.tsx";
import { useFormat } from "../../../lib/language/format.ts";
import { LinkedText } from "../thread/linked-text.tsx";
import { useCategoryWords } from "./board-words.ts";

const route = getRouteApi("/changelog");

/** What was shipped of the requests, by month, newest first. */
export function Changelog() {
  const { t, i18n } = useLingui();
  const { results, next } = route.useLoaderData();
  const { cursor } = route.useSearch();
  const months = Map.groupBy(results, ({ shipped_at }) => shipped_at.slice(0, "YYYY-MM".length));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHead
        title={t`Changelog`}
        {...(!cursor && { path: "/changelog" })}
        description={t`What is new in Daymark, month by month. Every change began as someone’s request.`}
      />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className="text-4xl break-words sm:text-5xl">
            <Trans>Changelog</Trans>
          </h1>
          <p className="mt-3 max-w-[52ch] text-ink-muted">
            <Trans>What is new. Every change began as someone’s request.</Trans>
          </p>
        </div>
        <Link to="/feature-requests/roadmap" className={buttonClass()}>
          <Trans>Roadmap</Trans>
        </Link>
      </header>
      {cursor ? (
        <p className="mt-8">
          <Link to="/changelog" className={buttonClass({ size: "small" })}>
            <Trans>Back to the newest</Trans>
          </Link>
        </p>
      ) : null}
      {results.length === 0 ? (
        <div className="mt-10">
          <EmptyState
            icon={<ScrollText />}
            title={t`Nothing has shipped yet`}
            text={t`The roadmap shows what comes next.`}
          />
        </div>
      ) : (
        <div className="mt-6 *:not-first:border-t *:not-first:border-line">
          {[...months].map(([month, entries]) => (
            <Month key={month} month={month} entries={entries} />
          ))}
        </div>
      )}
      {next ? (
        <p className="mt-6 text-center">
          <Link to="/changelog" search={{ cursor: next }} preload={false} className={buttonClass()}>
            <Trans>Earlier changes</Trans>
          </Link>
        </p>
      ) : null}
      <p className="mt-10 text-sm text-ink-muted">
        <Trans>
          Follow changes in a{" "}
          <a href={addressIn("/changelog/feed.atom", i18n.locale as Language)} className={linkClass}>
            feed
          </a>
          .
        </Trans>
      </p>
    </div>
  );
}

/** @param props.month `YYYY-MM`, in UTC, because a cached page serves all time zones */
function Month({ month, entries }: { month: string; entries: readonly ShippedRequest[] }) {
  const format = useFormat();
  return (
    <section
      aria-labelledby={`month-${month}`}
      className="grid grid-cols-1 gap-x-8 gap-y-5 py-8 sm:py-10 md:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <h2 id={`month-${month}`} className="text-xl first-letter:uppercase md:sticky md:top-24 md:self-start">
        {format.month(month)}
      </h2>
      <ul className="flex min-w-0 flex-col gap-8">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { id, title, category, reply, likes, dislikes, comment_count, shipped_at } }: EntryProps) {
  const { t } = useLingui();
  const format = useFormat();
  const categories = useCategoryWords();
  const score = likes - dislikes;
  return (
    <article id={`request-${id}`} aria-label={title} className="scroll-mt-24">
      <h3 className="text-2xl leading-snug break-words">
        <Link
          to="/feature-requests/$featureRequestId"
          params={{ featureRequestId: String(id) }}
          className="text-ink no-underline hover:text-accent-text"
        >
          {title}
        </Link>
      </h3>
      {reply ? (
        <p className="mt-2 max-w-[68ch] leading-relaxed break-words whitespace-pre-line text-ink-muted">
          <LinkedText text={reply} />
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-muted">
        <Badge>{categories[category]}</Badge>
        <time dateTime={shipped_at}>{format.day(shipped_at.slice(0, 10))}</time>
        {score > 0 ? (
          <span className="tabular-nums">
            <Plural value={score} one="# vote" other="# votes" />
          </span>
        ) : null}
        {comment_count > 0 ? (
          <span className="inline-flex items-center gap-1.5 tabular-nums">
            <MessageSquare aria-hidden="true" className="size-3.5" />
            <span aria-hidden="true">{format.number(comment_count)}</span>
            <span className="sr-only">{t`Comments: ${comment_count}`}</span>
          </span>
        ) : null}
      </div>
    </article>
  );
}

interface EntryProps {
  entry: ShippedRequest;
}
