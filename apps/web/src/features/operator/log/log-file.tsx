import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { trpc } from "../../../lib/network/trpc.ts";
import { CopyButton } from "../../copy/copy-button.tsx";
import { AdminPage } from "../admin/admin-page.tsx";
import { FileButton } from "../admin/file-button.tsx";
import { Shapes } from "../admin/list/shapes.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogHistogram } from "./log-histogram.tsx";
import { LogList } from "./log-list.tsx";
import { LogMissing } from "./log-missing.tsx";
import { createLogReader, type LogReader } from "./log-reader.ts";
import { filterOf, type LogFilter, type LogSearch, readLogSearch } from "./log-search.ts";
import { LogTrail } from "./log-trail.tsx";
import { lineText } from "./log-words.ts";

/** One log file: the admin can filter, follow, copy and download it, and link to a line. */
export function LogFile() {
  const { t } = useLingui();
  const { appDir, dateFile } = useParams({ from: "/_admin/logs/$appDir/$dateFile" });
  const search = readLogSearch({ ...useSearch({ from: "/_admin/logs/$appDir/$dateFile" }) });
  return (
    <>
      <LogTrail appDir={appDir} dateFile={dateFile} />
      <AdminPage
        title={t`Log application file`}
        actions={
          <FileButton path={`/logs/${encodeURIComponent(appDir)}/${encodeURIComponent(dateFile)}/download/`}>
            <Trans>Download</Trans>
          </FileButton>
        }
      >
        <Viewer key={`${appDir}/${dateFile}`} appDir={appDir} dateFile={dateFile} search={search} />
      </AdminPage>
    </>
  );
}

interface ViewerProps {
  appDir: string;
  dateFile: string;
  search: LogSearch;
}

function Viewer({ appDir, dateFile, search }: ViewerProps) {
  const { t } = useLingui();
  const [isFollowing, setFollowing] = useState(false);
  const reader = useReader({ appDir, dateFile, search, isFollowing });
  const view = useSyncExternalStore(reader.subscribe, reader.get);
  const { status, error, lines } = view;
  const filter = filterOf(search);
  const navigate = useNavigate({ from: "/logs/$appDir/$dateFile" });
  const change = (next: LogFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  // A chosen time is a step that the back button takes back.
  const zoom = ({ from, to }: Pick<LogFilter, "from" | "to">) => {
    const { from: _from, to: _to, ...rest } = filter;
    void navigate({ search: { ...rest, ...(from && { from }), ...(to && { to }) }, resetScroll: false });
  };
  const linkOf = (offset: number) => `${location.origin}/logs/${appDir}/${dateFile}?line=${offset}`;
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        <LogFilters filter={filter} onChange={change} />
        <Button
          icon={isFollowing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={() => setFollowing(!isFollowing)}
        >
          {isFollowing ? <Trans>Stop following</Trans> : <Trans>Follow</Trans>}
        </Button>
        <CopyButton
          label={t`Copy shown lines`}
          // In the order of the file.
          text={() => lines.map(lineText).toReversed().join("\n")}
          className="min-h-control"
        />
      </div>
      {status === "failed" ? null : <LogHistogram {...{ appDir, dateFile, filter }} onRange={zoom} />}
      {status === "loading" ? (
        <div className="mt-4">
          <Shapes count={6} shape="h-10" />
        </div>
      ) : null}
      {status === "failed" ? <LogMissing error={error} onRetry={() => void reader.start()} /> : null}
      {status === "ready" ? (
        <LogList
          key={JSON.stringify(search)}
          {...{ reader, view, fileDay: dateFile.slice(0, 10), marked: search.line, linkOf }}
        />
      ) : null}
    </>
  );
}

/** A separate reader for each file and each filter. */
function useReader({ appDir, dateFile, search, isFollowing }: ViewerProps & { isFollowing: boolean }): LogReader {
  const { client } = trpc.useUtils();
  const { line } = search;
  const filter = JSON.stringify(filterOf(search));
  const reader = useMemo(() => {
    const asked = { app_dir: appDir, date_file: dateFile, ...(JSON.parse(filter) as LogFilter) };
    return createLogReader((page, signal) => client.log.line.list.query({ ...asked, ...page }, { signal }), { line });
  }, [client, appDir, dateFile, filter, line]);
  useEffect(() => {
    void reader.start();
    return reader.stop;
  }, [reader]);
  useEffect(() => reader.setFollowing(isFollowing), [reader, isFollowing]);
  return reader;
}
