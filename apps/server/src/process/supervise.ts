import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedDatabase, startEmbedded } from "@daymark/db/embedded/embedded";
import { StartError } from "@daymark/db/start-error";
import { brand } from "@daymark/domain/base/brand";
import { type Env, hideServer, prepareSettings, readEnv, variablesForServer } from "../environment/env.ts";
import { openLog } from "../observability/log.ts";
import {
  builtEntry,
  endOrphanedServers,
  type ServerEnd,
  type ServerProcess,
  startServerProcess,
} from "./server-process.ts";
import { startErrorCode } from "./supervisor.ts";

/** The supervisor gives up after this many deaths within the window. */
const deathsMax = 5;
const deathWindowMilliseconds = 60_000;

/**
 * The supervisor first kills a server that stops too slowly, so that the database can still shut down. Then the
 * supervisor exits.
 */
const serverStopMilliseconds = 8_000;
const stopMilliseconds = 9_500;

const readyLookMilliseconds = 100;

/**
 * Runs the process that `npm start` and `npm run demo` leave running. It owns the embedded database and runs the server
 * as its child. If the server dies, it starts a new one, and the database stays up. If a server that has changed the
 * tables of an older version does not become ready, it restores the backup made before. Exits with 0 after a signal to
 * stop, or with 1 and one sentence.
 *
 * @param options.isTrial stops, with 0, as soon as the server is ready: on another port, so that no client uses it. The
 *   upgrade stays unfinished
 */
export async function supervise({ isTrial = false } = {}): Promise<void> {
  const signals = listenToSignals();
  let env: Env | undefined;
  let database: Promise<EmbeddedDatabase> | undefined;
  let code = 1;
  try {
    if (isTrial) hideServer();
    const read = readEnv(prepareSettings());
    env = read;
    await endOrphanedServers(read.dataDirectory);
    const openDatabase = async () => {
      database ??= openEmbedded(read);
      const opened = await database;
      await opened.available();
      return opened;
    };
    code = await keepRunning({ env: read, isTrial, signals, openDatabase });
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
  }
  const opened = await database?.catch(() => undefined);
  if (env && opened && code !== 0 && !signals.received) await takeUpgradeBack(env, opened);
  await opened?.stop();
  if (code === 0 && signals.hasServed && !isTrial) console.log(`${brand} has stopped.`);
  process.exit(code);
}

/** Does nothing after the first request, because the upgrade is then complete. */
async function takeUpgradeBack(env: Env, { ownerUrl }: EmbeddedDatabase): Promise<void> {
  try {
    const { leaveUpgrade } = await import("../upgrade/go-back.ts");
    const upgrade = await leaveUpgrade({
      dataDirectory: env.dataDirectory,
      ownerUrl,
      tell: (line) => console.log(line),
    });
    if (!upgrade) return;
    const { from_version, to_version } = upgrade;
    // Two states of one version, in a clone.
    const isNamed = from_version !== null && from_version !== to_version;
    const before = isNamed ? `${brand} ${from_version}` : "the version that you had before";
    console.error(`Start ${before} again, or ${brand} ${to_version} once the cause above is fixed.`);
  } catch (error) {
    console.error("The data could not be restored. The next start tries again.");
    console.error(error instanceof StartError ? error.message : error);
  }
}

interface Signals {
  /** The first signal that came. */
  received: NodeJS.Signals | undefined;
  /** The running server, which gets the first signal too. */
  server: ServerProcess | undefined;
  /** Whether a server has become ready. */
  hasServed: boolean;
}

/** Only the first signal counts: a second one would interrupt the orderly stop. */
function listenToSignals(): Signals {
  const signals: Signals = { received: undefined, server: undefined, hasServed: false };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (signals.received) return;
      signals.received = signal;
      signals.server?.kill(signal);
      setTimeout(() => signals.server?.kill("SIGKILL"), serverStopMilliseconds).unref();
      setTimeout(() => process.exit(1), stopMilliseconds).unref();
    });
  }
  // The command that started this process and waits for it has died.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  return signals;
}

/** Starts the server, and starts it again each time it dies. @returns the exit code of the supervisor */
async function keepRunning(options: {
  env: Env;
  isTrial: boolean;
  signals: Signals;
  openDatabase: () => Promise<EmbeddedDatabase>;
}): Promise<number> {
  const { env, isTrial, signals, openDatabase } = options;
  const deaths: number[] = [];
  let port = env.port;
  while (!signals.received) {
    let failure: unknown;
    const server = startServerProcess({
      entry: builtEntry,
      dataDirectory: env.dataDirectory,
      isTrial,
      variables: variablesForServer(port),
      openDatabase: () =>
        openDatabase().catch((error) => {
          failure = error;
          server.kill("SIGTERM");
          throw error;
        }),
      onReady: (listening) => {
        // With PORT=0 the next server takes the port that the system chose for the first.
        port = listening;
        signals.hasServed = true;
        if (isTrial) untilReady(port).then(() => server.kill("SIGTERM"));
      },
    });
    signals.server = server;
    const end = await server.ended;
    signals.server = undefined;
    if (failure) throw failure;
    if (signals.received) return end.code ?? (end.signal === signals.received ? 0 : 1);
    if (isFinal(end, signals.hasServed)) return end.code === 0 ? 0 : 1;
    const now = performance.now();
    deaths.push(now);
    if (deaths.filter((at) => now - at < deathWindowMilliseconds).length >= deathsMax) {
      throw new StartError(
        `The server has died ${deathsMax} times within a minute and will not be restarted: see the messages above and the last lines of ${join(env.dataDirectory, "logs/server")}.`,
      );
    }
    console.error(`The server has died (${end.signal ?? `exit code ${end.code}`}) and is restarting.`);
  }
  return 0;
}

/** The caller of a trial limits its time. */
async function untilReady(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(readyLookMilliseconds);
}

/**
 * Whether a restart would be useless: an operator has stopped this server alone, or its start failed and it has printed
 * why.
 */
function isFinal({ code, signal }: ServerEnd, hasServed: boolean): boolean {
  if (signal !== null) return false;
  return code === 0 || code === startErrorCode || !hasServed;
}

function openEmbedded(env: Env): Promise<EmbeddedDatabase> {
  const log = openLog("database", {
    directory: join(env.dataDirectory, "logs"),
    level: env.logLevel,
    retentionDays: env.logRetentionDays,
    bytesMax: env.logBytesMax,
  });
  return startEmbedded({ dataDirectory: env.dataDirectory, log: (line) => log.info({}, line) });
}
