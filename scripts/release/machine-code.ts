import type { Entry } from "./archive.ts";
import type { Target } from "./node-runtime.ts";

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** `e_machine` of the ELF header, at byte 18. */
const machines: Record<Target, number> = { "linux-x64": 0x3e, "linux-arm64": 0xb7 };

/** @throws Error if a program or library is for another processor, or if there is none */
export function assertMachine(entries: readonly Entry[], target: Target): void {
  const programs = entries.flatMap((entry) =>
    "content" in entry && entry.content.subarray(0, 4).equals(magic) ? [entry] : [],
  );
  const foreign = programs.filter(({ content }) => content.readUInt16LE(18) !== machines[target]);
  if (foreign.length > 0) throw new Error(`Not for ${target}: ${foreign.map(({ path }) => path).join(", ")}.`);
  for (const part of ["runtime/node", "/bin/postgres", ".node"]) {
    if (!programs.some(({ path }) => path.endsWith(part))) throw new Error(`${target} has no program ${part}.`);
  }
}
