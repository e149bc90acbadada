import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "./findings.ts";
import type { FuzzRequest } from "./request.ts";

/** Requests that once found a fault, in order. Every run sends them first. */
export interface KeptCase {
  /** The file's name without `.json`. */
  name: string;
  /** The guarantee of the fixed server. */
  guarantee: string;
  /** A run sends each `times` times, once by default. */
  requests: (FuzzRequest & { times?: number })[];
}

const folder = fileURLToPath(new URL("cases", import.meta.url));

/** @param wanted the name of one case; all cases if undefined */
export function readCases(wanted?: string): KeptCase[] {
  const files = globSync("*.json", { cwd: folder }).sort();
  return files
    .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(join(folder, file), "utf8")) }))
    .filter(({ name }) => wanted === undefined || name === wanted)
    .map(({ name, guarantee, requests }) => ({
      name,
      guarantee,
      requests: requests.map((request: Partial<FuzzRequest>) => ({
        about: name,
        headers: [],
        role: "guest",
        ...request,
      })),
    }));
}

/**
 * Writes a finding as a case for later runs. The developer who fixes the fault adds its guarantee.
 *
 * @returns the case's name; null for a finding without a request
 */
export function keepCase({ kind, sentence, sent }: Finding): string | null {
  if (!sent) return null;
  const { about, ...request } = sent.request;
  const digest = createHash("sha256").update(`${kind} ${about} ${sentence}`).digest("hex").slice(0, 8);
  const words = about.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const name = `${kind}-${words}-${digest}`.replaceAll(/-+/g, "-").slice(0, 80);
  const file = join(folder, `${name}.json`);
  const guarantee = `${about} does not lead to this any more: ${sentence}`.slice(0, 300);
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify({ guarantee, requests: [request] }, null, 2)}\n`);
  return name;
}
