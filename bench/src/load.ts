import autocannon from "autocannon";
import { type Measurement, percentile } from "./figures.ts";

export type Request = Pick<autocannon.Request, "method" | "path" | "headers" | "body">;

/** Timeout of a request, well above any answer worth measuring. */
const timeoutSeconds = 10;

/**
 * Loads a server for a while. Each connection waits for its answer before it sends the next request.
 *
 * @param options.sequences the requests that each connection repeats; connections take the sequences in turn, so that
 *   neighbors do not access the same rows at once
 */
export async function measureLoad(options: {
  url: string;
  connections: number;
  seconds: number;
  sequences: readonly Request[][];
}): Promise<Measurement> {
  const latencies: number[] = [];
  const faults = { count: 0 };
  let next = 0;
  const started = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: options.url,
        connections: options.connections,
        duration: options.seconds,
        timeout: timeoutSeconds,
        setupClient: (client) => {
          passOverBodies(client);
          const sequence = options.sequences[next % options.sequences.length];
          next += 1;
          if (sequence) client.setRequests(sequence);
        },
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    // autocannon's own histogram rounds to whole milliseconds, which is most of the duration here.
    instance.on("response", (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      // A batch answers 207 if some of its calls failed.
      if (status < 200 || status > 299 || status === 207) faults.count += 1;
    });
  });
  const elapsed = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    requestsPerSecond: latencies.length / elapsed,
    p50: sorted.length === 0 ? Number.NaN : percentile(sorted, 50),
    p95: sorted.length === 0 ? Number.NaN : percentile(sorted, 95),
    p99: sorted.length === 0 ? Number.NaN : percentile(sorted, 99),
    answers: latencies.length,
    faults: faults.count + result.errors,
  };
}

/**
 * Makes autocannon ignore bodies. It decodes each as text, even compressed ones. That took longer than the server's
 * answer, so autocannon measured itself.
 */
function passOverBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests: { addBody(data: Buffer): void } };
  pipelinedRequests.addBody = () => {};
}
