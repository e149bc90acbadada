import { argon2 as argon2WithCallback, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { normalizePassword } from "@daymark/domain/account/auth";
import { siteNetworkOf } from "../client/address.ts";
import { createConcurrencyLimit, createConcurrencyLimitPerKey } from "../concurrency/concurrency-limit.ts";

const argon2 = promisify(argon2WithCallback);

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/**
 * Above the minimum for argon2id of OWASP's Password Storage Cheat Sheet, which is 19 MiB and two passes. glibc returns a
 * block of more than 32 MiB to the system at once; of smaller ones each thread of the pool kept one (decision 58).
 */
const cost: Cost = { memory: 33 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** How many passwords are hashed at once: a flood of log-ins must leave threads and cores for other work. */
const atOnceMax = 2;
/** How many may wait for their turn: some 8 s of work. Further calls are refused at once. */
const waitingMax = 300;

const inTurn = createConcurrencyLimit({ atOnceMax, waitingMax });
/**
 * One network has at most one of the two, so that a flood from it delays others by at most one hash. Its calls cannot
 * fill the queue (caller-turns.ts of the server); the limit bounds code that does not use that queue.
 */
const inTurnOfNetwork = createConcurrencyLimitPerKey<string>({ atOnceMax: 1, waitingMax: 200 });

/**
 * A new hash of a password, with its own salt and cost, as a PHC string.
 *
 * @param password in any Unicode form; never truncated
 * @param address of the client that requests it; empty if the operator does
 * @throws QueueFull
 */
export async function hashPassword(password: string, address = ""): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phcString({ cost, salt, hash: await digest(password, address, { cost, salt }) });
}

/**
 * Whether a password matches a hash.
 *
 * @param phc null if there is no user or no password: the work is the same, so that the time reveals nothing
 * @param address as for {@link hashPassword}
 * @throws QueueFull
 */
export async function verifyPassword(password: string, phc: string | null, address = ""): Promise<boolean> {
  const known = phc === null ? decoy : parsePhc(phc);
  const hash = await digest(password, address, { ...known, tagLength: known.hash.length });
  return timingSafeEqual(hash, known.hash) && known !== decoy;
}

/** Whether a hash has a lower cost than today's; then the next log-in replaces it. */
export function needsRehash(phc: string): boolean {
  const { memory, passes } = parsePhc(phc).cost;
  return memory < cost.memory || passes < cost.passes;
}

interface Hashed {
  cost: Cost;
  salt: Buffer;
  hash: Buffer;
}

/** A random hash, which no password matches. */
const decoy: Hashed = { cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

/** github.com/P-H-C/phc-string-format: base64 without padding. */
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(phc: string): Hashed {
  const match = phcPattern.exec(phc);
  if (!match) throw new Error("a stored password hash is not a PHC string of argon2id");
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function phcString({ cost: { memory, passes, parallelism }, salt, hash }: Hashed): string {
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

interface DigestOptions {
  cost: Cost;
  salt: Buffer;
  /** In bytes. */
  tagLength?: number;
}

function digest(password: string, address: string, { cost, salt, tagLength = hashBytes }: DigestOptions) {
  const message = normalizePassword(password);
  const parameters = { message, nonce: salt, tagLength, ...cost };
  return inTurnOfNetwork(siteNetworkOf(address), () => inTurn(() => argon2("argon2id", parameters)));
}
