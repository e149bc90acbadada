import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildProduct, forgetBuild } from "./build-product.ts";
import { root } from "./run-program.ts";

/** Builders of one change end at different times: the server is started once, after the last of them. */
const quietMs = 300;

type Watcher = { name: string; workspace: string; program: string; args: string[] };

/** The document is rendered by the server in development too, so all three are built, each again as it changes. */
const builders: Watcher[] = [
  { name: "web", workspace: "apps/web", program: "vite", args: ["build", "--watch"] },
  {
    name: "pages",
    workspace: "apps/web",
    program: "vite",
    args: ["build", "--watch", "--ssr", "src/entry-server.tsx", "--outDir", "dist/server"],
  },
  { name: "server", workspace: "apps/server", program: "vite", args: ["build", "--watch", "--ssr", "src/main.ts"] },
];

const words: Watcher = {
  name: "words",
  workspace: "packages/i18n",
  program: "lingui",
  args: ["compile", "--typescript", "--watch"],
};

const running = new Set<ChildProcess>();
let server: ChildProcess | undefined;
let isEnding = false;
let timer: NodeJS.Timeout | undefined;
let restart = Promise.resolve();

await buildProduct();
// From here on dist holds what the watchers make of it.
forgetBuild();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
watch(words, () => {});
const unbuilt = new Set(builders);
for (const builder of builders) {
  watch(builder, (line) => {
    if (!/\bbuilt in\b/.test(line)) return;
    unbuilt.delete(builder);
    if (unbuilt.size > 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restart = restart.then(restartServer);
    }, quietMs);
  });
}

function watch({ name, workspace, program, args }: Watcher, onLine: (line: string) => void): void {
  const directory = join(root, workspace);
  const child = start(join(directory, "node_modules/.bin", program), args, directory);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      console.log(`${name.padEnd(6)} │ ${line}`);
      onLine(line);
    });
  }
}

async function restartServer(): Promise<void> {
  await stop(server);
  if (isEnding) return;
  server = start(process.execPath, ["--enable-source-maps", "dist/main.js"], join(root, "apps/server"), "inherit");
}

function start(program: string, args: string[], cwd: string, output: "pipe" | "inherit" = "pipe"): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: ["ignore", output, output] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || !running.has(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** The server drains and stops its database before we are gone. */
async function end(): Promise<void> {
  isEnding = true;
  clearTimeout(timer);
  await restart;
  await Promise.all([...running].map(stop));
  process.exit(0);
}
