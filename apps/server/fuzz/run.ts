import type { Exchange } from "./connection.ts";
import { createFaultReports, type FaultReports } from "./fault-reports.ts";
import type { Finding } from "./findings.ts";
import { generateRequests } from "./grammar/grammar.ts";
import { type KeptCase, readCases } from "./kept-cases.ts";
import { settleMemory } from "./memory.ts";
import type { FuzzRequest } from "./request.ts";
import { attachServer, type ServerProcess, startServer } from "./server-process.ts";
import { type StallWatch, watchStalls } from "./stall-watch.ts";
import { openTarget, type Target } from "./target.ts";
import { createWaitCheck, longWaits, repeats, type WaitCheck } from "./wait-check.ts";

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

/** Requests of a round, after which the fuzzer checks the process, the waits and the accounts. */
const roundLength = 400;
/**
 * Before the first measurement of memory, the server fills its caches and compiles its code: for a share of the run, but at
 * most so many requests. Beside other work, a time alone would hold too few of them.
 */
const warmUp = { share: 1 / 4, requestsMax: 60_000 };
const memoryGrowthMax = 150 * 2 ** 20;
/** After the end of the process at most this many requests are tried as its cause. */
const killersMax = 8;

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

/** What the parts of a run share. */
interface Run {
  startedAt: number;
  target: Target;
  reports: FaultReports;
  watch: StallWatch;
  waits: WaitCheck;
  log: (line: string) => void;
}

async function drive(
  server: ServerProcess,
  cases: readonly KeptCase[],
  { minutes, seed, log }: RunOptions,
): Promise<RunResult> {
  const startedAt = performance.now();
  const watch = await watchStalls(server.port);
  const target = await openTarget(server, { log, onStart: watch.follow });
  const reports = createFaultReports(target, log);
  const waits = createWaitCheck(target, { watch, report: reports.report, minutes });
  const run: Run = { startedAt, target, reports, watch, waits, log };
  try {
    for (const kept of cases) await replay(run, kept);
    log(`${cases.length} kept cases were sent; the seed is ${seed}.`);
    await target.renewWorld();
    const source = generateRequests(seed);
    const memory = minutes > 0 ? await sendGenerated(run, source, minutes * 60_000) : { before: null, after: null };
    return {
      ...target.figures,
      ...{ seed, cases, memory, unconfirmedWaits: waits.unconfirmed },
      seconds: (performance.now() - startedAt) / 1000,
      findings: reports.findings.list(),
      untold: reports.findings.untold(),
      probes: watch.figures.samples,
      worstWaitMilliseconds: watch.figures.worst,
    };
  } finally {
    target.close();
    await watch.close();
  }
}

/** Sends the requests of a kept case, and again as long as each attempt shows a long wait. */
async function replay({ target, reports, waits }: Run, kept: KeptCase): Promise<void> {
  const measured: number[] = [];
  let last: Exchange | null = null;
  const sendAll = async () => {
    for (const { times = 1, ...request } of kept.requests) {
      for (let time = 0; time < times; time++) {
        last = await target.send(request);
        if (measured.length === 0) await reports.checkAll(last, kept.name);
        if (last.failure) break;
      }
    }
  };
  while (measured.length < repeats && longWaits(measured).length === measured.length) {
    const wait = await waits.longestWait(sendAll);
    if (await target.hasDied()) {
      return reports.report({ kind: "gone", sentence: "the process ended" }, last, kept.name);
    }
    measured.push(wait);
  }
  waits.reportLong(longWaits(measured), last, kept.name);
}

/** Sends generated requests for a time, and reports if the memory of the process grows. */
async function sendGenerated(
  run: Run,
  source: Generator<FuzzRequest>,
  milliseconds: number,
): Promise<RunResult["memory"]> {
  const { server, figures } = run.target;
  const begin = performance.now();
  await sendRounds(run, source, begin + milliseconds * warmUp.share, warmUp.requestsMax);
  const deathsBefore = figures.deaths;
  const before = await settleMemory(server);
  await sendRounds(run, source, begin + milliseconds);
  const after = await settleMemory(server, (before ?? 0) + memoryGrowthMax);
  // After a restart the two measurements belong to different processes.
  if (figures.deaths === deathsBefore && (after ?? 0) - (before ?? 0) > memoryGrowthMax) {
    const sentence = `it grew from ${mebibytes(before)} to ${mebibytes(after)}`;
    run.reports.report({ kind: "memory", sentence }, null, null);
  }
  return { before, after };
}

async function sendRounds(
  run: Run,
  source: Generator<FuzzRequest>,
  until: number,
  requestsMax = Infinity,
): Promise<void> {
  const { startedAt, target, reports, log } = run;
  let saidAt = performance.now();
  while (performance.now() < until && target.figures.requests < requestsMax) {
    await sendRound(run, source, until);
    if (performance.now() - saidAt < 30_000) continue;
    saidAt = performance.now();
    const memory = mebibytes(await target.server.memory());
    const seconds = Math.round((saidAt - startedAt) / 1000);
    log(`${seconds} s: ${target.figures.requests} requests, ${memory}, ${reports.findings.list().length} findings`);
  }
}

/** Sends requests over all connections, in the order of the seed, and then checks the process. */
async function sendRound(run: Run, source: Generator<FuzzRequest>, end: number): Promise<void> {
  const { target, reports, watch, waits } = run;
  const exchanges: Exchange[] = [];
  const faulty: Exchange[] = [];
  let isBroken = false;
  let taken = 0;
  await Promise.all(
    target.connections.map(async (connection) => {
      while (taken < roundLength && !isBroken && performance.now() < end) {
        taken += 1;
        const { value: request } = source.next();
        const exchange = await target.send(request, connection);
        if (exchange.failure === "refused") isBroken = true;
        if (reports.isFaulty(exchange)) faulty.push(exchange);
        // Drops the answer, which is large and already checked.
        exchanges.push({ ...exchange, answer: null });
      }
    }),
  );
  const found = await watch.take();
  if (await target.hasDied()) {
    const last = exchanges.filter(({ failure }) => failure !== null);
    return findKiller(run, last.length > 0 ? last : exchanges.slice(-killersMax));
  }
  for (const exchange of faulty) await reports.checkAll(exchange, null);
  await waits.confirm(found, exchanges);
  if (await target.hasDied()) await findKiller(run, faulty);
  await target.renewUsedWorld();
}

/** Sends these requests one by one, and reports the one that kills the process. */
async function findKiller({ target, reports }: Run, suspects: readonly Exchange[]): Promise<void> {
  const lastOutput = target.server.output().trim().split("\n").slice(-3).join(" ").slice(0, 300);
  for (const { sent } of suspects.slice(0, killersMax)) {
    const again = await target.send(sent.request);
    if (await target.hasDied()) return reports.report({ kind: "gone", sentence: "the process ended" }, again, null);
  }
  const sentence = `the process ended, and no single request repeats it; its last output: ${lastOutput}`;
  reports.report({ kind: "gone", sentence }, suspects[0] ?? null, null);
}

export function mebibytes(bytes: number | null): string {
  return bytes === null ? "memory unknown" : `${Math.round(bytes / 2 ** 20)} MiB`;
}
