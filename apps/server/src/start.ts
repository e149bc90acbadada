import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDataFiles } from "@daymark/api/host/data-files";
import { createLogFiles } from "@daymark/api/host/log-files";
import { createOutbox } from "@daymark/api/host/outbox";
import { createPush } from "@daymark/api/host/push";
import { createTally } from "@daymark/api/host/tally";
import { createUploads } from "@daymark/api/host/uploads";
import { createOauth } from "@daymark/auth/oauth/oauth";
import { createOauthStates } from "@daymark/auth/oauth/oauth-state";
import { relyingPartyOf } from "@daymark/auth/passkey/passkey";
import { createTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { createSessions } from "@daymark/auth/session/session";
import {
  createDatabase,
  type Database,
  longWorkConnectionsMax,
  overflowConnectionsMax,
} from "@daymark/db/connection/client";
import { migrateDatabase } from "@daymark/db/connection/migrate";
import { openReplica, type Replica } from "@daymark/db/connection/replica";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { servingRole } from "@daymark/db/embedded/embedded-roles";
import { buildApp } from "./app.ts";
import { watchDatabase } from "./http/health.ts";
import { startWorker } from "./jobs/worker.ts";
import type { Logs } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { pages } from "./pages/pages.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openAbuseProtection } from "./process/abuse-protection.ts";
import { assertDatabase } from "./process/database.ts";
import type { Env } from "./process/env.ts";
import { ensureAdmin } from "./process/first-admin.ts";
import { claimPort, listen } from "./process/port.ts";
import type { Supervisor } from "./process/supervisor.ts";
import { openLive } from "./pubsub/live.ts";
import { openNode } from "./pubsub/node.ts";
import { openPageInvalidation } from "./pubsub/page-invalidation.ts";
import { openSwitches } from "./pubsub/switches.ts";

/** How long the server still takes requests after readiness has failed, so that load balancers can notice it. */
const drainMilliseconds = 1_000;
/** After this time the server cuts connections that are still open. */
const closeMilliseconds = 4_000;

export interface Server {
  /** The address the server listens on. */
  url: string;
  port: number;
  /**
   * Fails readiness, finishes running requests, and closes the worker, the pools and the embedded database. A
   * supervisor's database stays up.
   *
   * @param options.isPatient first gives load balancers and clients time to notice that readiness fails
   */
  stop: (options: { isPatient: boolean }) => Promise<void>;
}

/**
 * Starts everything in order. It claims the port before it touches a database, and takes requests once everything runs.
 *
 * @throws StartError for what an operator can correct; everything that had started is stopped again
 */
export async function startServer(options: {
  env: Env;
  logs: Logs;
  web: WebApp;
  /** Owns the embedded database. Without a supervisor the server starts the database itself. */
  supervisor: Supervisor | undefined;
  signal: AbortSignal;
}): Promise<Server> {
  const { env, logs, web, supervisor, signal } = options;
  const started: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of started.reverse()) {
      await stop().catch((error: unknown) => logs.of("server").error({ error }, "a part did not stop cleanly"));
    }
  };
  try {
    const claim = await claimPort(env.host, env.port);
    started.push(claim.release);
    const url = addressOf(env.host, claim.port);
    const publicUrl = env.publicUrl ?? url;

    const database = await openDatabase();
    signal.throwIfAborted();
    await migrateDatabase(database.ownerUrl, { servingRole: database.servingRole });
    signal.throwIfAborted();
    const { db, sql } = createDatabase(database.url, { prepare: env.isDatabasePrepared });
    started.push(() => sql.end({ timeout: 2 }));
    const [longWork, overflow] = [longWorkConnectionsMax, overflowConnectionsMax].map((max) => {
      const pool = createDatabase(database.url, { max, prepare: env.isDatabasePrepared });
      started.push(() => pool.sql.end({ timeout: 2 }));
      return pool.db;
    }) as [Database, Database];
    const replica = env.databaseReplicaUrl ? openDatabaseReplica(env.databaseReplicaUrl, db) : undefined;
    if (env.admin) await ensureAdmin(db, env.admin);
    const sessions = createSessions({
      db,
      listenUrl: database.directUrl,
      secretKey: env.secretKey,
      log: logs.of("auth"),
    });
    started.push(sessions.close);
    const watch = watchDatabase(database.url);
    started.push(watch.close);
    await watch.looked;
    const oauth = createOauth({ config: env.oauth, publicUrl });
    const { separateDb, captcha, limits, network, close } = await openAbuseProtection({
      env,
      databaseUrl: database.url,
      log: logs.of("auth"),
    });
    started.push(close);
    const pubsub = { directUrl: database.directUrl, redisUrl: env.redisUrl, log: logs.of("http") };
    const { live, close: closeLive } = await openLive(pubsub);
    started.push(closeLive);
    const { invalidation, close: closeInvalidation } = await openPageInvalidation(pubsub);
    started.push(closeInvalidation);
    const { switches, close: closeSwitches } = await openSwitches(db, pubsub);
    started.push(closeSwitches);
    const uploads = createUploads(join(env.dataDirectory, "uploads"));
    const tally = createTally({ sql, now: Date.now, log: logs.of("http") });
    started.push(tally.close);
    const metrics = env.metricsToken === undefined ? undefined : createMetrics({ db, watch });
    if (metrics) started.push(async () => metrics.close());
    const { app, drain } = await buildApp({
      metrics: metrics && { metrics, token: env.metricsToken ?? "" },
      db,
      network,
      services: {
        replica: replica?.db ?? db,
        longWorkDb: longWork,
        overflowDb: overflow,
        separateDb,
        sessions,
        twoFactor: createTwoFactor({ db, secretKey: env.secretKey }),
        oauth,
        oauthStates: createOauthStates({ db, secretKey: env.secretKey }),
        outbox: createOutbox({ publicUrl, secretKey: env.secretKey }),
        push: createPush({ secretKey: env.secretKey }),
        captcha,
        limits,
        network,
        live,
        pageCache: invalidation,
        uploads,
        switches,
        dataFiles: createDataFiles(env.dataDirectory),
        logFiles: createLogFiles({ directory: join(env.dataDirectory, "logs"), flush: logs.flush }),
        tally,
      },
      now: Date.now,
      watch,
      logs: { http: logs.of("http"), auth: logs.of("auth"), admin: logs.of("admin") },
      trustedProxies: env.trustedProxies,
      isSecure: publicUrl.startsWith("https:"),
      pages: (scope, data) =>
        pages(scope, {
          data,
          invalidation,
          cacheCounts: metrics?.pageCache,
          web,
          publicUrl: () => publicUrl,
          site: {
            contactEmail: env.contactEmail,
            socialLinks: env.socialLinks,
            donations: env.donations,
            providers: oauth.providers,
            captcha: { provider: captcha.provider, ...(captcha.siteKey && { siteKey: captcha.siteKey }) },
            passkeys: relyingPartyOf(publicUrl) !== null,
          },
          isServiceWorkerOn: env.isServiceWorkerOn,
          onError: (error, path) => logs.of("http").error({ error }, `${path} could not be rendered`),
        }),
    });
    const worker = await startWorker({
      db,
      longWorkDb: longWork,
      limits,
      connectionString: database.directUrl,
      config: {
        mailFrom: env.mailFrom,
        smtpUrl: env.smtpUrl,
        mailDirectory: join(env.dataDirectory, "mail"),
        secretKey: env.secretKey,
        publicUrl,
        contactEmail: env.contactEmail,
        logRetentionDays: env.logRetentionDays,
      },
      pageCache: invalidation,
      uploads,
      logs: { worker: logs.of("worker"), mail: logs.of("mail") },
    });
    started.push(async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), closeMilliseconds);
      await Promise.all([app.close(), worker.stop()]);
      clearTimeout(cut);
    });
    signal.throwIfAborted();
    await claim.release();
    await listen(app, env.host, claim.port);
    const node = await openNode({
      db,
      name: env.nodeName,
      healthOf: () => ({
        replica: replica?.status() ?? null,
        redis: env.redisUrl ? (invalidation.isDeaf() ? "away" : "connected") : null,
      }),
      log: logs.of("server"),
    });
    started.push(node.close);
    return {
      url,
      port: claim.port,
      stop: async ({ isPatient }) => {
        drain();
        if (isPatient) await sleep(drainMilliseconds);
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }

  /**
   * The start does not wait for the replica. Reads use the primary until the replica is checked, and while it is down.
   */
  function openDatabaseReplica(url: string, primary: Database): Replica {
    const log = logs.of("database");
    const says = { used: "the replica is read from", late: "the replica is behind", away: "the replica is away" };
    const opened = openReplica({
      url,
      isPrepared: env.isDatabasePrepared,
      primary,
      onChange: (state) => log[state === "used" ? "info" : "warn"]({}, says[state]),
    });
    started.push(opened.close);
    return opened;
  }

  /**
   * Returns three addresses: for the serving role (`url`), for the owner of the tables, and one that bypasses any
   * pooler for notifications and the worker.
   */
  async function openDatabase() {
    const { databaseUrl: url, databaseDirectUrl: directUrl } = env;
    if (url && directUrl) {
      const { role } = await assertDatabase(url, "DATABASE_URL");
      const owner = directUrl === url ? { role } : await assertDatabase(directUrl, env.databaseDirectName);
      return { url, directUrl, ownerUrl: directUrl, servingRole: owner.role === role ? undefined : role };
    }
    const { servingUrl, ownerUrl } = supervisor ? await supervisor.openDatabase(signal) : await startOwnDatabase();
    return { url: servingUrl, directUrl: servingUrl, ownerUrl, servingRole };
  }

  async function startOwnDatabase() {
    const log = logs.of("database");
    const embedded = await startEmbedded({ dataDirectory: env.dataDirectory, log: (line) => log.info({}, line) });
    started.push(embedded.stop);
    return embedded;
  }
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
