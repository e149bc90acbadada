import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import ScrollText from "lucide-react/icons/scroll-text";
import { trpc } from "../../../lib/network/trpc.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { Shapes } from "../admin/list/shapes.tsx";
import { LogMissing } from "./log-missing.tsx";
import { LogTable } from "./log-table.tsx";

/** The parts of the product that write logs. */
export function LogApps() {
  const { t } = useLingui();
  const apps = trpc.log.app.list.useQuery({});
  const words: Record<string, string> = {
    admin: t`What admins did`,
    auth: t`Log-ins, sessions, networks`,
    database: t`The embedded database`,
    http: t`Requests and their errors`,
    mail: t`Outgoing emails`,
    server: t`Starts and stops`,
    worker: t`Jobs and push messages`,
  };
  const results = apps.data?.results ?? [];
  return (
    <AdminPage title={t`Log applications`} intro={t`Each part writes one file a day, by UTC.`}>
      {apps.error ? <LogMissing error={apps.error} onRetry={() => void apps.refetch()} /> : null}
      {apps.isPending ? <Shapes count={6} shape="h-10" /> : null}
      {apps.isSuccess && results.length === 0 ? (
        <EmptyState icon={<ScrollText />} title={t`No logs yet`} text={t`Log entries appear here.`} />
      ) : null}
      {results.length > 0 ? (
        <LogTable
          label={t`Log applications`}
          head={t`Application`}
          countHead={t`Files`}
          rows={results.map(({ app_dir, files, ...rest }) => ({
            key: app_dir,
            name: (
              <>
                <Link
                  to="/logs/$appDir"
                  params={{ appDir: app_dir }}
                  className={`${linkClass} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
                >
                  {app_dir}
                </Link>
                {words[app_dir] ? (
                  <span className="block text-sm font-normal text-ink-muted">{words[app_dir]}</span>
                ) : null}
              </>
            ),
            count: files,
            ...rest,
          }))}
        />
      ) : null}
    </AdminPage>
  );
}
