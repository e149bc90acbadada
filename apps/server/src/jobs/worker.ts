import { setTimeout as sleep } from "node:timers/promises";
import { type AnnouncePostJob, announcePage, announcePostTask } from "@daymark/api/blog/announce";
import { type PublishPostJob, publishDue, publishPostTask } from "@daymark/api/blog/publish";
import { type DecisionNewsJob, decisionNewsTask } from "@daymark/api/feature-request/decision-news";
import { tellOfComments, tellOfDecision } from "@daymark/api/feature-request/tell";
import {
  createOutbox,
  type SendMailJob,
  type SendResetJob,
  sendMailTask,
  sendResetTask,
} from "@daymark/api/host/outbox";
import type { PageCache } from "@daymark/api/host/page-cache";
import { createPush, type SendPushJob, sendPushTask } from "@daymark/api/host/push";
import type { Uploads } from "@daymark/api/host/uploads";
import { cleanUploads } from "@daymark/api/image/files";
import type { Log } from "@daymark/api/procedure/context";
import { remindDue } from "@daymark/api/reminder/due";
import { rollUp } from "@daymark/api/site-statistics/roll-up";
import { type CommentNewsJob, commentNewsTask } from "@daymark/api/thread/news";
import { createVapid } from "@daymark/auth/crypto/vapid";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Database } from "@daymark/db/connection/client";
import { keepConnection, type StandingConnection } from "@daymark/db/connection/dedicated-connection";
import { createQueuePool } from "@daymark/db/connection/job-queue";
import { type CronItem, type JobHelpers, Logger, parseCronItems, run, type TaskList } from "graphile-worker";
import { aborted } from "../process/aborted.ts";
import { cleanUp } from "./clean-up.ts";
import { answerReset } from "./mail/reset.ts";
import { sendMail } from "./mail/send.ts";
import { createTransport, deleteMailFiles, type TransportConfig } from "./mail/transport.ts";
import { sendPush } from "./push/send.ts";

/** Jobs that run at once, beside one mail. */
const concurrency = 3;
/** How often the worker polls for jobs that are due again. New jobs send a notification. */
const pollMilliseconds = 2_000;
/** How often the worker takes over the jobs of nodes that died. */
const recoverMilliseconds = 30_000;
/** When the worker stops: the timeout of a running mail, and the timeout of the whole queue. */
const patienceMilliseconds = 3_000;
const stopMilliseconds = 5_000;
/** The delay after a failure of the queue itself. */
const restartMilliseconds = 1_000;

/** The first half of the advisory locks that live workers hold. The second half is the hash of the worker's name. */
const livesLock = 1_684_108_654;

const dayMilliseconds = 86_400_000;

const cleanUpTask = "clean_up";
const remindTask = "remind";
const rollUpTask = "roll_up";

export interface WorkerOptions {
  /** The address that bypasses any pooler, because new jobs use NOTIFY and a live worker holds a lock. */
  connectionString: string;
  db: Database;
  /** The connections for long work: a clean-up deletes the days of many habits in one statement. */
  longWorkDb: Database;
  limits: Limits;
  config: TransportConfig & {
    secretKey: string | Uint8Array;
    publicUrl: string;
    /** The address under which push services can contact the operator. */
    contactEmail: string;
    /** How long mails that became files are kept; for ever by default. */
    logRetentionDays?: number;
  };
  /** Invalidated when a scheduled post is published. */
  pageCache: PageCache;
  uploads: Uploads;
  logs: { worker: Log; mail: Log };
  /** Milliseconds since the epoch; tests move it. */
  now?: () => number;
  /** Decides which addresses are push services. Tests pass their own. */
  isPushService?: (endpoint: string) => boolean;
}

