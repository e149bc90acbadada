import { type AnnouncePostJob, announcePage, announcePostTask } from "@daymark/api/blog/publication/announce";
import { type PublishPostJob, publishDue, publishPostTask } from "@daymark/api/blog/publication/publish";
import { type DecisionNewsJob, decisionNewsTask } from "@daymark/api/feature-request/decision-news";
import { tellOfComments, tellOfDecision } from "@daymark/api/feature-request/tell";
import { archiveFinished } from "@daymark/api/habit/finish/archive-finished";
import type { Live } from "@daymark/api/host/live-hub";
import {
  createOutbox,
  type SendMailJob,
  type SendResetJob,
  sendMailTask,
  sendResetTask,
} from "@daymark/api/host/outbox";
import type { PageCache } from "@daymark/api/host/page-cache";
import {
  type DeletePersonalRowsJob,
  deletePersonalRows,
  deletePersonalRowsTask,
} from "@daymark/api/host/personal-rows";
import { createPush, type SendPushJob, sendPushTask } from "@daymark/api/host/push";
import type { Uploads } from "@daymark/api/host/uploads";
import { cleanUploads, type DeleteFilesJob, deleteFiles, deleteFilesTask } from "@daymark/api/image/files";
import { telegramHost } from "@daymark/api/notification-target/address";
import { createNotifier, type SendNotificationJob, sendNotificationTask } from "@daymark/api/outgoing/notifier";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { newReceiverFlag, slowReceiverFlag } from "@daymark/api/outgoing/receiver-speed";
import type { Log } from "@daymark/api/procedure/context";
import { remindDue } from "@daymark/api/reminder/due";
import { rollUp } from "@daymark/api/site-statistics/roll-up";
import { type CommentNewsJob, commentNewsTask } from "@daymark/api/thread/news";
import { deliver } from "@daymark/api/webhook/deliver";
import { findReached } from "@daymark/api/webhook/find-reached";
import { watchStreaks } from "@daymark/api/webhook/watch-streaks";
import { type DeliverWebhookJob, deliverWebhookTask } from "@daymark/api/webhook-event/announce";
import { type FindReachedJob, findReachedTask } from "@daymark/api/webhook-event/found-later";
import { createVapid } from "@daymark/auth/crypto/vapid";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Database } from "@daymark/db/connection/client";
import type { JobTask } from "@daymark/domain/operator/job";
import type { JobHelpers, TaskList } from "graphile-worker";
import { cleanUp } from "./clean-up.ts";
import { createAcceptanceQueue } from "./mail/acceptance.ts";
import { answerReset } from "./mail/reset.ts";
import { sendMail } from "./mail/send.ts";
import { createTransport, deleteMailFiles, mailConnections, type TransportConfig } from "./mail/transport.ts";
import { sendNotification } from "./notification/send.ts";
import { sendPush } from "./push/send.ts";
import { type QueueOptions, runQueue } from "./queue.ts";

/** Jobs that run at once, beside the mails. */
const concurrency = 3;

/**
 * The places for messages to webhooks and notification targets, apart from all other jobs, because a receiver may take ten
 * seconds. A user holds at most one place by webhooks and one by targets. Any number of users may own slow receivers, so
 * some places take only those that were prompt the last time, and some also those that were never called.
 */
const outgoingPlaces = [
  { concurrency: 3, forbiddenFlags: [newReceiverFlag, slowReceiverFlag] },
  { concurrency: 2, forbiddenFlags: [slowReceiverFlag] },
  { concurrency: 3, forbiddenFlags: [] },
];
/** The first repetition comes after five seconds. */
const outgoingPollMilliseconds = 5_000;

/** The operator chooses the address of the Apprise API, which mostly stands in a private network. */
const allNetworks = ["0.0.0.0/0", "::/0"];

const dayMilliseconds = 86_400_000;

