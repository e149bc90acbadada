import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@daymark/api/procedure/context";
import type { Database } from "@daymark/db/connection/client";
import { type DedicatedConnection, keepConnection } from "@daymark/db/connection/dedicated-connection";
import { createQueuePool } from "@daymark/db/connection/job-queue";
import { type CronItem, Logger, parseCronItems, run, type TaskList } from "graphile-worker";
import { aborted } from "../process/aborted.ts";

/** How often each of the jobs that can run at once polls for jobs that are due again. New jobs send a notification. */
const defaultPollMilliseconds = 2_000;
/** How often the worker takes over the jobs of nodes that died. */
const recoverMilliseconds = 30_000;
/** When the worker stops: the timeout of a running mail, and the timeout of the whole queue. */
const abortTimeoutMilliseconds = 3_000;
const stopMilliseconds = 5_000;
/** The delay after a failure of the queue itself. */
const restartMilliseconds = 1_000;

/** The first half of the advisory locks that live workers hold. The second half is the hash of the worker's name. */
const livesLock = 1_684_108_654;

export interface QueueOptions {
  /** The number of jobs that run at once. */
  concurrency: number;
  pollMilliseconds?: number;
  /** Jobs with one of these flags are left to other queues; none by default. */
  forbiddenFlags?: string[];
  taskList: TaskList;
  cronItems: CronItem[];
}

interface QueueDeps {
  connectionString: string;
  db: Database;
  log: Log;
  /** Aborts when the queue is to stop. */
  stopping: AbortSignal;
}

interface Queue {
  /** Resolves when the queue has ended, by a stop or by a failure. */
  ended: Promise<void>;
  close: () => Promise<void>;
}

/**
 * Starts a queue, and restarts it if it ends before it is to stop.
 *
 * @returns `stopped` settles when the queue has stopped
 */
export async function runQueue(options: QueueOptions, deps: QueueDeps): Promise<{ stopped: Promise<void> }> {
  const { log, stopping } = deps;
  return { stopped: supervise(await startQueue(options, deps)) };

  async function supervise(first: Queue): Promise<void> {
    await serve(first);
    while (!stopping.aborted) {
      await Promise.race([sleep(restartMilliseconds), aborted(stopping)]);
      if (stopping.aborted) return;
      try {
        await serve(await startQueue(options, deps));
      } catch (error) {
        log.error({ error }, "the queue could not be started again");
      }
    }
  }

  async function serve(queue: Queue): Promise<void> {
    await Promise.race([queue.ended, aborted(stopping)]);
    await queue.close();
  }
}

async function startQueue(options: QueueOptions, deps: QueueDeps): Promise<Queue> {
  const { concurrency, pollMilliseconds = defaultPollMilliseconds, forbiddenFlags = [], taskList, cronItems } = options;
  const { connectionString, db, log } = deps;
  const life = proveLife(connectionString);
  const pgPool = createQueuePool(connectionString, { max: concurrency + 2 });
  try {
    await recoverJobs(db, life);
    const runner = await run({
      pgPool,
      concurrency,
      pollInterval: pollMilliseconds,
      gracefulShutdownAbortTimeout: abortTimeoutMilliseconds,
      noHandleSignals: true,
      forbiddenFlags,
      taskList,
      parsedCronItems: parseCronItems(cronItems),
      logger: loggerOf(log),
      preset: {
        plugins: [life.plugin],
        // A failure to record that a job has ended then ends the queue, which starts again and takes the job over. By
        // default no code handles that failure, and the job stays locked for four hours.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    });
    const timer = setInterval(() => {
      recoverJobs(db, life).catch((error) => log.error({ error }, "the jobs of stopped nodes could not be looked for"));
    }, recoverMilliseconds);
    return {
      ended: runner.promise.catch((error) => log.error({ error }, "the queue failed")),
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
    await Promise.all([pgPool.end(), life.close()]);
    throw error;
  }
}

interface Life {
  /** The name under which the current queue locks its jobs, once it has started. */
  name: () => string | undefined;
  plugin: GraphileConfig.Plugin;
  close: () => Promise<void>;
}

/**
 * Holds an advisory lock on a dedicated connection, so that the lock ends with the process. As long as the lock is
 * held, the jobs that this worker has locked are running. The queue's library frees the jobs of a dead worker only
 * after four hours.
 */
function proveLife(connectionString: string): Life {
  let connection: DedicatedConnection | undefined;
  let name: string | undefined;
  const plugin: GraphileConfig.Plugin = {
    name: "ProofOfLife",
    version: "1.0.0",
    worker: {
      hooks: {
        // Takes the lock before the first job is locked. Each of the workers waits here.
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

/** Returns the jobs of dead workers to the queue, so that any node may run them. */
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

/** Logs only the warnings and errors of the queue's library. */
function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({}, message);
    else if (level === "warning") log.warn({}, message);
  });
}
