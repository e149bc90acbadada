import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@daymark/api/context";
import { type SendMailJob, type SendResetJob, sendMailTask, sendResetTask } from "@daymark/api/mail/outbox";
import type { Database } from "@daymark/db/client";
import { createQueuePool } from "@daymark/db/queue";
import { keepConnection, type StandingConnection } from "@daymark/db/standing";
import { type JobHelpers, Logger, parseCronItems, run } from "graphile-worker";
import { aborted } from "./aborted.ts";
import { cleanUp } from "./clean-up.ts";
import { answerReset } from "./mail/reset.ts";
import { sendMail } from "./mail/send.ts";
import { createTransport, type TransportConfig } from "./mail/transport.ts";

/** Jobs under way at once. */
const concurrency = 2;
/** How often jobs that are due again are looked for; new ones announce themselves. */
const pollMilliseconds = 2_000;
/** How often jobs of nodes that died are taken over. */
const recoverMilliseconds = 30_000;
/** How long a stop lets a mail go on that is under way, and how long it waits for the queue in all. */
const patienceMilliseconds = 3_000;
const stopMilliseconds = 5_000;
/** After a failure of the queue itself. */
const restartMilliseconds = 1_000;

/** First half of the advisory locks that living workers hold; the second is the hash of the worker's name. */
const livesLock = 1_684_108_654;

const cleanUpTask = "clean_up";

export interface WorkerOptions {
  /** Past any pooler: jobs announce themselves by NOTIFY, and a living worker holds a lock. */
  connectionString: string;
  db: Database;
  config: TransportConfig & { secretKey: string | Uint8Array; publicUrl: string };
  logs: { worker: Log; mail: Log };
}

export interface Worker {
  /** Lets what is under way finish, for a few seconds. */
  stop(): Promise<void>;
}

/**
 * Sends the mails of the outbox and cleans up, beside the other nodes' workers. A queue that fails is started again.
 * The queue's schema must be there (`migrateDatabase`).
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, config, logs } = options;
  const transport = createTransport(config);
  const stopping = new AbortController();
  const { secretKey, publicUrl } = config;
  const deps = { db, transport, secretKey, publicUrl, log: logs.mail };
  const taskList = {
    [sendMailTask]: (payload: unknown, { job, abortPromise }: JobHelpers) => {
      const sending = sendMail(deps, (payload as SendMailJob).mail_id, job.attempts >= job.max_attempts);
      return Promise.race([sending, abortPromise]);
    },
    [sendResetTask]: (payload: unknown, { job }: JobHelpers) =>
      answerReset(deps, payload as SendResetJob, job.attempts >= job.max_attempts),
    [cleanUpTask]: () => cleanUp(db),
  };

  const supervision = supervise(await startQueue());

  /** Serves, and begins anew where a queue ends that was not told to. */
  async function supervise(first: Queue): Promise<void> {
    await serve(first);
    while (!stopping.signal.aborted) {
      await Promise.race([sleep(restartMilliseconds), aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      try {
        await serve(await startQueue());
      } catch (error) {
        logs.worker.error({ error }, "the queue could not be started again");
      }
    }
  }

  async function serve(queue: Queue): Promise<void> {
    await Promise.race([queue.ended, aborted(stopping.signal)]);
    await queue.close();
  }

  async function startQueue(): Promise<Queue> {
    const life = proveLife(options.connectionString);
    const pgPool = createQueuePool(options.connectionString, { max: concurrency + 2 });
    try {
      await recoverJobs(db, life);
      const runner = await run({
        pgPool,
        concurrency,
        pollInterval: pollMilliseconds,
        gracefulShutdownAbortTimeout: patienceMilliseconds,
        noHandleSignals: true,
        taskList,
        parsedCronItems: parseCronItems([{ task: cleanUpTask, match: "*/10 * * * *" }]),
        logger: loggerOf(logs.worker),
        preset: { plugins: [life.plugin] },
      });
      const timer = setInterval(() => {
        recoverJobs(db, life).catch((error) => logs.worker.error({ error }, "no look for jobs that were left behind"));
      }, recoverMilliseconds);
      return {
        ended: runner.promise.catch((error) => logs.worker.error({ error }, "the queue failed")),
        close: async () => {
          clearInterval(timer);
          const ended = runner
            .stop()
            .catch(() => {})
            .then(() => pgPool.end());
          await Promise.race([ended, sleep(stopMilliseconds, undefined, { ref: false })]);
          await life.close();
        },
      };
    } catch (error) {
      await pgPool.end();
      throw error;
    }
  }

  return {
    stop: async () => {
      stopping.abort();
      await supervision;
      transport.close();
    },
  };
}

interface Queue {
  /** Settles when it has ended, by our will or by a failure. */
  ended: Promise<void>;
  close: () => Promise<void>;
}

interface Life {
  /** The name under which the present queue locks its jobs, once it has begun. */
  name: () => string | undefined;
  plugin: GraphileConfig.Plugin;
  close: () => Promise<void>;
}

/**
 * A lock that goes with the process, on a connection of its own: as long as it is held, the jobs that this worker has
 * locked are being worked on. The queue itself gives a job of a dead worker up after four hours only.
 */
function proveLife(connectionString: string): Life {
  let connection: StandingConnection | undefined;
  let name: string | undefined;
  const plugin: GraphileConfig.Plugin = {
    name: "ProofOfLife",
    version: "1.0.0",
    worker: {
      hooks: {
        // Before the first job is locked; each of the workers waits here.
        startWorker: async (_, { worker }) => {
          name = worker.workerPool.id;
          connection ??= keepConnection(connectionString, "worker", {
            hold: (sql) => sql`select pg_advisory_lock(${livesLock}, hashtext(${worker.workerPool.id}))`,
          });
          await connection.held;
        },
      },
    },
  };
  return { name: () => name, plugin, close: async () => connection?.close() };
}

/** Gives the jobs of workers that died back to the queue, where any node may take them. */
async function recoverJobs(db: Database, life: Life): Promise<void> {
  await db.$client`
    select graphile_worker.force_unlock_workers(array_agg(locked_by))
    from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and locked_by is distinct from ${life.name() ?? null}
    ) as holders
    -- The lock of a worker that lives cannot be had.
    where pg_try_advisory_xact_lock(${livesLock}, hashtext(locked_by))`;
}

/** The queue's own words, where they tell of trouble. */
function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({}, message);
    else if (level === "warning") log.warn({}, message);
  });
}
