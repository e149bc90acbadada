import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createUploads } from "@daymark/api/host/uploads";
import { createDatabase, type Sql } from "@daymark/db/connection/client";
import { newestMigration, readNewestMigration } from "@daymark/db/connection/migrate";
import { brand } from "@daymark/domain/base/brand";
import {
  deleteUnfinishedUpgrade,
  readUnfinishedUpgrade,
  type UnfinishedUpgrade,
  upgradeBackups,
} from "./unfinished-upgrade.ts";

/** How long PostgreSQL may take to notice that a killed server's connections have ended. */
const noticeMilliseconds = 10_000;
const lookMilliseconds = 50;

interface Target {
  dataDirectory: string;
  /** The embedded database, as the role that owns the tables. */
  ownerUrl: string;
  /** Gets one sentence for the operator. */
  tell: (sentence: string) => void;
}

/**
 * Goes back if another version, older or newer, has left an upgrade unfinished. This version goes on with its own.
 *
 * @throws StartError if the backup cannot be restored; the database is then as it was
 */
export async function leaveOtherUpgrade(target: Target): Promise<void> {
  const upgrade = readUnfinishedUpgrade(target.dataDirectory);
  if (upgrade && upgrade.to !== newestMigration()) await goBack(upgrade, target);
}

/**
 * Goes back if an upgrade by any version is unfinished.
 *
 * @returns the upgrade that was taken back
 * @throws StartError as {@link leaveOtherUpgrade} does
 */
export async function leaveUpgrade(target: Target): Promise<UnfinishedUpgrade | undefined> {
  const upgrade = readUnfinishedUpgrade(target.dataDirectory);
  if (upgrade) await goBack(upgrade, target);
  return upgrade;
}

/** In this order, so that a death at any moment leaves an upgrade that the next start takes back. */
async function goBack(upgrade: UnfinishedUpgrade, { dataDirectory, ownerUrl, tell }: Target): Promise<void> {
  const { sql } = createDatabase(ownerUrl, { max: 1, prepare: false });
  try {
    const unfinished = `The upgrade to ${brand} ${upgrade.to_version} did not succeed`;
    if ((await readNewestMigration(sql)) === upgrade.from) {
      tell(`${unfinished}. It had not changed the tables.`);
    } else {
      const path = join(upgradeBackups(dataDirectory), upgrade.archive);
      tell(`${unfinished}. Restoring the data from the backup made before it, ${path} …`);
      await untilUnused(sql);
      const { restoreBackup } = await import("../cli/backup/restore.ts");
      const { rows } = await restoreBackup({
        ...{ path, databaseUrl: ownerUrl, isForced: true, isLeftOld: true },
        // The archive has no pictures.
        uploads: createUploads(join(dataDirectory, "uploads")),
      });
      tell(`The data is as it was before the upgrade: ${rows} rows, each read back and equal.`);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
  deleteUnfinishedUpgrade(dataDirectory);
}

async function untilUnused(sql: Sql): Promise<void> {
  const { readSessions } = await import("../cli/backup/target.ts");
  const deadline = performance.now() + noticeMilliseconds;
  while (performance.now() < deadline && (await readSessions(sql)) > 0) await sleep(lookMilliseconds);
}
