import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { StartError } from "@daymark/db/start-error";
import { brand } from "@daymark/domain/base/brand";
import { prepareSettings, readEnv } from "./environment/env.ts";
import { findInstallation } from "./environment/installation.ts";
import { openLogs } from "./observability/log.ts";
import { openBuiltWebApp } from "./pages/web-app.ts";
import { aborted } from "./process/aborted.ts";
import { findSupervisor, startErrorCode } from "./process/supervisor.ts";
import { startServer } from "./start.ts";

/** The process exits after this time even if the stop is not complete, because process managers kill it after 10 s. */
const stopMilliseconds = 9_500;

/**
 * Runs the server's process: starts it, serves, and stops at a signal. Exits with 0, or with 1 and one sentence. Under
 * a supervisor, a start that the operator has to correct exits with {@link startErrorCode}. The server also stops when
 * the supervisor dies.
 */
export async function run(): Promise<void> {
  const stopping = new AbortController();
  let isPatient = false;
  let code = 0;
  const stop = (options: { isPatient: boolean }) => {
    // A second signal changes nothing, so that the stop keeps its order.
    if (stopping.signal.aborted) return;
    isPatient = options.isPatient;
    stopping.abort();
    setTimeout(() => process.exit(1), stopMilliseconds).unref();
  };
  process.on("SIGTERM", () => stop({ isPatient: true }));
  // The operator waits at a terminal.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => stop({ isPatient: false }));

  const supervisor = findSupervisor();
  supervisor?.onGone(() => stop({ isPatient: false }));

  try {
    const env = readEnv(prepareSettings());
    const logs = openLogs({
      directory: join(env.dataDirectory, "logs"),
      nodeName: env.nodeName,
      level: env.logLevel,
      retentionDays: env.logRetentionDays,
      bytesMax: env.logBytesMax,
    });
    const log = logs.of("server");
    process.on("uncaughtException", (error) => {
      log.fatal({ error }, "uncaught exception");
      code = 1;
      stop({ isPatient: false });
    });
    process.on("unhandledRejection", (error) => log.error({ error }, "unhandled rejection"));
    try {
      const web = await openBuiltWebApp(join(findInstallation().directory, "apps/web/dist"));
      const start = async (port: number) => {
        const restart = new AbortController();
        const options = { env: { ...env, port }, logs, web, supervisor, signal: stopping.signal };
        const server = await startServer({ ...options, onRestart: () => restart.abort() });
        log.info({ url: server.url }, "ready");
        if (!supervisor?.isTrial) console.log(`${brand} is ready on ${server.url}`);
        supervisor?.tellReady(server.port);
        return { server, ended: AbortSignal.any([stopping.signal, restart.signal]) };
      };
      let { server, ended } = await start(env.port);
      // Node writes its compile cache only at an orderly exit. A server that starts after a crash needs it too.
      flushCompileCache();
      await aborted(ended);
      while (!stopping.signal.aborted) {
        log.info({}, "starting again with the settings of the first start");
        await server.stop({ isPatient: false });
        ({ server, ended } = await start(server.port));
        await aborted(ended);
      }
      log.info({}, "stopping");
      await server.stop({ isPatient });
      log.info({}, "stopped");
      // A supervisor prints this itself, after the database has stopped too.
      if (!supervisor) console.log(`${brand} has stopped.`);
    } catch (error) {
      // A signal to stop during the start is no error.
      if (!stopping.signal.aborted) {
        log.fatal({ error }, "the start failed");
        throw error;
      }
    } finally {
      logs.close();
    }
  } catch (error) {
    code = supervisor && error instanceof StartError ? startErrorCode : 1;
    console.error(error instanceof StartError ? error.message : error);
  }
  process.exit(code);
}
