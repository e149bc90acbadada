import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runProgram } from "./run-program.ts";

/** A shell that enters a network of its own, in which only loopback works. */
const isolated = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/**
 * `npm run test:release`: makes the archive for this machine and the npm package twice, finds the same bytes, and runs
 * them as an operator does. As root, they run as a user without rights, and the archive without a network.
 */
async function main(): Promise<number> {
  const target = `${process.platform}-${process.arch}`;
  const scratch = mkdtempSync(join(tmpdir(), "daymark-test-release-"));
  try {
    const sums: string[] = [];
    for (const name of ["first", "second"]) {
      const script = join(root, "scripts/release.ts");
      const made = await runProgram(process.execPath, [script, "--to", join(scratch, name), "--only", target], {
        shown: true,
      });
      if (made.code !== 0) return made.code;
      sums.push(readFileSync(join(scratch, name, "SHA256SUMS"), "utf8"));
    }
    if (sums[0] !== sums[1]) {
      console.error("Two releases of the same commit have different bytes.");
      return 1;
    }
    rmSync(join(scratch, "second"), { recursive: true });
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const env = {
      RELEASE_ARCHIVE: join(scratch, `first/daymark-${version}-${target}.tar.gz`),
      RELEASE_PACKAGE: join(scratch, `first/daymark-${version}.tgz`),
      RELEASE_VERSION: version,
    };
    // The users without rights of the tests read the package there.
    chmodSync(scratch, 0o755);
    const canIsolate = process.getuid?.() === 0 && existsSync("/usr/bin/unshare");
    if (!canIsolate) console.log("The network stays on, because only root can start a program without one.");
    const vitest = ["vitest", "run", "--project", "e2e-release"];
    const [program = "", ...args] = [...(canIsolate ? isolated : []), ...vitest, "archive"];
    const ofArchive = await runProgram(program, args, { shown: true, env });
    // npm needs the network, for the packages with machine code.
    const ofPackage = await runProgram("vitest", [...vitest.slice(1), "npm-package"], { shown: true, env });
    return Math.max(ofArchive.code, ofPackage.code);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
