import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { reachEmbedded } from "@daymark/db/embedded/embedded-url";
import { brand } from "@daymark/domain/base/brand";
import { ownVariables, readPlace } from "../environment/env.ts";
import { leaveUpgrade } from "../upgrade/go-back.ts";
import { deleteUnfinishedUpgrade } from "../upgrade/unfinished-upgrade.ts";
import { CommandError } from "./backup/error.ts";
import { type Invocation, readArguments, UsageError } from "./command.ts";
import { findCheckedArchive } from "./upgrade/checked-archive.ts";
import {
  deleteOldReleases,
  findReleases,
  makeScratch,
  type Release,
  switchTo,
  unpackRelease,
} from "./upgrade/releases.ts";
import { findRunning, type RunningProduct, startAgain, stopRunning, tryRelease } from "./upgrade/running-product.ts";

const usageOf = (program: string) => `${program} <archive> [--sha256 <sum>] [--wait <seconds>]

Installs a newer version, and returns to this one by itself if the newer one does not become ready.
  <archive>         a file such as daymark-1.2.3-linux-x64.tar.gz with SHA256SUMS beside it, or its https address
  --sha256 <sum>    the checksum of the archive, in place of SHA256SUMS
  --wait <seconds>  how long the new version may take to become ready, including its backup and migrations; 1800 by default`;

const options = {
  sha256: { type: "string" },
  wait: { type: "string", default: "1800" },
  help: { type: "boolean" },
} as const;

/**
 * `daymark upgrade`. It tries the new version at an address that no client uses, so nothing is lost when its migrations
 * are taken back. A kill at any step leaves a `daymark` that starts: the old version until the trial has succeeded,
 * then the new one.
 *
 * @throws StartError
 */
export async function upgrade({ program, args, root }: Invocation): Promise<void> {
  const usage = usageOf(program);
  const { values, positionals } = readArguments(usage, options, args);
  if (values.help) return console.log(usage);
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new UsageError(`Name one archive.\n\n${usage}`);
  if (!/^[1-9]\d{0,5}$/.test(values.wait)) throw new UsageError("--wait must be a whole number of seconds, 1 or more.");
  if (values.sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(values.sha256)) {
    throw new UsageError("--sha256 must have 64 hexadecimal digits.");
  }
  const { home, present } = findReleases();
  if (!existsSync(root))
    throw new CommandError("failed", `There is no data in ${root}: is DATA_DIR the same as for the server?`);
  const next = await unpackChecked(source, { home, present, sum: values.sha256 });
  const running = findRunning(root, home);
  if (running) {
    await stopRunning(running);
    console.log(`Stopped ${brand} ${present.version}.`);
  }
  const seconds = Number(values.wait);
  const isReady = await tryNext(next, { home, present, running, dataDirectory: root, seconds });
  if (running) {
    const { unit, variables } = running;
    const code = await startAgain(home, { unit, variables, dataDirectory: root });
    process.exitCode = isReady ? code : 1;
  } else {
    console.log(`Start it: ${join(home, "daymark")} start`);
    process.exitCode = isReady ? 0 : 1;
  }
}

async function unpackChecked(
  source: string,
  { home, present, sum }: { home: string; present: Release; sum: string | undefined },
): Promise<Release> {
  const scratch = makeScratch(home);
  try {
    const archive = await findCheckedArchive(source, { sum, scratch });
    console.log(`${archive} has the right checksum.`);
    const next = unpackRelease(archive, { home, present, scratch });
    console.log(`Unpacked ${brand} ${next.version} in ${next.directory}.`);
    return next;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Trial {
  home: string;
  present: Release;
  running: RunningProduct | undefined;
  dataDirectory: string;
  seconds: number;
}

/** @returns whether the next version is now the current one; otherwise everything is as before */
async function tryNext(next: Release, { home, present, running, dataDirectory, seconds }: Trial): Promise<boolean> {
  const variables = running?.variables ?? ownVariables();
  const { databaseDirectUrl } = readPlace(dataDirectory, variables);
  console.log(`Trying ${brand} ${next.version} on your data …`);
  const isReady = await tryRelease(next.directory, { variables, dataDirectory, seconds });
  if (isReady) {
    // In this order: after a kill between them the new version ends the upgrade when it starts.
    switchTo(next, home);
    if (!databaseDirectUrl) deleteUnfinishedUpgrade(dataDirectory);
    console.log(`${brand} ${next.version} was ready, and is now the version in ${home}.`);
    const old = deleteOldReleases(home, present);
    if (old.length > 0) console.log(`Deleted older versions: ${old.join(", ")}.`);
    return true;
  }
  if (databaseDirectUrl) {
    console.error("If it has changed the tables: stop every node and restore the backup named above.");
  } else if (existsSync(join(dataDirectory, "postgres"))) {
    const { ownerUrl, stop } = await reachEmbedded(dataDirectory);
    try {
      await leaveUpgrade({ dataDirectory, ownerUrl, tell: (sentence) => console.log(sentence) });
    } finally {
      await stop();
    }
  }
  rmSync(next.directory, { recursive: true, force: true });
  console.error(
    `${brand} ${next.version} did not become ready: its messages are above. ${brand} ${present.version} stays.`,
  );
  return false;
}
