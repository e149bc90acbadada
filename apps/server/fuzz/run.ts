import { createAnswerSchemas } from "./answer-schemas.ts";
import { checkExchange, type Fault } from "./checks.ts";
import { createConnection, type Exchange } from "./connection.ts";
import { createFindings, type Finding, familyOf } from "./findings.ts";
import { generateRequests, operations } from "./grammar/grammar.ts";
import { assetPath } from "./grammar/site-grammar.ts";
import { type KeptCase, readCases } from "./kept-cases.ts";
import { settleMemory } from "./memory.ts";
import { minimize } from "./minimize.ts";
import type { Wait } from "./probe.ts";
import { type FuzzRequest, resolveRequest } from "./request.ts";
import { attachServer, type ServerProcess, startServer } from "./server-process.ts";
import { watchStalls } from "./stall-watch.ts";
import { createWorlds, type World } from "./world.ts";

export interface RunOptions {
  minutes: number;
  seed: number;
  /** A running server on this machine. Without it the fuzzer starts one. */
  url?: URL | undefined;
  /** The only kept case to send. */
  caseName?: string | undefined;
  /** Called with progress and findings during the run. */
  log: (line: string) => void;
}

export interface RunResult {
  seed: number;
  seconds: number;
  requests: number;
  statuses: Map<string, number>;
  findings: Finding[];
  untold: number;
  cases: readonly KeptCase[];
  /** How often the probe called /healthz, and its longest wait beyond the machine's own delay. */
  probes: number;
  worstWaitMilliseconds: number;
  /** Waits that no single request reproduces. The report shows them, and they do not fail the run. */
  unconfirmedWaits: string[];
  memory: { before: number | null; after: number | null };
  deaths: number;
}

const lanes = 4;
/** Requests of a round, after which the fuzzer checks the process, the waits and the accounts. */
const roundLength = 400;
const roundsOfWorld = 5;
/** A world is replaced after this time, because an access token lives ten minutes. */
const worldMilliseconds = 5 * 60_000;
/**
 * Before the first measurement of memory, the server fills its caches and compiles its code: for a share of the run, but at
 * most so many requests. Beside other work, a time alone would hold too few of them.
 */
const warmUp = { share: 1 / 4, requestsMax: 60_000 };
const memoryGrowthMax = 150 * 2 ** 20;
/** Only a request that took about as long itself may have caused a wait. */
const suspectMilliseconds = 120;
const suspectsMax = 8;
const repeats = 3;
const waitMillisecondsMax = 200;
/** Reproducing waits takes at most this share of the run. */
const confirmShareMax = 0.25;

/** Sends requests to the built server until the time is over. */
export async function runFuzz(options: RunOptions): Promise<RunResult> {
  const cases = readCases(options.caseName);
  if (options.caseName && cases.length === 0) throw new Error(`There is no case ${options.caseName}.`);
  const server = options.url ? attachServer(options.url) : await startServer();
  try {
    return await drive(server, cases, options);
  } finally {
    await server.remove();
  }
}

