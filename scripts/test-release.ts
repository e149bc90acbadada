import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runProgram } from "./run-program.ts";

/** Runs a shell in a separate network namespace, in which only loopback works. */
const isolated = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/** The first commit that can create archives. It counts as the previous release until a version is tagged. */
const firstRelease = "db5376c232265bcd1bf5ff0417a2b04cb7f7a65a";

/**
 * `npm run test:release`: creates the archive for this machine and the npm package twice, compares the bytes, and runs
 * both and a clone as an operator does, also on the data of the previous release. If started as root, it runs them as
 * an unprivileged user, and the archive without a network.
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
    const before = await packBefore(join(scratch, "before"), target);
    const env = {
      RELEASE_BEFORE: before,
      RELEASE_ARCHIVE: join(scratch, `first/daymark-${version}-${target}.tar.gz`),
      RELEASE_PACKAGE: join(scratch, `first/daymark-${version}.tgz`),
      RELEASE_VERSION: version,
    };
    // The unprivileged users of the tests read the package there.
    chmodSync(scratch, 0o755);
    const canIsolate = process.getuid?.() === 0 && existsSync("/usr/bin/unshare");
    if (!canIsolate) console.log("The network stays on, because only root can start a program without one.");
    const vitest = ["vitest", "run", "--project", "e2e-release"];
    const [program = "", ...args] = [...(canIsolate ? isolated : []), ...vitest, "archive", "upgrade"];
    const ofArchive = await runProgram(program, args, { shown: true, env });
    // npm needs the network to install the packages with native code.
    const ofNpm = await runProgram("vitest", [...vitest.slice(1), "npm-package", "clone"], { shown: true, env });
    const times = [ofArchive, ofNpm].flatMap(
      ({ output }) => output.match(/(?:Newcomer by|Ready after|Back after) .*$/gm) ?? [],
    );
    console.log(times.join("\n"));
    return Math.max(ofArchive.code, ofNpm.code);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Builds the previous release from a clone of its commit. @returns its archive */
async function packBefore(scratch: string, target: string): Promise<string> {
  const tag = await runProgram("git", ["describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"]);
  const commit = tag.code === 0 ? tag.output.trim() : firstRelease;
  console.log(`Making the archive of the release before (${commit}) …`);
  const source = join(scratch, "source");
  await run(root, "git", "clone", "--quiet", "--shared", "--no-checkout", root, source);
  await run(source, "git", "checkout", "--quiet", commit);
  const directory = join(scratch, "archives");
  await run(source, "npm", "run", "release", "--", "--to", directory, "--only", target);
  rmSync(source, { recursive: true });
  const [name] = globSync("*.tar.gz", { cwd: directory });
  if (name === undefined) throw new Error(`${commit} created no archive`);
  return join(directory, name);
}

/** @throws Error if the program fails */
async function run(directory: string, ...[program = "", ...args]: string[]): Promise<void> {
  const { code, output } = await runProgram(program, args, { directory });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
}

process.exitCode = await main();
