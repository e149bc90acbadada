import type { AdminUserEvent, AdminUserSession } from "@daymark/domain/operator/admin-user";
import { Card } from "@daymark/ui/card";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { getQueryKey } from "@trpc/react-query";
import { type ReactNode, useId } from "react";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Timeline } from "../../../account/security/timeline.tsx";
import { useDeviceName } from "../../../account/security/use-device-name.ts";
import { Refusal } from "../../../account/settings/refusal.tsx";
import { Moment } from "../../../community/thread/moment.tsx";
import { AuditLine } from "../audit-line.tsx";
import { Shapes } from "../list/shapes.tsx";
import { useList } from "../list/use-list.ts";

const eventsShown = 8;
const editsShown = 5;

function HistoryCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="p-5">
        <h2 id={id} className="text-base font-[560]">
          {title}
        </h2>
        <div className="mt-3">{children}</div>
      </Card>
    </section>
  );
}

/** The open sessions, without their places. */
export function UserSessions({ id }: { id: number }) {
  const query = trpc.adminUser.listSessions.useQuery({ id });
  const sessions = query.data?.results ?? [];
  return (
    <HistoryCard title={<Trans>Sessions</Trans>}>
      <Refusal error={query.error} />
      {query.isPending ? <Shapes count={2} shape="h-12" /> : null}
      {query.isSuccess && sessions.length === 0 ? (
        <p className="text-sm text-ink-muted">
          <Trans>No open sessions.</Trans>
        </p>
      ) : null}
      <ul className="flex flex-col *:not-first:border-t *:not-first:border-line empty:hidden">
        {sessions.map((session) => (
          <SessionLine key={session.created_at} session={session} />
        ))}
      </ul>
    </HistoryCard>
  );
}

function SessionLine({ session }: { session: AdminUserSession }) {
  const name = useDeviceName(session);
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <p className="text-[0.9375rem]">
        {name}
        {session.is_automated ? (
          <>
            {" · "}
            <Trans>automated</Trans>
          </>
        ) : null}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-muted">
        <span>
          <Trans>
            Last used <Moment instant={session.last_active_at} />
          </Trans>
        </span>
        <span>
          <Trans>
            Logged in <Moment instant={session.created_at} />
          </Trans>
        </span>
      </p>
    </li>
  );
}

/** The security events, without their places. */
export function UserEvents({ id }: { id: number }) {
  const { t } = useLingui();
  const { client } = trpc.useUtils();
  const { query, rows } = useList<AdminUserEvent>([...getQueryKey(trpc.adminUser.listEvents), id], (page) =>
    client.adminUser.listEvents.query({ id, limit: eventsShown, ...page }),
  );
  const title = t`Security events`;
  return (
    <HistoryCard title={title}>
      <Timeline
        label={title}
        // Admins do not get the session and the place of an event.
        events={
          query.data &&
          rows.map((row) => ({ ...row, session_id: null, is_current: false, address: null, location: null }))
        }
        error={query.error}
        onRetry={() => void query.refetch()}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        isLoadingMore={query.isFetchingNextPage}
        emptyText={t`Nothing in the last 90 days.`}
      />
    </HistoryCard>
  );
}

/** The newest actions of admins on the account. */
export function UserEdits({ id }: { id: number }) {
  const target = `user ${id}`;
  const query = trpc.audit.list.useQuery({ target, limit: editsShown });
  const edits = query.data?.results ?? [];
  return (
    <HistoryCard title={<Trans>Admin actions</Trans>}>
      <Refusal error={query.error} />
      {query.isPending ? <Shapes count={2} shape="h-12" /> : null}
      {query.isSuccess && edits.length === 0 ? (
        <p className="text-sm text-ink-muted">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : null}
      <ul className="-my-3 flex flex-col *:not-first:border-t *:not-first:border-line empty:hidden">
        {edits.map((edit) => (
          <AuditLine key={edit.id} edit={edit} hasTarget={false} />
        ))}
      </ul>
      {query.data?.next ? (
        <p className="mt-5 text-sm">
          <Link to="/admin/audit" search={{ target }} className={linkClass}>
            <Trans>See all in the audit trail</Trans>
          </Link>
        </p>
      ) : null}
    </HistoryCard>
  );
}
