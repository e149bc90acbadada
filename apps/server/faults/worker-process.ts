import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedDatabase, startEmbedded } from "@daymark/db/embedded/embedded";
import { withDatabase } from "./load.ts";

const serverRoot = fileURLToPath(new URL("..", import.meta.url));

/** Clean-up functions, which run in reverse order. */
type Cleanups = (() => unknown)[];

/** Starts a PostgreSQL that belongs to no instance. */
export async function startDatabase(
  cleanups: Cleanups,
): Promise<EmbeddedDatabase & { create: (name: string) => Promise<string> }> {
  const directory = mkdtempSync(join(tmpdir(), "daymark-faults-"));
  chmodSync(directory, 0o711);
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  const database = await startEmbedded({ dataDirectory: directory });
  cleanups.push(database.stop);
  const create = async (name: string) => {
    await withDatabase(database.superuserUrl, (sql) => sql.unsafe(`create database ${name}`));
    const url = new URL(database.superuserUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  return { ...database, create };
}

/**
 * Builds a worker that runs as a separate process.
 *
 * @returns a function that starts one. Its promise resolves when the worker has begun to work
 */
export async function buildWorker(
  cleanups: Cleanups,
  { url, smtpUrl, secretKey }: { url: string; smtpUrl: string; secretKey: string },
): Promise<() => Promise<ChildProcess>> {
  const { build } = await import("vite");
  const outDir = join(serverRoot, "node_modules/.cache/testing-worker");
  await build({
    root: serverRoot,
    logLevel: "error",
    build: { ssr: "src/testing-worker.ts", outDir, emptyOutDir: true },
  });
  return async () => {
    const child = spawn(process.execPath, [join(outDir, "testing-worker.js"), url, smtpUrl, secretKey], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    cleanups.push(() => child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return child;
  };
}
