import type { ReportedThing, Resolution } from "@daymark/domain/community/moderation";
import type { ReportReason } from "@daymark/domain/community/thread";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type RefObject, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ListEnd } from "../../operator/admin/list/list-end.tsx";
import { Shapes } from "../../operator/admin/list/shapes.tsx";
import { useList } from "../../operator/admin/list/use-list.ts";
import { BanDialog } from "../thread/ban-dialog.tsx";
import { Moment } from "../thread/moment.tsx";

/** Reported content, oldest first. */
export function ReportQueue() {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { client } = trpc.useUtils();
  const { query, rows } = useList<ReportedThing>(getQueryKey(trpc.moderation.reports), (page) =>
    client.moderation.reports.query(page),
  );
  return (
    <section aria-labelledby="reports-heading">
      <h2 id="reports-heading" ref={heading} tabIndex={-1} className="text-2xl">
        <Trans>Reports</Trans>
      </h2>
      {query.isSuccess && rows.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={t`Nothing to review`}
          text={t`Reported comments and requests appear here.`}
        />
      ) : null}
      <ul className="mt-5 flex flex-col gap-4">
        {rows.map((thing) => (
          <li key={`${thing.kind} ${thing.id}`}>
            <Reported thing={thing} heading={heading} />
          </li>
        ))}
      </ul>
      <ListEnd
        query={query}
        more={t`More reports`}
        shapes={<Shapes count={2} shape="h-56 rounded-card" className="flex flex-col gap-4" />}
      />
    </section>
  );
}

/** @param props.heading gets the focus after a decision removes this report */
function Reported({ thing, heading }: { thing: ReportedThing; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const reasons = useReasonWords();
  const [isDeleting, setDeleting] = useState(false);
  const [banned, setBanned] = useState<string | null>(null);
  const { kind, id, author, text, title, count } = thing;
  const isSettled = useRef(false);
  const settled = async () => {
    isSettled.current = true;
    setDeleting(false);
    heading.current?.focus();
    await utils.moderation.reports.invalidate();
  };
  const resolve = trpc.moderation.resolve.useMutation({
    onSuccess: async ({ detail }) => {
      void report.success(detail);
      await settled();
    },
    onError: async (error) => {
      void report.failure(error);
      // Another admin has decided already, or the author deleted the content.
      if (problemOf(error)?.status === 404) await settled();
    },
  });
  const settle = (resolution: Resolution) => resolve.mutate({ kind, id, resolution });
  const isDoing = (resolution: Resolution) => resolve.isPending && resolve.variables.resolution === resolution;
  return (
    <Card className="p-5">
      <article aria-label={t`Reported: ${title}`}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <Badge>{kind === "feature_request" ? <Trans>Feature request</Trans> : <Trans>Comment</Trans>}</Badge>
          {thing.hidden ? (
            <Badge tone="warning">
              <Trans>Hidden</Trans>
            </Badge>
          ) : null}
          <span>{author ?? t`Deleted user`}</span>
          <a href={placeOf(thing)} className={`${linkClass} min-w-0 break-words`}>
            {title}
          </a>
        </header>
        <p
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard too
          tabIndex={0}
          className="mt-3 max-h-60 max-w-[68ch] overflow-y-auto break-words whitespace-pre-line"
        >
          {text}
        </p>
        <h3 className="mt-4 text-sm font-[560]">
          <Plural value={count} one="# person reported it" other="# people reported it" />
        </h3>
        <ul className="mt-1 flex flex-col gap-1 text-sm text-ink-muted">
          {thing.reports.map(({ reason, details, created_at }) => (
            <li key={`${created_at} ${reason} ${details}`} className="break-words">
              <span className="text-ink">{reasons[reason]}</span>
              {details ? `: ${details}` : null} · <Moment instant={created_at} />
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" isBusy={isDoing("keep")} onClick={() => settle("keep")}>
            <Trans>Keep</Trans>
          </Button>
          <Button size="small" isBusy={isDoing("hide")} onClick={() => settle("hide")}>
            <Trans>Hide</Trans>
          </Button>
          <Button size="small" isBusy={isDoing("delete")} onClick={() => setDeleting(true)}>
            <Trans>Delete</Trans>
          </Button>
          {author ? (
            <Button size="small" onClick={() => setBanned(author)}>
              <Trans>Ban {author}</Trans>
            </Button>
          ) : null}
        </div>
      </article>
      <AlertDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={kind === "feature_request" ? t`Delete this request?` : t`Delete this comment?`}
        description={t`This cannot be undone.`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete`}
        isBusy={isDoing("delete")}
        onConfirm={() => settle("delete")}
        // After a decision the button that opened the dialog is removed.
        finalFocus={() => (isSettled.current ? heading.current : true)}
      />
      {banned ? <BanDialog username={banned} onClose={() => setBanned(null)} /> : null}
    </Card>
  );
}

/** The page of the content, which opens separately. */
function placeOf({ kind, id, blog_slug, feature_request_id }: ReportedThing): string {
  const page = blog_slug === null ? `/feature-requests/${feature_request_id}` : `/blog/${blog_slug}`;
  return kind === "feature_request" ? page : `${page}#comment-${id}`;
}

function useReasonWords(): Record<ReportReason, string> {
  const { t } = useLingui();
  return {
    spam: t`Spam or advertising`,
    abuse: t`Insults, hatred or threats`,
    personal_data: t`Someone’s private data`,
    off_topic: t`Off topic`,
    other: t`Something else`,
  };
}
