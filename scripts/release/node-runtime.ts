import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import type { Entry } from "./archive.ts";
import runtime from "./node-runtime.json" with { type: "json" };

/** The systems that releases support. */
export const targets = ["linux-x64", "linux-arm64"] as const;
export type Target = (typeof targets)[number];

/**
 * The version of the pinned Node. The npm package with Node for a system has the same version, and runs no script at
 * its installation.
 */
export const nodeVersion = runtime.version;

/**
 * Fetches Node for a system. The lock file cannot contain it, because each clone would then install Node twice.
 *
 * @param scratch a folder for the package
 * @throws Error if the package is not the one of node-runtime.json
 */
export async function fetchNode(target: Target, scratch: string): Promise<Entry[]> {
  mkdirSync(scratch, { recursive: true });
  const name = `node-${target}`;
  const packed = await runProgram("npm", ["pack", `${name}@${nodeVersion}`, "--silent", "--pack-destination", scratch]);
  if (packed.code !== 0) throw new Error(`${name} could not be fetched:\n${packed.output}`);
  const archive = join(scratch, `${name}-${nodeVersion}.tgz`);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (integrity !== runtime.integrity[target]) throw new Error(`${name} has the unexpected integrity ${integrity}.`);
  const unpacked = await runProgram("tar", ["-xzf", archive, "-C", scratch]);
  if (unpacked.code !== 0) throw new Error(unpacked.output);
  return [
    { path: "runtime/node", content: readFileSync(join(scratch, "package/bin/node")), isProgram: true },
    { path: "runtime/LICENSE", content: readFileSync(join(scratch, "package/LICENSE")), isProgram: false },
  ];
}