async function drive(
  server: ServerProcess,
  cases: readonly KeptCase[],
  { minutes, seed, log }: RunOptions,
): Promise<RunResult> {
  const startedAt = performance.now();
  const schemas = createAnswerSchemas(operations);
  const asset = assetPath();
  const findings = createFindings();
  const statuses = new Map<string, number>();
  const unconfirmedWaits: string[] = [];
  const worlds = createWorlds(server);
  const watch = await watchStalls(server.port);
  watch.follow(server.pid());
  const connections = Array.from({ length: lanes }, () => createConnection(server.port));
  const alone = createConnection(server.port);
  let world = await worlds.create();
  let worldAge = { rounds: 0, since: performance.now() };
  let identity = await server.identity();
  let requests = 0;
  let deaths = 0;
  let confirmMilliseconds = 0;

  const resolve = (request: FuzzRequest) =>
    resolveRequest(request, {
      tokens: world.tokens,
      known: { ...world.known, asset },
      host: `127.0.0.1:${server.port}`,
    });

  async function send(request: FuzzRequest, connection = alone): Promise<Exchange> {
    const exchange = await connection.send(resolve(request));
    requests += 1;
    const { answer, failure } = exchange;
    const status = answer ? String(answer.status) : `no answer (${failure})`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return exchange;
  }

  function report(fault: Fault, exchange: Pick<Exchange, "sent"> | null, kept: string | null): void {
    const sent = exchange?.sent ?? null;
    const isNew = findings.add({ ...fault, sent, caseName: kept });
    if (isNew) log(`FOUND ${fault.kind}${kept ? ` by ${kept}` : ""}: ${sent?.request.about ?? ""}: ${fault.sentence}`);
  }

  /**
   * Creates new accounts, also after a restart, because the process may have died before it stored the last changes.
   */
  async function renewWorld(): Promise<void> {
    try {
      world = await worlds.create();
    } catch (error) {
      // The process may have died meanwhile, or a request changed the root admin, so the fuzzer tries once more.
      log(`The accounts could not be made: ${error}`);
      await server.revive();
      world = await worlds.create();
    }
    worldAge = { rounds: 0, since: performance.now() };
  }

  /** Starts the process again if it has ended. @returns whether it had ended since the last call */
  async function hasDied(): Promise<boolean> {
    if ((await server.identity()) === identity) return false;
    await server.revive();
    const before = identity;
    identity = await server.identity();
    // The same process still runs and was too busy to answer.
    if (identity === before) return false;
    deaths += 1;
    watch.follow(server.pid());
    await renewWorld();
    return true;
  }

  /** Sends these requests one by one, and reports the one that kills the process. */
  async function findKiller(suspects: readonly Exchange[]): Promise<void> {
    const lastOutput = server.output().trim().split("\n").slice(-3).join(" ").slice(0, 300);
    for (const { sent } of suspects.slice(0, suspectsMax)) {
      const again = await send(sent.request);
      if (await hasDied()) return report({ kind: "gone", sentence: "the process ended" }, again, null);
    }
    const sentence = `the process ended, and no single request repeats it; its last output: ${lastOutput}`;
    report({ kind: "gone", sentence }, suspects[0] ?? null, null);
  }

  /** @returns the probe's longest wait in milliseconds while only `sendAlone` sends requests */
  async function longestWait(sendAlone: () => Promise<unknown>): Promise<number> {
    await watch.take();
    await sendAlone();
    const waits = (await watch.take()).map(({ milliseconds }) => milliseconds);
    return Math.max(0, ...waits);
  }

  async function confirmWaits(waits: readonly Wait[], exchanges: readonly Exchange[]): Promise<void> {
    if (waits.length === 0) return;
    const startedAt = performance.now();
    const hasTimeLeft = () =>
      confirmMilliseconds + performance.now() - startedAt < Math.max(10_000, confirmShareMax * minutes * 60_000);
    const suspects = exchanges
      .filter((exchange) => exchange.endedAt - exchange.startedAt > suspectMilliseconds)
      .filter(({ startedAt, endedAt }) => waits.some((wait) => startedAt < wait.endedAt && endedAt > wait.startedAt))
      .sort((one, other) => other.endedAt - other.startedAt - (one.endedAt - one.startedAt))
      .slice(0, suspectsMax);
    let isConfirmed = false;
    for (const { sent } of suspects) {
      if (!hasTimeLeft()) break;
      const measured: number[] = [];
      while (measured.length < repeats) {
        measured.push(await longestWait(() => send(sent.request)));
        const misses = measured.filter((wait) => wait <= waitMillisecondsMax).length;
        if (misses > 1) break;
      }
      const long = measured.filter((wait) => wait > waitMillisecondsMax);
      if (long.length < 2) continue;
      report({ kind: "stall", sentence: waitSentence(long) }, { sent }, null);
      isConfirmed = true;
    }
    confirmMilliseconds += performance.now() - startedAt;
    if (isConfirmed) return;
    const longest = Math.round(Math.max(...waits.map(({ milliseconds }) => milliseconds)));
    const abouts = suspects.map(({ sent }) => sent.request.about).join(", ");
    unconfirmedWaits.push(`${longest} ms, beside ${abouts || "nothing that took long itself"}`);
  }

  async function checkAll(exchange: Exchange, kept: string | null): Promise<void> {
    for (const fault of checkExchange(exchange, schemas)) {
      if (fault.kind === "unanswered") {
        // A loaded machine may lose one answer. The fault counts if the answer is lost again.
        const again = await send(exchange.sent.request);
        if (!checkExchange(again, schemas).some(({ kind }) => kind === "unanswered")) continue;
      }
      report(fault, kept ? exchange : { sent: resolve(await smallest(exchange, fault)) }, kept);
    }
  }

  const minimized = new Set<string>();
  /** Minimizes only one request of each family of faults, because each takes a dozen requests. */
  async function smallest({ sent }: Exchange, fault: Fault): Promise<FuzzRequest> {
    const { about } = sent.request;
    const family = familyOf(fault, about);
    if (minimized.has(family)) return sent.request;
    minimized.add(family);
    return minimize(sent.request, async (candidate) =>
      checkExchange(await send(candidate), schemas).some((other) => familyOf(other, about) === family),
    );
  }

  async function replay(kept: KeptCase): Promise<void> {
    const measured: number[] = [];
    let last: Exchange | null = null;
    const sendAll = async () => {
      for (const { times = 1, ...request } of kept.requests) {
        for (let time = 0; time < times; time++) {
          last = await send(request);
          if (measured.length === 0) await checkAll(last, kept.name);
          if (last.failure) break;
        }
      }
    };
    // Repeats only while each try shows a long wait.
    while (measured.length < repeats && measured.every((wait) => wait > waitMillisecondsMax)) {
      const wait = await longestWait(sendAll);
      if (await hasDied()) return report({ kind: "gone", sentence: "the process ended" }, last, kept.name);
      measured.push(wait);
    }
    const long = measured.filter((wait) => wait > waitMillisecondsMax);
    if (long.length > 1) report({ kind: "stall", sentence: waitSentence(long) }, last, kept.name);
  }

  /** Sends requests over all connections, in the order of the seed, and then checks the process. */
  async function round(source: Generator<FuzzRequest>, end: number): Promise<void> {
    const exchanges: Exchange[] = [];
    const faulty: Exchange[] = [];
    let isBroken = false;
    let taken = 0;
    await Promise.all(
      connections.map(async (connection) => {
        while (taken < roundLength && !isBroken && performance.now() < end) {
          taken += 1;
          const { value: request } = source.next();
          const exchange = await send(request, connection);
          if (exchange.failure === "refused") isBroken = true;
          if (checkExchange(exchange, schemas).length > 0) faulty.push(exchange);
          // Drops the answer, which is large and already checked.
          exchanges.push({ ...exchange, answer: null });
        }
      }),
    );
    const waits = await watch.take();
    if (await hasDied()) {
      const last = exchanges.filter(({ failure }) => failure !== null);
      return findKiller(last.length > 0 ? last : exchanges.slice(-suspectsMax));
    }
    for (const exchange of faulty) await checkAll(exchange, null);
    await confirmWaits(waits, exchanges);
    if (await hasDied()) await findKiller(faulty);
    worldAge.rounds += 1;
    const isOld = worldAge.rounds >= roundsOfWorld || performance.now() - worldAge.since > worldMilliseconds;
    if (isOld || !(await isAlive(server.port, world))) await renewWorld();
  }

  async function fuzz(source: Generator<FuzzRequest>, until: number, requestsMax = Infinity): Promise<void> {
    let saidAt = performance.now();
    while (performance.now() < until && requests < requestsMax) {
      await round(source, until);
      if (performance.now() - saidAt < 30_000) continue;
      saidAt = performance.now();
      const memory = await server.memory();
      log(
        `${Math.round((saidAt - startedAt) / 1000)} s: ${requests} requests, ${mebibytes(memory)}, ${findings.list().length} findings`,
      );
    }
  }

  try {
    for (const kept of cases) await replay(kept);
    log(`${cases.length} kept cases were sent; the seed is ${seed}.`);
    await renewWorld();
    const source = generateRequests(seed);
    const milliseconds = minutes * 60_000;
    const memory: RunResult["memory"] = { before: null, after: null };
    if (minutes > 0) {
      const begin = performance.now();
      await fuzz(source, begin + milliseconds * warmUp.share, warmUp.requestsMax);
      const livesBefore = deaths;
      memory.before = await settleMemory(server);
      await fuzz(source, begin + milliseconds);
      memory.after = await settleMemory(server, (memory.before ?? 0) + memoryGrowthMax);
      const growth = (memory.after ?? 0) - (memory.before ?? 0);
      // After a restart the two measurements belong to different processes.
      if (deaths === livesBefore && growth > memoryGrowthMax) {
        report(
          { kind: "memory", sentence: `it grew from ${mebibytes(memory.before)} to ${mebibytes(memory.after)}` },
          null,
          null,
        );
      }
    }
    return {
      ...{ seed, requests, statuses, cases, memory, deaths, unconfirmedWaits },
      seconds: (performance.now() - startedAt) / 1000,
      findings: findings.list(),
      untold: findings.untold(),
      probes: watch.figures.samples,
      worstWaitMilliseconds: watch.figures.worst,
    };
  } finally {
    for (const connection of [...connections, alone]) connection.close();
    await watch.close();
  }
}

function waitSentence(waits: readonly number[]): string {
  return `another caller, of /healthz, waits ${Math.round(Math.max(...waits))} ms longer`;
}

/** Whether the tokens of the user and the admin still work, and the admin still has its rights. */
async function isAlive(port: number, { tokens }: World): Promise<boolean> {
  const wanted = [tokens.user, tokens.admin].filter((token) => token !== undefined);
  const statuses = await Promise.all(
    wanted.map(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${port}/api/profile/`, { headers }).catch(() => null);
      const profile = answer?.ok ? ((await answer.json()) as { is_staff: boolean }) : null;
      return profile !== null && (token !== tokens.admin || profile.is_staff);
    }),
  );
  return statuses.every(Boolean);
}

export function mebibytes(bytes: number | null): string {
  return bytes === null ? "memory unknown" : `${Math.round(bytes / 2 ** 20)} MiB`;
}
