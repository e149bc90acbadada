import { EmptyState } from "@daymark/ui/empty-state";
import { linkClass } from "@daymark/ui/link";
import { useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import ScrollText from "lucide-react/icons/scroll-text";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { Shapes } from "../admin/list/shapes.tsx";
import { LogMissing } from "./log-missing.tsx";
import { LogTable } from "./log-table.tsx";
import { LogTrail } from "./log-trail.tsx";

/** The log files of one part: one per day, or more if several instances share the folder. */
export function LogFiles() {
  const { t } = useLingui();
  const format = useFormat();
  const { appDir } = useParams({ from: "/_admin/logs/$appDir/" });
  const files = trpc.log.file.list.useQuery({ app_dir: appDir });
  const results = files.data?.results ?? [];
  return (
    <>
      <LogTrail appDir={appDir} />
      <AdminPage title={t`Log application files`}>
        {files.error ? <LogMissing error={files.error} onRetry={() => void files.refetch()} /> : null}
        {files.isPending ? <Shapes count={6} shape="h-10" /> : null}
        {files.isSuccess && results.length === 0 ? (
          <EmptyState icon={<ScrollText />} title={t`No files yet`} text={t`The first log entry creates one.`} />
        ) : null}
        {results.length > 0 ? (
          <LogTable
            label={t`Log files of ${appDir}`}
            head={t`Day`}
            rows={results.map(({ date_file, ...rest }) => {
              const node = date_file.slice(11, -4);
              return {
                key: date_file,
                name: (
                  <Link
                    to="/logs/$appDir/$dateFile"
                    params={{ appDir, dateFile: date_file }}
                    className={`${linkClass} inline-flex min-h-8 flex-wrap items-center gap-x-2 pointer-coarse:min-h-11`}
                  >
                    <span className="whitespace-nowrap">{format.day(date_file.slice(0, 10))}</span>
                    {node ? <span className="font-normal break-all text-ink-muted">{node}</span> : null}
                  </Link>
                ),
                ...rest,
              };
            })}
          />
        ) : null}
      </AdminPage>
    </>
  );
}
