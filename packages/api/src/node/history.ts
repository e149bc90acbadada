import type { Sql } from "@daymark/db/connection/client";
import type { NodeHistory, NodeHistoryHours } from "@daymark/domain/operator/node";

/** The width of a step, so that a chart has 60 to 96. */
const stepSecondsOf: Record<NodeHistoryHours, number> = { 1: 60, 6: 300, 24: 900 };
/** A reader cannot distinguish more lines in a chart. */
const nodesMax = 20;

/**
 * The state of the server processes over the last hours, up to the present step.
 *
 * @param now milliseconds since the epoch
 */
export async function readHistory(sql: Sql, hours: NodeHistoryHours, now: number): Promise<NodeHistory> {
  const step_seconds = stepSecondsOf[hours];
  const stepMs = step_seconds * 1000;
  const count = (hours * 3600) / step_seconds;
  const end = (Math.floor(now / stepMs) + 1) * stepMs;
  const from = end - count * stepMs;
  const rows = await sql<Row[]>`
    select node, floor((extract(epoch from at) - ${from / 1000}) / ${step_seconds})::int as step,
      max(rss_bytes) as rss_bytes, max(event_loop_p99_ms) as event_loop_p99_ms, max(request_p99_ms) as request_p99_ms,
      max(due_jobs) as due_jobs
    from node_samples
    where at >= ${new Date(from).toISOString()}::timestamptz and at < ${new Date(end).toISOString()}::timestamptz
    group by node, step
    order by node, step`;
  const empty = () => Array.from({ length: count }, (): number | null => null);
  const nodes = new Map<string, NodeHistory["nodes"][number]>();
  const due_jobs = empty();
  for (const { node: name, step, ...row } of rows) {
    due_jobs[step] = Math.max(due_jobs[step] ?? 0, row.due_jobs);
    if (!nodes.has(name) && nodes.size === nodesMax) continue;
    const node = nodes.get(name) ?? {
      ...{ name, rss_bytes: empty(), event_loop_p99_ms: empty(), request_p99_ms: empty() },
    };
    nodes.set(name, node);
    node.rss_bytes[step] = Number(row.rss_bytes);
    node.event_loop_p99_ms[step] = row.event_loop_p99_ms;
    node.request_p99_ms[step] = row.request_p99_ms;
  }
  return { from: new Date(from).toISOString(), step_seconds, nodes: [...nodes.values()], due_jobs };
}

interface Row {
  node: string;
  step: number;
  rss_bytes: string;
  event_loop_p99_ms: number;
  request_p99_ms: number | null;
  due_jobs: number;
}
