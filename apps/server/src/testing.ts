import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailSeal, createOutbox, type Mail } from "@daymark/api/mail/outbox";
import { captchaOff } from "@daymark/auth/captcha";
import { noLimits } from "@daymark/auth/limit";
import { noNetwork } from "@daymark/auth/network";
import { createOauth } from "@daymark/auth/oauth";
import { createOauthStates } from "@daymark/auth/oauth-state";
import { createSessions } from "@daymark/auth/session";
import { insertUser } from "@daymark/auth/testing";
import { createTwoFactor } from "@daymark/auth/two-factor";
import type { users } from "@daymark/db/schema/user";
import { createTestDatabase, type TestDatabase } from "@daymark/db/testing";
import type { Habit } from "@daymark/domain/habit";
import type { InjectOptions } from "fastify";
import { expect } from "vitest";
import { type AppDeps, buildApp } from "./app.ts";
import { openLogs } from "./log.ts";

export interface Sent {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Received {
  status: number;
  headers: Record<string, unknown>;
  type: string;
  text: string;
  /** Parsed, where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came, and fails where it is not what it says
  json: any;
}

/**
 * The whole host but its pages, on a real, migrated, empty database and with real sessions.
 *
 * @param options.beside a host whose second node this is: on its database, with its key
 */
export async function createTestHost({
  max = 10,
  beside,
  ...overrides
}: Partial<AppDeps> & { max?: number; beside?: { database: TestDatabase; secretKey: Uint8Array } } = {}) {
  const secretKey = beside?.secretKey ?? randomBytes(32);
  const database = beside?.database ?? (await createTestDatabase({ max }));
  const logDirectory = mkdtempSync(join(tmpdir(), "daymark-host-"));
  const logs = openLogs({ directory: logDirectory, level: "info", retentionDays: 30 });
  const sessions = createSessions({
    db: database.db,
    listenUrl: database.url,
    secretKey,
    log: logs.of("auth"),
  });
  await sessions.listening;
  const { app, drain } = await buildApp({
    db: database.db,
    sessions,
    twoFactor: createTwoFactor({ db: database.db, secretKey }),
    outbox: createOutbox({ publicUrl: "http://localhost", secretKey }),
    oauth: createOauth({ config: {}, publicUrl: "http://localhost" }),
    oauthStates: createOauthStates({ db: database.db, secretKey }),
    captcha: captchaOff,
    limits: noLimits,
    network: noNetwork,
    now: Date.now,
    watch: { isReachable: () => true, onLost: () => {} },
    logs: { http: logs.of("http"), auth: logs.of("auth") },
    trustedProxies: [],
    isSecure: false,
    ...overrides,
  });

  async function send(method: string, url: string, { token, body, headers }: Sent = {}): Promise<Received> {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
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

    /** A user of their own, logged in. */
    async createUser(values: Partial<typeof users.$inferInsert> = {}) {
      const user = await insertUser(database.db, values);
      const { access, refresh } = await sessions.create(user.id, {
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

    /** The mails that wait to be sent to an address. */
    async readMails(to: string): Promise<Mail[]> {
      const rows = await database.sql<{ content: string }[]>`select content from mails where content is not null`;
      const { open } = createMailSeal(secretKey);
      return rows.map(({ content }) => open(content)).filter((mail) => mail.to === to);
    },

    /** All that was logged so far. */
    readLogs(): string {
      logs.flush();
      return readdirSync(logDirectory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
        .join("");
    },

    async drop() {
      await app.close();
      await sessions.close();
      logs.close();
      if (!beside) await database.drop();
      rmSync(logDirectory, { recursive: true, force: true });
    },
  };
}

/** One that every plan allows. */
export const habit = { title: "Run", type: "good", target: 10, unit: "minutes", hue: 45 };

/** Checks an error's whole shape, and that it tells a person something. */
export function expectProblem(received: Received, status: number, code: string) {
  expect(received.json, received.text).toMatchObject({ status, code });
  expect(received.status).toBe(status);
  expect(received.type).toBe("application/problem+json; charset=utf-8");
  const { errors, ...rest } = received.json;
  expect(rest).toEqual({
    type: "about:blank",
    title: expect.any(String),
    status,
    code,
    detail: expect.stringMatching(/^\p{Lu}.+[.!]$/u),
  });
  if (errors !== undefined) expect(code).toBe("validation_failed");
  return received.json as { detail: string; errors: Record<string, string[]> };
}