export interface Worker {
  /** Waits a few seconds for running jobs. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs: it sends the mails of the outbox and push messages, sends reminders, publishes, and cleans up. The
 * workers of other nodes share the jobs. A queue that fails is restarted.
 * The queue's schema must exist (`migrateDatabase`).
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { db, longWorkDb, config, pageCache, uploads, logs } = options;
  const transport = createTransport(config);
  const stopping = new AbortController();
  const { secretKey, publicUrl } = config;
  const deps = { db, transport, secretKey, publicUrl, log: logs.mail };
  const now = options.now ?? Date.now;
  const push = createPush({ secretKey, ...(options.isPushService && { isService: options.isPushService }) });
  const outbox = createOutbox({ publicUrl, secretKey });
  const vapid = createVapid({ secretKey, contact: `mailto:${config.contactEmail}` });
  // Mails have a separate queue and run one at a time. If the process is killed after the mail server's answer and
  // before we store it, the mail is sent twice: at most one mail. While a mail waits for a slow server, another
  // node can send the next one.
  const mails: QueueOptions = {
    concurrency: 1,
    taskList: {
      [sendMailTask]: (payload: unknown, { job, abortPromise }: JobHelpers) => {
        const sending = sendMail(deps, (payload as SendMailJob).mail_id, job.attempts >= job.max_attempts);
        return Promise.race([sending, abortPromise]);
      },
    },
    cronItems: [],
  };
  const taskList = {
    [sendResetTask]: (payload: unknown, { job }: JobHelpers) =>
      answerReset({ ...deps, limits: options.limits }, payload as SendResetJob, job.attempts >= job.max_attempts),
    [sendPushTask]: (payload: unknown, { job }: JobHelpers) =>
      sendPush({ db, push, vapid, now, log: logs.worker }, payload as SendPushJob, job.attempts >= job.max_attempts),
    [remindTask]: async () => {
      const told = await remindDue({ db, outbox, push, now });
      if (told > 0) logs.worker.info({ people: told }, "people were reminded");
    },
    [rollUpTask]: () => rollUp({ db, now }),
    [publishPostTask]: (payload: unknown) => publishDue({ db, pageCache, now }, payload as PublishPostJob),
    [announcePostTask]: async (payload: unknown) => {
      const told = await announcePage({ db, outbox, now }, payload as AnnouncePostJob);
      if (told > 0) logs.worker.info({ people: told }, "subscribers were told of a post");
    },
    [decisionNewsTask]: async (payload: unknown) => {
      const told = await tellOfDecision({ db, outbox }, payload as DecisionNewsJob);
      if (told > 0) logs.worker.info({ people: told }, "followers were told of a decision");
    },
    [commentNewsTask]: async (payload: unknown) => {
      const told = await tellOfComments({ db, outbox }, payload as CommentNewsJob);
      if (told > 0) logs.worker.info({ people: told }, "followers were told of comments");
    },
    [cleanUpTask]: async () => {
      await cleanUp(longWorkDb);
      await cleanUploads(longWorkDb, uploads, now());
      const { mailDirectory, logRetentionDays = Infinity } = config;
      await deleteMailFiles(mailDirectory, now() - logRetentionDays * dayMilliseconds);
    },
  };

  const others: QueueOptions = {
    concurrency,
    taskList,
    cronItems: [
      { task: cleanUpTask, match: "*/10 * * * *" },
      // No retries: the run of the next minute finds everything that is due.
      { task: remindTask, match: "* * * * *", options: { maxAttempts: 1 } },
      { task: rollUpTask, match: "* * * * *", options: { maxAttempts: 1 } },
    ],
  };

  const supervision: Promise<void>[] = [];
  for (const queue of [mails, others]) supervision.push(supervise(queue, await startQueue(queue)));

  /** Runs a queue, and restarts it if it ends before the server stops. */
  async function supervise(queue: QueueOptions, first: Queue): Promise<void> {
    await serve(first);
    while (!stopping.signal.aborted) {
      await Promise.race([sleep(restartMilliseconds), aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      try {
        await serve(await startQueue(queue));
      } catch (error) {
        logs.worker.error({ error }, "the queue could not be started again");
      }
    }
  }

  async function serve(queue: Queue): Promise<void> {
    await Promise.race([queue.ended, aborted(stopping.signal)]);
    await queue.close();
  }

  async function startQueue({ concurrency, taskList, cronItems }: QueueOptions): Promise<Queue> {
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
        parsedCronItems: parseCronItems(cronItems),
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
      await Promise.all(supervision);
      transport.close();
    },
  };
}

interface QueueOptions {
  /** The number of jobs that run at once. */
  concurrency: number;
  taskList: TaskList;
  cronItems: CronItem[];
}

interface Queue {
  /** Resolves when the queue has ended, by a stop or by a failure. */
  ended: Promise<void>;
  close: () => Promise<void>;
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
  let connection: StandingConnection | undefined;
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
