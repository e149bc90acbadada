import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import { createTestDatabase } from "@daymark/db/testing";
import { expect } from "vitest";
import { publicUrl, secretKey, startMailServer } from "./mail/testing.ts";
import { testWorkerOptions } from "./testing.ts";
import { startWorker, type WorkerOptions } from "./worker.ts";

export const polling = { interval: 50, timeout: 40_000 };

export type MailQueue = Awaited<ReturnType<typeof createMailQueue>>;

/** A database whose mails the workers of a test send, to a mail server or to files in `directory`. */
export async function createMailQueue() {
  const database = await createTestDatabase();
  const { db } = database;
  const directory = mkdtempSync(join(tmpdir(), "daymark-worker-"));
  const logged: string[] = [];
  const write = (fields: object, message: string) => logged.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: write };
  const running: { stop: () => Promise<unknown> }[] = [];
  return {
    database,
    db,
    directory,
    /** The lines that the workers have logged. */
    logged,
    /** What `drop` stops, the last first. */
    running,
    start: async (config: Partial<WorkerOptions["config"]> = {}, longWorkDb: Database = db) => {
      const options = testWorkerOptions({ database, secretKey, publicUrl });
      const worker = await startWorker({
        ...options,
        longWorkDb,
        config: { ...options.config, mailDirectory: directory, ...config },
        logs: { worker: log, mail: log },
      });
      running.push(worker);
      return worker;
    },
    startServer: async (options: Parameters<typeof startMailServer>[0] = {}) => {
      const server = await startMailServer(options);
      running.push(server);
      return server;
    },
    /** Polls the states of all mails. */
    states: () =>
      expect.poll(async () => (await db.select().from(mails).orderBy(mails.id)).map(({ state }) => state), polling),
    jobs: async (): Promise<Record<string, unknown>[]> => [
      ...(await database.sql`select * from graphile_worker._private_jobs`),
    ],
    drop: async () => {
      for (const each of running.splice(0).reverse()) await each.stop();
      await database.drop();
      rmSync(directory, { recursive: true });
    },
  };
}
