import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NetworkFacts, type NetworkPolicy, noNetwork } from "@daymark/auth/client/network";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { type Captcha, captchaOff } from "@daymark/auth/limits/captcha";
import { type Limits, noLimits } from "@daymark/auth/limits/rate-limit";
import { createOauth, type Oauth } from "@daymark/auth/oauth/oauth";
import { createOauthStates } from "@daymark/auth/oauth/oauth-state";
import { createProviderSessions } from "@daymark/auth/oauth/provider-session";
import { createTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { createSessions, type Sessions } from "@daymark/auth/session/session";
import { insertUser } from "@daymark/auth/testing";
import type { Database, Sql, Transaction } from "@daymark/db/connection/client";
import { mails } from "@daymark/db/schema/mail";
import type { users } from "@daymark/db/schema/user";
import { createTestDatabase } from "@daymark/db/testing";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import type { Language } from "@daymark/domain/text/language";
import type { HabitCreateInput } from "@daymark/domain/tracking/habit";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { expect } from "vitest";
import { sendReset } from "./account/send-reset.ts";
import { toProblem } from "./base/error.ts";
import { createDataFiles } from "./host/data-files.ts";
import { type Installation, plainInstallation } from "./host/installation.ts";
import { createHub } from "./host/live-hub.ts";
import { createLogFiles } from "./host/log-files.ts";
import { createMailSeal, createOutbox, type Mail, sendResetTask } from "./host/outbox.ts";
import { createPush } from "./host/push.ts";
import { createSwitches } from "./host/switches.ts";
import { createTally } from "./host/tally.ts";
import { createUploads, type Uploads } from "./host/uploads.ts";
import { soundFacts } from "./installation/facts.ts";
import { setupClosed } from "./installation/setup.ts";
import { createNotifier, type Notifier } from "./outgoing/notifier.ts";
import { createOutgoing, type Outgoing } from "./outgoing/outgoing.ts";
import type { Context, InTurn } from "./procedure/context.ts";
import { appRouter } from "./router.ts";

/** The options of a call; a guest's call has no user. */
export interface CallOptions {
  /** Another storage instead of the test's folder. */
  uploads?: Uploads;
  timezone?: string | null;
  /** Milliseconds since the epoch. */
  now?: number;
  language?: Language;
  /** Another client of the same database, for tests that count statements; it also serves reads of the replica. */
  db?: Database;
  /** The replica, for reads that tolerate a delay of a second. */
  replica?: Database;
  /** The overflow connections for calls beyond the few of each network; `db` by default. */
  overflowDb?: Database;
  /** The connections for long work; `db` by default. */
  longWorkDb?: Database;
  /** The host's queue of turns. By default the call runs at once. */
  inTurn?: InTurn;
  userAgent?: string;
  address?: string;
  /** The id of the calling page. */
  origin?: string;
  /** The facts about the caller's address. */
  facts?: NetworkFacts;
  /** The identity providers as another node has loaded them. */
  oauth?: Oauth;
  /** By default it calls only public addresses. */
  outgoing?: Outgoing;
  /** What the operator has decided otherwise. */
  installation?: Partial<Installation>;
  /** By default it offers all kinds of targets. */
  notifier?: Notifier;
  /** PASSWORD_LOGIN, on by default. */
  isPasswordLogInOn?: boolean;
  /** The user whom a trusted proxy names. */
  proxyUser?: string;
  /** NETWORK_POLICY, "record" by default. */
  policy?: NetworkPolicy;
  /** By default the client stays connected. */
  watchClient?: WatchClient;
  /** The host's check after a wait; nothing by default. */
  confirmCaller?: () => Promise<void>;
}

/** Noon of a Saturday, UTC: the default "now" of a call. */
export const noon = Date.UTC(2026, 10, 21, 12);

/**
 * Creates procedures on a real, migrated, empty database. Tests call them as over tRPC and REST, with a real session.
 *
 * @param options.max connections; tests of races need one for each parallel call
 * @param options.oauth providers that users can log in with; none by default
 * @param options.captcha off by default
 * @param options.limits rate limits; none by default
 * @param options.installation differences from an installation without any configuration
 */
export async function createTestApi(
  options: {
    max?: number;
    publicUrl?: string;
    oauth?: Oauth;
    captcha?: (deps: { db: Database; secretKey: Uint8Array; now: () => number }) => Captcha;
    limits?: (deps: { sql: Sql; secretKey: Uint8Array }) => Limits;
    installation?: Partial<Installation>;
  } = {},
) {
  const database = await createTestDatabase(options);
  // The product uses the serving role, as in production; the test itself uses the superuser.
  const { serving } = database;
  const secretKey = randomBytes(32);
  /** The current time of sessions, and the default of calls. */
  const clock = { now: noon };
  const installation = { ...plainInstallation, ...options.installation };
  const { plans } = installation;
  const sessions = createSessions({
    plans,
    db: serving.db,
    listenUrl: serving.url,
    secretKey,
    now: () => clock.now,
    log: quiet,
  });
  const publicUrl = options.publicUrl ?? "http://127.0.0.1:3000";
  const twoFactor = createTwoFactor({ secretKey, now: () => clock.now });
  const outbox = createOutbox({ publicUrl, secretKey });
  const push = createPush({ secretKey });
  const outgoing = createOutgoing();
  const webhookSecrets = createWebhookSecrets(secretKey);
  const notifier = createNotifier({ secretKey, appriseUrl: "http://apprise.invalid:8000" });
  const oauth = options.oauth ?? createOauth({ config: {}, publicUrl });
  const oauthStates = createOauthStates({ secretKey });
  const captcha = options.captcha?.({ db: serving.db, secretKey, now: () => clock.now }) ?? captchaOff;
  const limits = options.limits?.({ sql: serving.sql, secretKey }) ?? noLimits;
  /** One node without a channel to others. */
  const live = createHub({ send: async () => {} });
  /** The invalidated topics, in the order of the calls. */
  const invalidated: PageTopic[] = [];
  const mailSeal = createMailSeal(secretKey);
  const uploadDirectory = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
  const uploads = createUploads(uploadDirectory);
  const logDirectory = mkdtempSync(join(tmpdir(), "daymark-logs-"));
  const tally = createTally({ sql: serving.sql, now: () => clock.now, log: quiet });
  const dataFiles = createDataFiles(uploadDirectory);
  const switches = createSwitches(serving.db, async () => {});
  const clients: Sql[] = [];
  const others: Sessions[] = [];

  function callerOf(caller: Context["caller"], call: CallOptions = {}) {
    return appRouter.createCaller({
      db: call.db ?? serving.db,
      services: {
        installation: { ...installation, ...call.installation },
        facts: soundFacts,
        replica: call.replica ?? call.db ?? serving.db,
        longWorkDb: call.longWorkDb ?? call.db ?? serving.db,
        overflowDb: call.overflowDb ?? call.db ?? serving.db,
        separateDb: call.db ?? serving.db,
        sessions,
        twoFactor,
        outbox,
        push,
        outgoing: call.outgoing ?? outgoing,
        webhookSecrets,
        notifier: call.notifier ?? notifier,
        oauth: call.oauth ?? oauth,
        oauthStates,
        providerSessions: createProviderSessions({ secretKey }),
        isPasswordLogInOn: call.isPasswordLogInOn ?? true,
        captcha,
        limits,
        network: { ...noNetwork, policy: call.policy ?? "record" },
        live,
        pageCache: { invalidate: (topics) => invalidated.push(...topics) },
        uploads: call.uploads ?? uploads,
        switches,
        setup: setupClosed,
        dataFiles,
        logFiles: createLogFiles({ directory: logDirectory, flush: () => {} }),
        tally,
      },
      caller,
      refusal: null,
      proxyUser: call.proxyUser ?? null,
      language: call.language ?? "en",
      timezone: call.timezone ?? null,
      client: { address: call.address ?? "127.0.0.1", userAgent: call.userAgent ?? "", ...call.facts },
      origin: call.origin ?? null,
      ...(call.inTurn && { inTurn: call.inTurn }),
      ...(call.watchClient && { watchClient: call.watchClient }),
      ...(call.confirmCaller && { confirmCaller: call.confirmCaller }),
      now: () => call.now ?? clock.now,
      log: quiet,
      adminLog: quiet,
    });
  }

  return {
    db: database.db,
    sql: database.sql,
    url: database.url,
    clock,
    sessions,
    live,
    invalidated,
    uploads,
    uploadDirectory,
    logDirectory,
    tally,
    outbox,
    push,
    webhookSecrets,
    notifier,
    guest: callerOf(null),
    guestWith: (call: CallOptions) => callerOf(null, call),

    /** Authenticates an access token as a context would, and returns the caller. */
    async callerOfToken(access: string, call: CallOptions = {}) {
      const caller = await sessions.authenticate(access);
      if (typeof caller === "string") throw new Error(`refused: ${caller}`);
      return callerOf(caller, call);
    },

    /** Authenticates an API key and returns the caller. */
    async callerOfKey(key: string, call: CallOptions = {}) {
      const caller = await sessions.authenticateKey(key);
      if (typeof caller === "string") throw new Error(`refused: ${caller}`);
      return callerOf(caller, call);
    },

    /** The mails that wait for the worker, oldest first. */
    async readMails(): Promise<Mail[]> {
      const rows = await database.db.select().from(mails).orderBy(mails.id);
      return rows.flatMap(({ content }) => (content === null ? [] : [mailSeal.open(content)]));
    },

    /** Answers the waiting requests for a new password as the worker does. Returns their number. */
    async answerResets(): Promise<number> {
      const jobs = await database.sql<{ id: string; request: string }[]>`
        select jobs.id, jobs.payload ->> 'request' as request from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
        where tasks.identifier = ${sendResetTask} order by jobs.id`;
      for (const { id, request } of jobs) {
        await sendReset({ db: database.db, outbox, limits, now: () => clock.now }, mailSeal.openRequest(request));
        await database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
      }
      return jobs.length;
    },

    /** Creates a user with a session. `caller` calls at {@link noon} without a timezone. */
    async createUser(values: Partial<typeof users.$inferInsert> = {}) {
      const user = await insertUser(database.db, values);
      const { access } = await sessions.create(database.db, user.id, {
        rememberMe: false,
        address: "127.0.0.1",
        userAgent: "",
      });
      const caller = await sessions.authenticate(access);
      if (typeof caller === "string") throw new Error(`refused: ${caller}`);
      return { user, caller: callerOf(caller), callerWith: (call: CallOptions) => callerOf(caller, call) };
    },

    /** Starts the sessions of another node on the same database, with a separate cache of callers. */
    async startOtherNode() {
      const now = () => clock.now;
      const other = createSessions({ db: database.db, listenUrl: database.url, secretKey, plans, now, log: quiet });
      others.push(other);
      await Promise.all([other.listening, sessions.listening]);
      return other;
    },

    /** A client with one connection that records each statement it sends. */
    async countStatements() {
      const statements: string[] = [];
      const sql = postgres(database.url, { max: 1, onnotice: () => {}, debug: (_, query) => statements.push(query) });
      clients.push(sql);
      // A new connection first queries the types of the database.
      await sql`select 1`;
      statements.length = 0;
      return { db: drizzle(sql), statements };
    },

    /**
     * Starts a call while a change is made but not committed, and commits the change once the call waits for it.
     *
     * @returns the result of the call
     */
    async callDuring<Answer>(
      change: (tx: Transaction) => Promise<unknown>,
      call: () => Promise<Answer>,
    ): Promise<Answer> {
      const isWaiting = () => database.sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      const { answer } = await database.db.transaction(async (tx) => {
        await change(tx);
        const answer = call();
        await expect.poll(isWaiting, { interval: 20, timeout: 20_000 }).toHaveLength(1);
        return { answer };
      });
      return answer;
    },

    async drop() {
      await Promise.all(others.map((other) => other.close()));
      await Promise.all(clients.map((client) => client.end()));
      await live.close();
      await sessions.close();
      await tally.close();
      await database.drop();
      for (const directory of [uploadDirectory, logDirectory]) rmSync(directory, { recursive: true });
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>;
export type TestUser = Awaited<ReturnType<TestApi["createUser"]>>;

/** A habit that every plan allows. */
export const habitInput: HabitCreateInput = { title: "Run", type: "good", target: 10, unit: "minutes", hue: 0 };

/** The error of both a missing habit and another user's habit. */
export const missingHabit = { code: "NOT_FOUND", key: "habit_not_found" };

/** The error codes by field, "accepted", or the key of the error table. */
export function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => {
      const { errors, key } = toProblem(error);
      if (!errors) return key;
      return Object.fromEntries(Object.entries(errors).map(([field, list]) => [field, list.map(({ code }) => code)]));
    },
  );
}

/** The key of the error of a call; the error itself if it has no key. */
export function keyOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error) => {
      const { key } = toProblem(error);
      return key === "internal_error" ? error : key;
    },
  );
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
