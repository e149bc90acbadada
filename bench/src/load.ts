import autocannon from "autocannon";
import { type Measurement, percentile } from "./figures.ts";

export type Request = Pick<autocannon.Request, "method" | "path" | "headers" | "body">;

/** Of a request; well over any answer worth measuring. */
const timeoutSeconds = 10;

/**
 * Loads a server for a while, each connection waiting for its answer before it sends the next request.
 *
 * @param options.sequences what each connection sends, over and over; connections share them in turn, so that
 *   neighbours do not march through the same rows in step
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
    // autocannon's own histogram rounds to whole milliseconds, which is most of the answer here.
    instance.on("response", (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      // 207 is how a batch says that some of it failed.
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
 * No body is looked at. autocannon makes a text of each, also of compressed ones, which took it longer than the answer
 * took the server: it then measured itself.
 */
function passOverBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests: { addBody(data: Buffer): void } };
  pipelinedRequests.addBody = () => {};
}
