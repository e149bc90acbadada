import { Socket } from "node:net";
import postgres from "postgres";
import type { Address, Host } from "./address.ts";

/** How long a host may take to answer. A switched-off machine does not refuse, it is silent. */
const answerSeconds = 2;
/** How long the answer serves other connections: a node opens about thirty at once. */
const memoryMilliseconds = 1_000;

const found = new Map<string, { at: number; primary: Promise<Host> }>();

/**
 * Finds the host that takes writes. If an old primary comes back after its replica was promoted, both take them. The
 * one with the later timeline is the promoted one.
 *
 * @throws an error with the code `CONNECTION_NO_PRIMARY`, or with the code of a host if no host answered
 */
export function findPrimary(address: Address): Promise<Host> {
  const key = JSON.stringify([address.url, address.hosts]);
  const known = found.get(key);
  if (known && performance.now() - known.at < memoryMilliseconds) return known.primary;
  const primary = askAll(address);
  found.set(key, { at: performance.now(), primary });
  return primary;
}

async function askAll(address: Address): Promise<Host> {
  const answers = await Promise.allSettled(address.hosts.map((host) => ask(address, host)));
  const primaries = answers.flatMap((answer) => (answer.status === "fulfilled" && answer.value ? [answer.value] : []));
  const [latest] = primaries.toSorted((a, b) => b.timeline - a.timeline);
  if (latest) return latest.host;
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed && answers.every(({ status }) => status === "rejected")) throw failed.reason;
  throw Object.assign(new Error("no host of the address takes writes"), { code: "CONNECTION_NO_PRIMARY" });
}

async function ask(address: Address, host: Host): Promise<{ host: Host; timeline: number } | null> {
  const sql = postgres(address.url, {
    ...host,
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: answerSeconds,
    ...(address.ssl && { ssl: address.ssl }),
    connection: { application_name: "daymark primary" },
    onnotice: () => {},
  });
  const silence = AbortSignal.timeout(answerSeconds * 1_000);
  try {
    // A function for the file's name fails on a replica, so CASE must guard it.
    const answer = sql<{ timeline: number | null }[]>`
      select case when not pg_is_in_recovery()
        then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;
    const isSilent = new Promise<never>((_, reject) => {
      const error = Object.assign(new Error("a host of the address is silent"), { code: "CONNECT_TIMEOUT" });
      silence.addEventListener("abort", () => reject(error), { once: true });
    });
    const [row] = await Promise.race([answer, isSilent]);
    return typeof row?.timeline === "number" ? { host, timeline: row.timeline } : null;
  } finally {
    void sql.end({ timeout: 0 });
  }
}

/** A socket to the primary, for postgres.js, whose own choice among several hosts neither ends nor fails without one. */
export async function openPrimarySocket(address: Address): Promise<Socket> {
  const socket = new Socket();
  try {
    const { host, port } = await findPrimary(address);
    socket.connect(port, host);
  } catch (error) {
    // The driver handles the errors of a socket. After an error of this function its connection would stay unusable.
    setImmediate(() => socket.destroy(error as Error));
  }
  return socket;
}

/** A socket that connects to the primary, for `pg`, and ignores the host that `pg` passes. */
export class PrimarySocket extends Socket {
  readonly #address: Address;

  constructor(address: Address) {
    super();
    this.#address = address;
  }

  override connect(): this {
    findPrimary(this.#address).then(
      ({ host, port }) => super.connect(port, host),
      (error) => this.destroy(error),
    );
    return this;
  }
}
