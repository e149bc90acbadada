import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDataFiles } from "@daymark/api/host/data-files";
import { type Installation, plainInstallation } from "@daymark/api/host/installation";
import { createLogFiles } from "@daymark/api/host/log-files";
import { createMailSeal, createOutbox, type Mail } from "@daymark/api/host/outbox";
import { createPush } from "@daymark/api/host/push";
import { createTally } from "@daymark/api/host/tally";
import { createUploads } from "@daymark/api/host/uploads";
import { soundFacts } from "@daymark/api/installation/facts";
import { setupClosed } from "@daymark/api/installation/setup";
import { createNotifier } from "@daymark/api/outgoing/notifier";
import { createOutgoing } from "@daymark/api/outgoing/outgoing";
import type { Services } from "@daymark/api/procedure/context";
import { noNetwork } from "@daymark/auth/client/network";
import { createWebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import { captchaOff } from "@daymark/auth/limits/captcha";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import { createOauth } from "@daymark/auth/oauth/oauth";
import { createOauthStates } from "@daymark/auth/oauth/oauth-state";
import { createProviderSessions } from "@daymark/auth/oauth/provider-session";
import { createTwoFactor } from "@daymark/auth/second-factor/two-factor";
import { createSessions } from "@daymark/auth/session/session";
import { insertUser } from "@daymark/auth/testing";
import type { users } from "@daymark/db/schema/user";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import { type AppDeps, buildApp } from "./app.ts";
import { openLogs } from "./observability/log.ts";
import { openLive } from "./pubsub/live.ts";
import { openSwitches } from "./pubsub/switches.ts";

export interface Sent {
  token?: string;
  body?: unknown;
  /** A form to send instead of a body. */
  form?: FormData;
  headers?: Record<string, string>;
}

export interface Received {
  status: number;
  headers: Record<string, unknown>;
  type: string;
  text: string;
  /** The body, parsed if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any member of a response, and fails if the member is missing
  json: any;
}

/**
 * Starts the whole server without its pages, on a real, migrated, empty database and with real sessions.
 *
 * @param options.beside a host for which this is the second node: both share the database and the key
 */
export async function createTestHost({
  max = 10,
  beside,
  logBytesMax = Number.POSITIVE_INFINITY,
  services,
  installation = plainInstallation,
  ...overrides
}: Partial<Omit<AppDeps, "services">> & {
  services?: Partial<Services>;
  installation?: Installation;
  max?: number;
  logBytesMax?: number;
  beside?: { database: TestDatabase; secretKey: Uint8Array };
} = {}) {
  const secretKey = beside?.secretKey ?? randomBytes(32);
  const database = beside?.database ?? (await createTestDatabase({ max }));
  // The host uses the serving role, as in production; the test itself uses the superuser.
  const { serving } = database;
  const logDirectory = mkdtempSync(join(tmpdir(), "daymark-host-"));
  const limits = { retentionDays: 30, bytesMax: logBytesMax };
  const logs = openLogs({ directory: logDirectory, nodeName: "node-1", level: "info", ...limits });
  const sessions = createSessions({
    plans: installation.plans,
    db: serving.db,
    listenUrl: serving.url,
    secretKey,
    log: logs.of("auth"),
  });
  const { live, close: closeLive } = await openLive({
    directUrl: serving.url,
    redisUrl: undefined,
    log: logs.of("http"),
  });
  const { switches, close: closeSwitches } = await openSwitches(serving.db, {
    directUrl: serving.url,
    redisUrl: undefined,
    log: logs.of("http"),
  });
  await sessions.listening;
  const tally = createTally({ sql: serving.sql, now: Date.now, log: logs.of("http") });
  const uploadDirectory = mkdtempSync(join(tmpdir(), "daymark-uploads-"));
  const { app, drain } = await buildApp({
    db: serving.db,
    services: {
      installation,
      facts: soundFacts,
      replica: serving.db,
      longWorkDb: serving.db,
      overflowDb: serving.db,
      separateDb: serving.db,
      sessions,
      twoFactor: createTwoFactor({ secretKey }),
      outbox: createOutbox({ publicUrl: "http://localhost", secretKey }),
      push: createPush({ secretKey }),
      outgoing: createOutgoing(),
      webhookSecrets: createWebhookSecrets(secretKey),
      notifier: createNotifier({ secretKey, appriseUrl: undefined }),
      oauth: createOauth({ config: {}, publicUrl: "http://localhost" }),
      oauthStates: createOauthStates({ secretKey }),
      providerSessions: createProviderSessions({ secretKey }),
      isPasswordLogInOn: true,
      captcha: captchaOff,
      limits: noLimits,
      network: noNetwork,
      live,
      pageCache: { invalidate: () => {} },
      uploads: createUploads(uploadDirectory),
      switches,
      setup: setupClosed,
      dataFiles: createDataFiles(uploadDirectory),
      logFiles: createLogFiles({ directory: logDirectory, flush: logs.flush }),
      tally,
      ...services,
    },
    now: Date.now,
    watch: { isReachable: () => true, onLost: () => {} },
    logs: { http: logs.of("http"), auth: logs.of("auth"), admin: logs.of("admin") },
    trustedProxies: [],
    isSecure: false,
    // Other load on the machine must not decide a test.
    shedsLoad: false,
    ...overrides,
  });

  async function send(method: string, url: string, { token, body, form, headers }: Sent = {}): Promise<Received> {
    const sentForm = form && new Response(form);
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(sentForm && { "content-type": sentForm.headers.get("content-type") ?? "" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(sentForm && { payload: Buffer.from(await sentForm.arrayBuffer()) }),
    });
    const type = String(answer.headers["content-type"] ?? "");
    const isJson = answer.body !== "" && /^application\/(problem\+)?json/.test(type);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      type,
      text: answer.body,
      json: isJson ? answer.json() : undefined,
    };
  }

  return {
    app,
    drain,
    database,
    secretKey,
    sessions,
    send,
    logs,
    logDirectory,

    /** Creates a logged-in user. */
    async createUser(values: Partial<typeof users.$inferInsert> = {}) {
      const user = await insertUser(database.db, values);
      const { access, refresh } = await sessions.create(database.db, user.id, {
        rememberMe: false,
        address: "127.0.0.1",
        userAgent: "",
      });
      return { ...user, token: access, refresh };
    },

    async createHabit(token: string, values: object = {}): Promise<Habit> {
      const { status, json } = await send("POST", "/api/habits/", { token, body: { ...habit, ...values } });
      expect(status).toBe(201);
      return json;
    },

    /** Reads the mails in the outbox for an address. */
    async readMails(to: string): Promise<Mail[]> {
      const rows = await database.sql<{ content: string }[]>`select content from mails where content is not null`;
      const { open } = createMailSeal(secretKey);
      return rows.map(({ content }) => open(content)).filter((mail) => mail.to === to);
    },

    /** Reads all log lines so far. */
    readLogs(): string {
      logs.flush();
      return readdirSync(logDirectory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
        .join("");
    },

    async drop() {
      await app.close();
      await closeSwitches();
      await closeLive();
      await sessions.close();
      await tally.close();
      logs.close();
      if (!beside) await database.drop();
      for (const directory of [logDirectory, uploadDirectory]) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A habit that every plan allows. */
export const habit = { title: "Run", type: "good", target: 10, unit: "minutes", hue: 45 };

/** Checks the whole shape of an error, and that it has a message for the user. */
export function expectProblem(received: Received, status: number, code: string) {
  expect(received.json, received.text).toMatchObject({ status, code });
  expect(received.status).toBe(status);
  expect(received.type).toBe("application/problem+json; charset=utf-8");
  const { errors, error_codes, values: _, ...rest } = received.json;
  expect(rest).toEqual({
    type: "about:blank",
    title: expect.any(String),
    status,
    code,
    detail: expect.stringMatching(/^\p{Lu}.+[.!]$/u),
  });
  if (errors !== undefined) expect(code).toBe("validation_failed");
  expect(Object.keys(error_codes ?? {})).toEqual(Object.keys(errors ?? {}));
  return received.json as { detail: string; errors: Record<string, string[]> };
}
