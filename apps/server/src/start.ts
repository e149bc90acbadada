import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDataFiles } from "@daymark/api/host/data-files";
import { createLogFiles } from "@daymark/api/host/log-files";
import { createOutbox } from "@daymark/api/host/outbox";
import { createPush } from "@daymark/api/host/push";
import { createTally } from "@daymark/api/host/tally";
import { readStoredSettings } from "@daymark/api/installation/stored-settings";
import { createNotifier } from "@daymark/api/outgoing/notifier";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { createOauth } from "@daymark/auth/oauth/oauth";
import { createOauthStates } from "@daymark/auth/oauth/oauth-state";
import { createProviderSessions } from "@daymark/auth/oauth/provider-session";
import { relyingPartyOf } from "@daymark/auth/passkey/passkey";
import { createTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { createSessions } from "@daymark/auth/session/session";
import { buildApp, type Host } from "./app.ts";
import type { Env } from "./environment/env.ts";
import { watchDatabase } from "./http/health.ts";
import { sendTestMail } from "./jobs/mail/test-mail.ts";
import { startWorker, type Worker } from "./jobs/worker.ts";
import type { Logs } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { createRequestLatency } from "./observability/request-latency.ts";
import { pages } from "./pages/pages.ts";
import type { WebApp } from "./pages/web-app.ts";
import { openAbuseProtection } from "./process/abuse-protection.ts";
import { ensureAdmin } from "./process/first-admin.ts";
import { openSetup } from "./process/first-setup.ts";
import { readFacts } from "./process/installation-facts.ts";
import { type Databases, openDatabases } from "./process/open-databases.ts";
import { openUploads } from "./process/open-uploads.ts";
import { claimPort, listen } from "./process/port.ts";
import type { Supervisor } from "./process/supervisor.ts";
import { openLive } from "./pubsub/live.ts";
import { openNode } from "./pubsub/node.ts";
import { openPageInvalidation } from "./pubsub/page-invalidation.ts";
import { openSwitches } from "./pubsub/switches.ts";
import { deleteUnfinishedUpgrade } from "./upgrade/unfinished-upgrade.ts";

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

/** What each part of the server needs to start. */
interface Parts {
  env: Env;
  logs: Logs;
  /** The address under which users reach the server. */
  publicUrl: string;
  databases: Databases;
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
  /** Called if the operator has chosen other settings in the browser: the caller stops this server and starts another. */
  onRestart: () => void;
}): Promise<Server> {
  const { logs, web, supervisor, signal } = options;
  const { env: given } = options;
  const started: (() => Promise<unknown>)[] = [];
  const onStop = (stop: () => Promise<unknown>) => void started.push(stop);
  const stopAll = async () => {
    for (const stop of started.reverse()) {
      await stop().catch((error: unknown) => logs.of("server").error({ error }, "a part did not stop cleanly"));
    }
  };
  try {
    const claim = await claimPort(given.host, given.port);
    onStop(claim.release);
    const url = addressOf(given.host, claim.port);
    const databases = await openDatabases({ env: given, supervisor, signal, log: logs.of("database"), onStop });
    const stored = await readStoredSettings(databases.db, given);
    const env = { ...given, ...given.chosenWith(stored) };
    if (env.admin) await ensureAdmin(databases.db, env.admin, env.installation.defaultPlan);
    const parts = { env, logs, publicUrl: env.publicUrl ?? url, databases };
    const services = await openServices(parts, options.onRestart, onStop);
    const { app, drain } = await openHost(parts, services, web);
    // In case the worker does not start. Closing the app a second time does nothing.
    onStop(() => app.close());
    const worker = await openWorker(parts, services);
    onStop(() => closeAppAndWorker(app, worker));
    signal.throwIfAborted();
    // From the first request on, users write what the backup before the migration lacks.
    if (!env.databaseUrl && !supervisor?.isTrial) deleteUnfinishedUpgrade(env.dataDirectory);
    await claim.release();
    await listen(app, env.host, claim.port);
    const node = await openNode({
      db: databases.db,
      name: env.nodeName,
      healthOf: () => ({
        replica: databases.replica?.status() ?? null,
        redis: env.redisUrl ? (services.invalidation.isDeaf() ? "away" : "connected") : null,
      }),
      takeRequestP99: services.latency.takeP99,
      log: logs.of("server"),
    });
    onStop(node.close);
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
}

type OpenServices = Awaited<ReturnType<typeof openServices>>;

/** Opens what the calls and the worker share, each part after those that it needs. */
async function openServices(
  { env, logs, publicUrl, databases }: Parts,
  restart: () => void,
  onStop: (stop: () => Promise<unknown>) => void,
) {
  const { url: databaseUrl, directUrl, db, sql } = databases;
  const { secretKey } = env;
  const sessions = createSessions({
    db,
    listenUrl: directUrl,
    secretKey,
    plans: env.installation.plans,
    log: logs.of("auth"),
  });
  onStop(sessions.close);
  const watch = watchDatabase(databaseUrl);
  onStop(watch.close);
  await watch.looked;
  const oauth = createOauth({ config: env.oauth, publicUrl });
  const { close, ...abuseProtection } = await openAbuseProtection({ env, databaseUrl, log: logs.of("auth") });
  onStop(close);
  const pubsub = { directUrl, redisUrl: env.redisUrl, log: logs.of("http") };
  const { live, close: closeLive } = await openLive(pubsub);
  onStop(closeLive);
  const { invalidation, close: closeInvalidation } = await openPageInvalidation(pubsub);
  onStop(closeInvalidation);
  const { switches, close: closeSwitches } = await openSwitches(db, pubsub);
  onStop(closeSwitches);
  const { setup, close: closeSetup } = await openSetup({
    ...{ env, db, pubsub, url: publicUrl, restart, print: console.log, log: logs.of("server") },
    sendTest: ({ to, language, smtpUrl, mailFrom }) =>
      sendTestMail(
        { ...mailConfigOf(env), smtpUrl: smtpUrl ?? env.smtpUrl, mailFrom: mailFrom ?? env.mailFrom, publicUrl },
        { to, language, now: Date.now() },
      ),
  });
  onStop(closeSetup);
  const uploads = await openUploads(env, logs.of("http"));
  const tally = createTally({ sql, now: Date.now, log: logs.of("http") });
  onStop(tally.close);
  const metrics = env.metricsToken === undefined ? undefined : createMetrics({ db, watch });
  if (metrics) onStop(async () => metrics.close());
  const latency = createRequestLatency();
  return {
    ...{ sessions, watch, oauth, ...abuseProtection, live, invalidation, switches, setup, uploads, tally },
    ...{ metrics, latency },
  };
}

function mailConfigOf(env: Env) {
  return {
    mailFrom: env.mailFrom,
    smtpUrl: env.smtpUrl,
    smtpAuthority: env.smtpAuthority,
    mailDirectory: join(env.dataDirectory, "mail"),
  };
}

function openHost({ env, logs, publicUrl, databases }: Parts, services: OpenServices, web: WebApp): Promise<Host> {
  const { db, replica, longWorkDb, overflowDb } = databases;
  const { invalidation, oauth, captcha, metrics, latency, watch, ...others } = services;
  const { secretKey } = env;
  return buildApp({
    watch,
    latency,
    metrics: metrics && { metrics, token: env.metricsToken ?? "" },
    db,
    services: {
      ...others,
      installation: env.installation,
      facts: readFacts(env),
      replica: replica?.db ?? db,
      longWorkDb,
      overflowDb,
      twoFactor: createTwoFactor({ secretKey }),
      oauth,
      oauthStates: createOauthStates({ secretKey }),
      providerSessions: createProviderSessions({ secretKey }),
      isPasswordLogInOn: env.isPasswordLogInOn,
      outbox: createOutbox({ publicUrl, secretKey }),
      push: createPush({ secretKey }),
      outgoing: createOutgoing({ allowedNetworks: env.outgoingNetworks }),
      webhookSecrets: createWebhookSecrets(secretKey),
      notifier: createNotifier({ secretKey, appriseUrl: env.appriseUrl }),
      captcha,
      pageCache: invalidation,
      dataFiles: createDataFiles(env.dataDirectory),
      logFiles: createLogFiles({ directory: join(env.dataDirectory, "logs"), flush: logs.flush }),
    },
    now: Date.now,
    logs: { http: logs.of("http"), auth: logs.of("auth"), admin: logs.of("admin") },
    trustedProxies: env.trustedProxies,
    authProxyHeader: env.authProxyHeader,
    corsOrigins: env.corsOrigins,
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
          passwords: env.isPasswordLogInOn,
          proxyLogIn: env.authProxyHeader !== undefined,
          captcha: { provider: captcha.provider, ...(captcha.siteKey && { siteKey: captcha.siteKey }) },
          passkeys: relyingPartyOf(publicUrl) !== null,
          defaultTheme: env.defaultTheme,
          plans: env.installation.plans,
          signUp: env.installation.signUp,
          tellsOperator: !env.installation.hasPublicUrl,
        },
        isSetupOpen: services.setup.isOpen,
        isServiceWorkerOn: env.isServiceWorkerOn,
        onError: (error, path) => logs.of("http").error({ error }, `${path} could not be rendered`),
      }),
  });
}

function openWorker({ env, logs, publicUrl, databases }: Parts, services: OpenServices): Promise<Worker> {
  return startWorker({
    db: databases.db,
    longWorkDb: databases.longWorkDb,
    limits: services.limits,
    connectionString: databases.directUrl,
    config: {
      ...mailConfigOf(env),
      secretKey: env.secretKey,
      publicUrl,
      contactEmail: env.contactEmail,
      logRetentionDays: env.logRetentionDays,
      outgoingNetworks: env.outgoingNetworks,
      appriseUrl: env.appriseUrl,
    },
    live: services.live,
    pageCache: services.invalidation,
    uploads: services.uploads,
    logs: { worker: logs.of("worker"), mail: logs.of("mail") },
  });
}

/** Closes the HTTP server and the worker at the same time. */
async function closeAppAndWorker(app: Host["app"], worker: Worker): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), closeMilliseconds);
  await Promise.all([app.close(), worker.stop()]);
  clearTimeout(cut);
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
