import { type NodeHistory as History, nodeHistoryHoursDefault } from "@daymark/domain/operator/node";
import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { ChoiceLinks } from "../../../../lib/form/choice-links.tsx";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Refusal } from "../../../account/settings/refusal.tsx";
import { formatBytes } from "../list/bytes.ts";
import { Shapes } from "../list/shapes.tsx";
import { HistoryPicture } from "./history-picture.tsx";
import { readHistorySearch } from "./history-search.ts";

/** A process adds a value each minute. */
const refreshMs = 60_000;
const gridClass = "grid grid-cols-1 gap-4 xl:grid-cols-2";

/** Memory, times of answers, delays and due jobs over the last hours. */
export function NodeHistory() {
  const { t } = useLingui();
  const format = useFormat();
  const hours = useHours();
  const query = trpc.node.getHistory.useQuery({ hours }, { refetchInterval: refreshMs });
  const milliseconds = useMilliseconds();
  const names = { 1: t`1 hour`, 6: t`6 hours`, 24: t`24 hours` };
  const { data } = query;
  return (
    <section aria-labelledby="history-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="history-heading" className="text-xl">
          {t`History`}
        </h2>
        <ChoiceLinks
          to="/admin/apps"
          label={t`Time range`}
          choices={([1, 6, 24] as const).map((each) => ({
            key: each,
            name: names[each],
            search: readHistorySearch({ hours: each }),
            isChosen: each === hours,
          }))}
        />
      </div>
      <div className="mt-3">
        <Refusal error={query.error} />
        {query.isPending ? <Shapes count={4} shape="h-64 rounded-card" className={gridClass} /> : null}
        {data ? (
          <div className={gridClass}>
            <HistoryPicture
              title={t`Memory`}
              series={data.nodes.map(({ name, rss_bytes }) => ({ name, values: rss_bytes }))}
              times={timesOf(data)}
              write={(value) => formatBytes(format, value)}
            />
            <HistoryPicture
              title={t`Request time (p99)`}
              series={data.nodes.map(({ name, request_p99_ms }) => ({ name, values: request_p99_ms }))}
              times={timesOf(data)}
              write={milliseconds}
            />
            <HistoryPicture
              title={t`Event loop delay (p99)`}
              series={data.nodes.map(({ name, event_loop_p99_ms }) => ({ name, values: event_loop_p99_ms }))}
              times={timesOf(data)}
              write={milliseconds}
            />
            <DueJobs data={data} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The due jobs of the last hours alone, for the page of the jobs. */
export function QueueHistory() {
  const query = trpc.node.getHistory.useQuery({}, { refetchInterval: refreshMs });
  if (!query.data) return query.isPending ? <Shapes count={1} shape="h-64 rounded-card" /> : null;
  return <DueJobs data={query.data} level={2} />;
}

function DueJobs({ data, level = 3 }: { data: History; level?: 2 | 3 }) {
  const { t } = useLingui();
  const format = useFormat();
  const title = t`Due jobs`;
  return (
    <HistoryPicture
      title={title}
      series={[{ name: title, values: data.due_jobs }]}
      times={timesOf(data)}
      write={(value) => format.number(value)}
      level={level}
    />
  );
}

function useHours() {
  const { hours } = readHistorySearch(useSearch({ strict: false }));
  return hours ?? nodeHistoryHoursDefault;
}

function useMilliseconds(): (value: number) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (value) => t`${format.number(value, { maximumFractionDigits: 1 })} ms`;
}

function timesOf({ from, step_seconds, due_jobs }: History): number[] {
  const first = Date.parse(from);
  return due_jobs.map((_, index) => first + index * step_seconds * 1000);
}
