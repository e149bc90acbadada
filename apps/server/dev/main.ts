import { join } from "node:path";
import { startEmbedded } from "@daymark/db/embedded/embedded";
import { findFreePort } from "@daymark/db/free-port";
import { createServer, type ViteDevServer } from "vite";
import { openSourceWebApp } from "./web-app.ts";

/**
 * `npm run dev`: runs the server and the web app from their sources in one process. Vite sends a changed component to
 * the browser, which keeps its state. When a source of the server changes, Vite reloads the modules that depend on it,
 * and the server restarts on the same port. The database and Vite keep running.
 */
const source = join(import.meta.dirname, "../src");
const web = join(import.meta.dirname, "../../web");
// Babel resolves the plugins of the web app from the working directory.
process.chdir(web);

/** Loads the modules of the server that this file needs, from their current sources. */
async function loadServer(vite: ViteDevServer) {
  const load = async <Module>(name: string) => (await vite.ssrLoadModule(join(source, name))) as unknown as Module;
  return {
    ...(await load<typeof import("../src/start.ts")>("start.ts")),
    ...(await load<typeof import("../src/environment/env.ts")>("environment/env.ts")),
    ...(await load<typeof import("../src/observability/log.ts")>("observability/log.ts")),
  };
}

const vite = await createServer({
  root: web,
  configFile: join(web, "vite.config.ts"),
  appType: "custom",
  server: { middlewareMode: true, hmr: { port: await findFreePort() } },
});
const { readEnv, prepareSettings, openLogs } = await loadServer(vite);
const env = readEnv(prepareSettings());
const logs = openLogs({
  directory: join(env.dataDirectory, "logs"),
  nodeName: env.nodeName,
  level: env.logLevel,
  retentionDays: env.logRetentionDays,
  bytesMax: env.logBytesMax,
});
const database = env.databaseUrl
  ? undefined
  : await startEmbedded({ dataDirectory: env.dataDirectory, log: (line) => logs.of("database").info({}, line) });

type RunningServer = Awaited<ReturnType<typeof import("../src/start.ts").startServer>>;
let running: RunningServer | undefined;
/** Restarts run one after another. */
let turn = Promise.resolve();
let isEnding = false;

async function restart(): Promise<void> {
  await running?.stop({ isPatient: false });
  running = undefined;
  if (isEnding) return;
  try {
    const server = await loadServer(vite);
    running = await server.startServer({
      env,
      logs,
      web: await openSourceWebApp(vite),
      supervisor: database && {
        isTrial: false,
        openDatabase: async () => database,
        tellReady: () => {},
        onGone: () => {},
      },
      signal: new AbortController().signal,
      onRestart: () => {
        turn = turn.then(restart);
      },
    });
    console.log(`Daymark is ready on ${running.url}`);
  } catch (error) {
    // Nothing to do here: the next change of a source starts the server again.
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
  }
}

/** Whether the server depends on this file. The web app does not count, because each page loads it again. */
function isOfServer(file: string): boolean {
  const seen = new Set<string>();
  const starts = join(source, "start.ts");
  const isReached = (path: string): boolean => {
    if (path === starts) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    const modules = vite.environments.ssr?.moduleGraph.getModulesByFile(path) ?? [];
    return [...modules].some(({ importers }) => [...importers].some(({ file }) => file !== null && isReached(file)));
  };
  return isReached(file);
}

vite.watcher.on("change", (file) => {
  if (!isOfServer(file)) return;
  turn = turn.then(restart);
});

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await turn;
  await restart();
  await vite.close();
  await database?.stop();
  logs.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
process.on("unhandledRejection", (error) => console.error(error));

turn = restart();
await turn;
