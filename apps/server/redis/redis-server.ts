import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePort } from "@daymark/db/free-port";

/** The machine's `redis-server` on a fixed port. It is empty after each start. */
export async function createRedisServer() {
  const port = await findFreePort();
  let server: ChildProcess | undefined;
  return {
    port,
    url: `redis://127.0.0.1:${port}`,

    async start(): Promise<void> {
      server = spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "ignore" });
      await once(server, "spawn");
    },

    /** Stops answering until `thaw` or `end`. */
    freeze: () => server?.kill("SIGSTOP"),
    thaw: () => server?.kill("SIGCONT"),

    /** Kills the server, like a crash. */
    async end(): Promise<void> {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
  };
}

export type RedisServer = Awaited<ReturnType<typeof createRedisServer>>;
