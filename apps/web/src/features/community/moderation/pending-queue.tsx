import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import { type RefObject, useRef } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { ListEnd } from "../../operator/admin/list/list-end.tsx";
import { Shapes } from "../../operator/admin/list/shapes.tsx";
import { useList } from "../../operator/admin/list/use-list.ts";
import { Moment } from "../thread/moment.tsx";

/** Feature requests that wait for a decision, newest first. An admin opens or rejects one with one press. */
export function PendingQueue() {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { client } = trpc.useUtils();
  const filter = { status: "pending", sort: "new" } as const;
  const { query, rows } = useList<FeatureRequest>([...getQueryKey(trpc.featureRequest.list), filter], (page) =>
    client.featureRequest.list.query({ ...filter, ...page }),
  );
  return (
    <section aria-labelledby="pending-heading" className="mb-12">
      <h2 id="pending-heading" ref={heading} tabIndex={-1} className="text-2xl">
        <Trans>Pending requests</Trans>
      </h2>
      {query.isSuccess && rows.length === 0 ? (
        <p className="mt-3 text-ink-muted">
          <Trans>No request is waiting for a decision.</Trans>
        </p>
      ) : null}
      <ul className="mt-5 flex flex-col gap-4 empty:hidden">
        {rows.map((request) => (
          <li key={request.id}>
            <Pending request={request} heading={heading} />
          </li>
        ))}
      </ul>
      <ListEnd
        query={query}
        more={t`More requests`}
        shapes={<Shapes count={2} shape="h-44 rounded-card" className="flex flex-col gap-4" />}
      />
    </section>
  );
}

/** @param props.heading gets the focus after a decision removes this request */
function Pending({ request, heading }: { request: FeatureRequest; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const { id, title, details, author, created_at, hidden } = request;
  const settled = async () => {
    heading.current?.focus();
    await utils.featureRequest.list.invalidate();
  };
  const parts = {
    onSuccess: async () => {
      void report.success("feature_request_updated");
      await settled();
    },
    onError: async (error: unknown) => {
      void report.failure(error);
      // The author deleted it meanwhile.
      if (problemOf(error)?.status === 404) await settled();
    },
  };
  const open = trpc.featureRequest.open.useMutation(parts);
  const reject = trpc.featureRequest.reject.useMutation(parts);
  return (
    <Card className="p-5">
      <article aria-label={t`Pending: ${title}`}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <span className="break-words">{author ?? t`Deleted user`}</span>
          <Moment instant={created_at} />
          {hidden ? (
            <Badge tone="warning">
              <Trans>Hidden</Trans>
            </Badge>
          ) : null}
        </header>
        <h3 className="mt-1 text-lg break-words">
          <Link
            to="/feature-requests/$featureRequestId"
            params={{ featureRequestId: String(id) }}
            className={`${linkClass} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
          >
            {title}
          </Link>
        </h3>
        <p
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard too
          tabIndex={0}
          className="mt-2 max-h-60 max-w-[68ch] overflow-y-auto break-words whitespace-pre-line"
        >
          {details}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            size="small"
            kind="primary"
            isBusy={open.isPending}
            disabled={reject.isPending}
            aria-label={t`Open: ${title}`}
            onClick={() => open.mutate({ id })}
          >
            <Trans context="open a request">Open</Trans>
          </Button>
          <Button
            size="small"
            isBusy={reject.isPending}
            disabled={open.isPending}
            aria-label={t`Reject: ${title}`}
            onClick={() => reject.mutate({ id })}
          >
            <Trans>Reject</Trans>
          </Button>
        </div>
      </article>
    </Card>
  );
}
