import type { Apps as AppsAnswer } from "@daymark/domain/operator/operator-view";
import { Badge } from "@daymark/ui/badge";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { Moment } from "../../community/thread/moment.tsx";
import { AdminPage } from "./admin-page.tsx";
import { Facts } from "./figures.tsx";
import { NodeHistory } from "./history/node-history.tsx";
import { formatBytes } from "./list/bytes.ts";
import { Shapes } from "./list/shapes.tsx";
import { QueueTable } from "./queue-table.tsx";

const refreshMs = 10_000;
const gridClass = "grid gap-4 sm:grid-cols-2 2xl:grid-cols-3";

/** The running apps, their versions and their health; refreshed while the page is visible. */
export function Apps() {
  const { t } = useLingui();
  const query = trpc.node.list.useQuery({}, { refetchInterval: refreshMs });
  return (
    <AdminPage title={t`Apps`} intro={<Trans>The state of each node and job. This page updates itself.</Trans>}>
      <Refusal error={query.error} />
      <div className="flex flex-col gap-8">
        {query.isPending ? <Shapes count={3} shape="h-64 rounded-card" className={gridClass} /> : null}
        {query.data ? <Parts apps={query.data} /> : null}
      </div>
    </AdminPage>
  );
}

function Parts({ apps: { nodes, database, queue, disk } }: { apps: AppsAnswer }) {
  const { t } = useLingui();
  const format = useFormat();
  const free = format.percent(disk.total_bytes === 0 ? 0 : disk.free_bytes / disk.total_bytes);
  const migrated = database.newest_migration_at;
  return (
    <>
      <section aria-labelledby="nodes-heading">
        <h2 id="nodes-heading" className="text-xl">
          <Trans>Nodes</Trans>
        </h2>
        <div className={`mt-3 ${gridClass}`}>
          {nodes.map((node) => (
            <NodeCard key={node.name} node={node} />
          ))}
        </div>
      </section>
      <NodeHistory />
      <section aria-labelledby="parts-heading">
        <h2 id="parts-heading" className="text-xl">
          <Trans>Database and disk</Trans>
        </h2>
        <div className={`mt-3 ${gridClass}`}>
          <Facts
            title="PostgreSQL"
            facts={[
              { name: t`Version`, value: database.version },
              { name: t`Up since`, value: format.instant(database.started_at) },
              { name: t`Size`, value: formatBytes(format, database.bytes) },
              {
                name: t`Connections`,
                value: `${format.number(database.connections)} / ${format.number(database.connections_max)}`,
              },
              { name: t`Migrations applied`, value: format.number(database.migrations) },
              { name: t`Newest migration`, value: migrated ? format.instant(migrated, { dateStyle: "medium" }) : "–" },
            ]}
          />
          <Facts
            title={t`Disk of the data folder`}
            facts={[
              { name: t`Free space`, value: `${formatBytes(format, disk.free_bytes)} (${free})` },
              { name: t`Total`, value: formatBytes(format, disk.total_bytes) },
            ]}
          />
        </div>
      </section>
      <section aria-labelledby="queue-heading">
        <h2 id="queue-heading" className="text-xl">
          <Trans>Queue</Trans>
        </h2>
        <QueueTable queue={queue} />
      </section>
      <Switches />
    </>
  );
}

/** How many features are switched off for everyone. */
function Switches() {
  const { data, error } = trpc.featureSwitch.list.useQuery({}, { refetchInterval: refreshMs });
  const off = data?.results.filter(({ is_on }) => !is_on).length;
  return (
    <section aria-labelledby="switches-heading">
      <h2 id="switches-heading" className="text-xl">
        <Trans>Switches</Trans>
      </h2>
      <Refusal error={error} />
      {off === undefined ? null : (
        <p className="mt-3">
          <Link to="/admin/switches" className={linkClass}>
            <Plural value={off} _0="All features are on" one="# feature is off" other="# features are off" />
          </Link>
        </p>
      )}
    </section>
  );
}

function NodeCard({
  node: { name, version, started_at, seen_at, is_alive, health },
}: {
  node: AppsAnswer["nodes"][number];
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { rss_bytes, event_loop_p99_ms, replica, redis, pid } = health;
  const replicaWords = { used: t`in use`, late: t`too far behind`, away: t`unreachable` };
  const redisWords = { connected: t`connected`, away: t`unreachable` };
  return (
    <Facts
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span className="break-all">{name}</span>
          {is_alive ? <Badge tone="success">{t`Alive`}</Badge> : <Badge tone="danger">{t`Silent`}</Badge>}
        </span>
      }
      facts={[
        { name: t`Version`, value: version },
        { name: t`Up since`, value: format.instant(started_at) },
        { name: t`Last seen`, value: <Moment instant={seen_at} /> },
        ...(rss_bytes === undefined ? [] : [{ name: t`Memory`, value: formatBytes(format, rss_bytes) }]),
        ...(event_loop_p99_ms === undefined
          ? []
          : [{ name: t`Delay (p99)`, value: t`${format.number(event_loop_p99_ms)} ms` }]),
        ...(replica ? [{ name: t`Replica`, value: replicaWords[replica.state] }] : []),
        ...(redis ? [{ name: "Redis", value: redisWords[redis] }] : []),
        ...(pid === undefined ? [] : [{ name: t`Process`, value: String(pid) }]),
      ]}
    />
  );
}