const archiveFinishedTask = "archive_finished";
const cleanUpTask = "clean_up";
const remindTask = "remind";
const rollUpTask = "roll_up";
const watchStreaksTask = "watch_streaks";

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
    /** OUTGOING_NETWORKS; none by default. */
    outgoingNetworks?: readonly string[];
    /** APPRISE_URL; none by default. */
    appriseUrl?: string | undefined;
  };
  /** Tells the open pages of a user whose habit was archived. */
  live: Pick<Live, "publish">;
  /** Invalidated when a scheduled post is published. */
  pageCache: PageCache;
  uploads: Uploads;
  logs: { worker: Log; mail: Log };
  /** Milliseconds since the epoch; tests move it. */
  now?: () => number;
  /** Decides which addresses are push services. Tests pass their own. */
  isPushService?: (endpoint: string) => boolean;
  /** Without a slash at its end. Tests pass their own. */
  telegramUrl?: string;
  /** For an answer of a receiver. Tests pass their own. */
  outgoingTimeoutMilliseconds?: number;
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
  const { connectionString, db, config, logs } = options;
  const transport = createTransport(config);
  const stopping = new AbortController();
  const { secretKey, publicUrl } = config;
  const mailDeps = { db, transport, acceptance: createAcceptanceQueue(), secretKey, publicUrl, log: logs.mail };
  // Mails have a queue of their own, so that a slow mail server delays no other jobs.
  const mails: QueueOptions = { concurrency: mailConnections, taskList: createMailTasks(mailDeps), cronItems: [] };
  const others: QueueOptions = {
    concurrency,
    taskList: createTasks(options, mailDeps),
    cronItems: [
      { task: cleanUpTask, match: "*/10 * * * *" },
      // No retries: the run of the next minute finds everything that is due.
      { task: remindTask, match: "* * * * *", options: { maxAttempts: 1 } },
      { task: rollUpTask, match: "* * * * *", options: { maxAttempts: 1 } },
      // Time zones differ by quarters of an hour.
      {
        task: watchStreaksTask,
        match: "*/5 * * * *",
        // One runs at a time, and one waits at most, however long a run takes.
        options: { queueName: watchStreaksTask, jobKey: watchStreaksTask, maxAttempts: 1 },
      },
      // Once a day. A server that was off then catches up at its next start.
      {
        task: archiveFinishedTask,
        match: "40 2 * * *",
        options: { backfillPeriod: dayMilliseconds, jobKey: archiveFinishedTask, maxAttempts: 3 },
      },
    ],
  };
  const outgoingTasks = createOutgoingTasks(options);
  const outgoing: QueueOptions[] = outgoingPlaces.map((places) => ({
    ...places,
    pollMilliseconds: outgoingPollMilliseconds,
    taskList: outgoingTasks,
    cronItems: [],
  }));
  const queueDeps = { connectionString, db, log: logs.worker, stopping: stopping.signal };
  const running: { stopped: Promise<void> }[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.all(running.map(({ stopped }) => stopped));
    transport.close();
  };
  try {
    for (const queue of [mails, others, ...outgoing]) running.push(await runQueue(queue, queueDeps));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

type MailDeps = Parameters<typeof sendMail>[0];

/** The task lists together have all tasks that admins can filter by. */
type Tasks<Names extends JobTask> = Record<Names, NonNullable<TaskList[string]>>;

function createMailTasks(deps: MailDeps): Tasks<typeof sendMailTask> {
  return {
    [sendMailTask]: (payload: unknown, { job, abortPromise }: JobHelpers) => {
      const sending = sendMail(deps, (payload as SendMailJob).mail_id, job.attempts >= job.max_attempts);
      return Promise.race([sending, abortPromise]);
    },
  };
}

function createOutgoingTasks(options: WorkerOptions): Tasks<typeof deliverWebhookTask | typeof sendNotificationTask> {
  const {
    db,
    config,
    logs,
    now = Date.now,
    telegramUrl = `https://${telegramHost}`,
    outgoingTimeoutMilliseconds,
  } = options;
  const { secretKey, publicUrl, appriseUrl, outgoingNetworks: allowedNetworks = [] } = config;
  const secrets = createWebhookSecrets(secretKey);
  const outbox = createOutbox({ publicUrl, secretKey });
  const timeout = outgoingTimeoutMilliseconds ? { timeoutMilliseconds: outgoingTimeoutMilliseconds } : {};
  const deps = {
    db,
    outgoing: createOutgoing({ allowedNetworks, ...timeout }),
    secrets,
    outbox,
    log: logs.worker,
    now,
  };
  const notificationDeps = {
    ...deps,
    notifier: createNotifier({ secretKey, appriseUrl }),
    operatorsOutgoing: createOutgoing({ allowedNetworks: allNetworks, ...timeout }),
    urls: { telegram: telegramUrl, apprise: appriseUrl },
    publicUrl,
  };
  return {
    [deliverWebhookTask]: (payload: unknown, { job }: JobHelpers) =>
      deliver(deps, payload as DeliverWebhookJob, job.flags),
    [sendNotificationTask]: (payload: unknown, { job }: JobHelpers) =>
      sendNotification(notificationDeps, payload as SendNotificationJob, job),
  };
}

function createTasks(
  options: WorkerOptions,
  mailDeps: MailDeps,
): Tasks<Exclude<JobTask, typeof sendMailTask | typeof deliverWebhookTask | typeof sendNotificationTask>> {
  const { db, longWorkDb, config, live, pageCache, uploads, logs, now = Date.now } = options;
  const { secretKey, publicUrl } = config;
  const push = createPush({ secretKey, ...(options.isPushService && { isService: options.isPushService }) });
  const outbox = createOutbox({ publicUrl, secretKey });
  const notifier = createNotifier({ secretKey, appriseUrl: config.appriseUrl });
  const vapid = createVapid({ secretKey, contact: `mailto:${config.contactEmail}` });
  return {
    [sendResetTask]: (payload: unknown, { job }: JobHelpers) =>
      answerReset({ ...mailDeps, limits: options.limits }, payload as SendResetJob, job.attempts >= job.max_attempts),
    [sendPushTask]: (payload: unknown, { job }: JobHelpers) =>
      sendPush({ db, push, vapid, now, log: logs.worker }, payload as SendPushJob, job.attempts >= job.max_attempts),
    [remindTask]: async () => {
      const told = await remindDue({ db, outbox, push, notifier, now });
      if (told > 0) logs.worker.info({ people: told }, "people were reminded");
    },
    [rollUpTask]: () => rollUp({ db, now }),
    [watchStreaksTask]: () => watchStreaks({ db, longWorkDb, now }),
    [archiveFinishedTask]: async () => {
      const archived = await archiveFinished({ db: longWorkDb, live, now });
      if (archived > 0) logs.worker.info({ habits: archived }, "habits that had ended were archived");
    },
    [findReachedTask]: (payload: unknown) => findReached({ db, longWorkDb, now }, payload as FindReachedJob),
    [deletePersonalRowsTask]: (payload: unknown) =>
      deletePersonalRows(longWorkDb.$client, (payload as DeletePersonalRowsJob).user_id),
    [deleteFilesTask]: (payload: unknown) => deleteFiles(longWorkDb, uploads, payload as DeleteFilesJob),
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
      const { mailDirectory, logRetentionDays = Infinity } = config;
      await deleteMailFiles(mailDirectory, now() - logRetentionDays * dayMilliseconds);
      // Last, because it fails while S3 does not answer.
      await cleanUploads(longWorkDb, uploads, now());
    },
  };
}
