import { randomBytes } from "node:crypto";
import type { Database, Sql } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { TestDatabase } from "@daymark/db/testing";
import { drizzle } from "drizzle-orm/postgres-js";
import { totpCode, totpStep } from "./second-factor/totp.ts";
import { createSessions, type Sessions } from "./session/session.ts";

export const secretKey = "a secret key that only the tests know";
export const login = { rememberMe: false, address: "127.0.0.1", userAgent: "Mozilla/5.0" };

/** The time of the tests' clocks, which stand still until a test moves them. */
export const noon = Date.UTC(2026, 10, 3, 12);

/** Inserts a user with a unique name. */
export async function insertUser(db: Database, values: Partial<typeof users.$inferInsert> = {}) {
  const username = `user_${randomBytes(6).toString("hex")}`;
  const [user] = await db
    .insert(users)
    .values({ username, email: `${username}@example.com`, ...values })
    .returning();
  if (!user) throw new Error("no user was inserted");
  return user;
}

/**
 * Starts one of several nodes on the same database, with a separate cache, clock and listener. Its statements are
 * counted.
 */
export async function startNode(database: TestDatabase) {
  const clock = { now: noon };
  const statements: string[] = [];
  const warnings: string[] = [];
  const sessions = createSessions({
    db: countedDatabase(database.sql, statements),
    listenUrl: database.url,
    secretKey,
    now: () => clock.now,
    log: {
      warn: (_, message) => warnings.push(message),
      error: (_, message) => warnings.push(message),
    },
  });
  await sessions.listening;
  return { sessions, clock, statements, warnings };
}

export type Node = Awaited<ReturnType<typeof startNode>>;

function countedDatabase(sql: Sql, statements: string[]): Database {
  return drizzle(sql, { logger: { logQuery: (query) => statements.push(query) } });
}

/** Authenticates an access token, which must be valid, and returns the caller. */
export async function authenticated(sessions: Sessions, access: string) {
  const caller = await sessions.authenticate(access);
  if (typeof caller === "string") throw new Error(`refused: ${caller}`);
  return caller;
}

/** The bytes of a base32 secret (RFC 4648, 6). */
export function secretBytes(secret: string): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Uint8Array.from(bytes);
}

/** The code that an authenticator app shows at `now` for a secret. */
export function codeAt(secret: string, now: number): string {
  return totpCode(secretBytes(secret), totpStep(now));
}

/** A code that is wrong around `now`. */
export function wrongCodeAt(secret: string, now: number): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((offset) => codeAt(secret, now + offset));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}
