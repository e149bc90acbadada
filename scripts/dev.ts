import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { generateSources } from "./generate-sources.ts";
import { root } from "./run-program.ts";

// `npm run dev`: compiles the catalogs now and when a translation changes, and runs the server from its sources.
await generateSources();
const i18n = join(root, "packages/i18n");
const catalogs = spawn(join(i18n, "node_modules/.bin/lingui"), ["compile", "--typescript", "--watch"], {
  cwd: i18n,
  stdio: ["ignore", "ignore", "inherit"],
});
const server = spawn(process.execPath, ["--enable-source-maps", join(root, "apps/server/dev/main.ts")], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "development" },
  stdio: "inherit",
});

async function end(): Promise<void> {
  for (const child of [catalogs, server]) child.kill("SIGTERM");
  await Promise.all([catalogs, server].map(untilExit));
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);

async function untilExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

await untilExit(server);
catalogs.kill("SIGTERM");
process.exitCode = server.exitCode ?? 1;
