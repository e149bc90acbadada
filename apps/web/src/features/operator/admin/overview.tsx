import { diskFreeShareMin, type Overview as OverviewAnswer } from "@daymark/domain/operator/operator-view";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { AdminPage } from "./admin-page.tsx";
import { Figure } from "./figures.tsx";
import { formatBytes } from "./list/bytes.ts";
import { Shapes } from "./list/shapes.tsx";

const refreshMs = 30_000;
const gridClass = "grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 2xl:grid-cols-4";

/**
 * The first page for an operator: waiting and failed work, and the running apps.
 *
 * @param props.findings shown above the figures
 * @param props.children shown below the figures
 */
export function Overview({ findings, children }: { findings: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const query = trpc.overview.get.useQuery({}, { refetchInterval: refreshMs });
  return (
    <AdminPage title={t`Overview`} intro={<Trans>What needs attention is marked.</Trans>}>
      {findings}
      <Refusal error={query.error} />
      {query.isPending ? <Shapes count={11} shape="h-30 rounded-card" className={gridClass} /> : null}
      {query.data ? (
        <div className={gridClass}>
          <Figures overview={query.data} />
        </div>
      ) : null}
      {children}
    </AdminPage>
  );
}

function Figures({ overview }: { overview: OverviewAnswer }) {
  const { t } = useLingui();
  const format = useFormat();
  const { disk, nodes, silent_nodes, switched_off } = overview;
  const share = disk.total_bytes === 0 ? 0 : disk.free_bytes / disk.total_bytes;
  const free = format.percent(share);
  const total = formatBytes(format, disk.total_bytes);
  const count = (value: number) => format.number(value);
  return (
    <>
      <Figure name={t`Sign-ups today (UTC)`} value={count(overview.sign_ups_today)} />
      <Figure name={t`Active users today (UTC)`} value={count(overview.active_today)} />
      <Figure name={t`Open reports`} value={count(overview.waiting_reports)} isWarning={overview.waiting_reports > 0}>
        <Link to="/admin/moderation" className={linkClass}>
          <Trans>Moderation</Trans>
        </Link>
      </Figure>
      <Figure
        name={t`Pending requests`}
        value={count(overview.pending_requests)}
        isWarning={overview.pending_requests > 0}
      >
        <Link to="/feature-requests" search={{ status: "pending" }} className={linkClass}>
          <Trans>Feature requests</Trans>
        </Link>
      </Figure>
      <Figure name={t`Failed emails`} value={count(overview.failed_mails)} isWarning={overview.failed_mails > 0}>
        <Link to="/admin/mail" search={{ state: "failed" }} className={linkClass}>
          <Trans>Mail</Trans>
        </Link>
      </Figure>
      <Figure name={t`Emails waiting`} value={count(overview.queued_mails)} />
      <Figure name={t`Failed jobs`} value={count(overview.failed_jobs)} isWarning={overview.failed_jobs > 0}>
        <Link to="/admin/jobs" search={{ state: "failed" }} className={linkClass}>
          <Trans>Jobs</Trans>
        </Link>
      </Figure>
      <Figure name={t`Nodes`} value={count(nodes)} isWarning={silent_nodes > 0 || nodes === 0}>
        <Link to="/admin/apps" className={linkClass}>
          {silent_nodes > 0 ? <Trans>{silent_nodes} silent</Trans> : <Trans>Apps</Trans>}
        </Link>
      </Figure>
      <Figure
        name={t`Free on the disk`}
        value={formatBytes(format, disk.free_bytes)}
        isWarning={share < diskFreeShareMin}
      >
        <Trans>
          {free} of {total}
        </Trans>
      </Figure>
      <Figure name={t`Turned off`} value={count(switched_off.length)} isWarning={switched_off.length > 0}>
        <Link to="/admin/switches" className={linkClass}>
          <Trans>Switches</Trans>
        </Link>
      </Figure>
      <Figure
        name={t`Unfinished actions of the last 7 days`}
        value={count(overview.unfinished_actions)}
        isWarning={overview.unfinished_actions > 0}
      >
        <Link to="/admin/audit" search={{ outcome: "unfinished" }} className={linkClass}>
          <Trans>Audit trail</Trans>
        </Link>
      </Figure>
    </>
  );
}
