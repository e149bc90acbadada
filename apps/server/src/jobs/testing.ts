import { createUploads } from "@daymark/api/host/uploads";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import type { TestDatabase } from "@daymark/db/testing";
import { startWorker, type Worker, type WorkerOptions } from "./worker.ts";

const nodes = 2;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

interface TestWorkerParts {
  database: Pick<TestDatabase, "db" | "url">;
  secretKey: string | Uint8Array;
  publicUrl: string;
  /** SMTP_URL; without it, the worker writes mails to files. */
  smtpUrl?: string;
  /** OUTGOING_NETWORKS; none by default. */
  outgoingNetworks?: readonly string[];
  /** APPRISE_URL; none by default. */
  appriseUrl?: string;
}

/** Options of a worker without limits, uploads or logs. */
export function testWorkerOptions({
  database,
  secretKey,
  publicUrl,
  smtpUrl,
  outgoingNetworks = [],
  appriseUrl,
}: TestWorkerParts): WorkerOptions {
  return {
    connectionString: database.url,
    db: database.db,
    longWorkDb: database.db,
    limits: noLimits,
    config: {
      secretKey,
      publicUrl,
      contactEmail: "operator@example.com",
      mailFrom: "Daymark <no-reply@localhost>",
      smtpUrl,
      mailDirectory: "",
      outgoingNetworks,
      appriseUrl,
    },
    live: { publish: () => {} },
    pageCache: { invalidate: () => {} },
    uploads: createUploads(""),
    logs: { worker: quiet, mail: quiet },
  };
}

/**
 * Starts the workers of two nodes on one database, so that a test also shows that each job runs once.
 *
 * @param options.overrides parts that the test provides itself
 */
export async function startTestWorkers({
  overrides,
  ...parts
}: TestWorkerParts & { overrides?: Partial<WorkerOptions> }): Promise<Worker> {
  const workers: Worker[] = [];
  for (let node = 0; node < nodes; node += 1) {
    workers.push(await startWorker({ ...testWorkerOptions(parts), ...overrides }));
  }
  return {
    stop: async () => {
      for (const worker of workers) await worker.stop();
    },
  };
}
