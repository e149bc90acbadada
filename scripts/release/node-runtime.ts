import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import type { Entry } from "./archive.ts";
import runtime from "./node-runtime.json" with { type: "json" };

/** The systems that a release is made for. */
export const targets = ["linux-x64", "linux-arm64"] as const;
export type Target = (typeof targets)[number];

/** Also the name of the npm package that has this Node of a system, without a script that runs at its installation. */
export const nodeVersion = runtime.version;

/**
 * Fetches Node for a system. The lock file cannot hold it, because each clone would then install it once more.
 *
 * @param scratch a folder for the package
 * @throws Error if the package is not the one of node-runtime.json
 */
export async function fetchNode(target: Target, scratch: string): Promise<Entry[]> {
  mkdirSync(scratch, { recursive: true });
  const name = `node-${target}`;
  const packed = await runProgram("npm", ["pack", `${name}@${nodeVersion}`, "--silent", "--pack-destination", scratch]);
  if (packed.code !== 0) throw new Error(`${name} cannot be fetched:\n${packed.output}`);
  const archive = join(scratch, `${name}-${nodeVersion}.tgz`);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (integrity !== runtime.integrity[target]) throw new Error(`${name} has the integrity ${integrity}.`);
  const unpacked = await runProgram("tar", ["-xzf", archive, "-C", scratch]);
  if (unpacked.code !== 0) throw new Error(unpacked.output);
  return [
    { path: "runtime/node", content: readFileSync(join(scratch, "package/bin/node")), isProgram: true },
    { path: "runtime/LICENSE", content: readFileSync(join(scratch, "package/LICENSE")), isProgram: false },
  ];
}
