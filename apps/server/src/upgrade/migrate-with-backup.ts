import { basename } from "node:path";
import { createDatabase } from "@daymark/db/connection/client";
import { migrateDatabase, newestMigration } from "@daymark/db/connection/migrate";
import { StartError } from "@daymark/db/start-error";
import { brand, version } from "@daymark/domain/base/brand";
import { upgradeBackups, writeUnfinishedUpgrade } from "./unfinished-upgrade.ts";

/** The number of backups that stay in {@link upgradeBackups}, including the newest. */
const keptBackups = 3;

export interface SafeMigration {
  /** The address of the role that owns the tables, past any pooler. */
  url: string;
  servingRole: string | undefined;
  dataDirectory: string;
  secretKey: string;
  /** MIGRATION_BACKUP. */
  isBackupOn: boolean;
  /** Whether a start that fails later restores the backup: only where no other node can write. */
  isUndoable: boolean;
  /** Gets one sentence for the operator. */
  tell: (sentence: string) => void;
}

/**
 * Migrates the database. If it has tables that lack migrations, it first writes a backup of all rows, under the lock of
 * the migrations. The backup has no pictures, because no migration changes their files.
 *
 * @throws StartError if the backup fails; then nothing was changed
 */
export async function migrateWithBackup(options: SafeMigration): Promise<void> {
  const { url, servingRole, isBackupOn } = options;
  await migrateDatabase(url, {
    servingRole,
    ...(isBackupOn && { beforeChanges: (from) => backUpBefore(from, options) }),
  });
}

async function backUpBefore(from: number, { url, dataDirectory, secretKey, isUndoable, tell }: SafeMigration) {
  try {
    const { writeBackup } = await import("../cli/backup/backup.ts");
    const { path, rows } = await writeBackup({
      ...{ databaseUrl: url, uploads: undefined, directory: upgradeBackups(dataDirectory) },
      ...{ secretKey, isSecretIncluded: false, keep: keptBackups },
    });
    if (isUndoable) {
      const versions = { from_version: await readServedVersion(url), to_version: version };
      writeUnfinishedUpgrade(dataDirectory, { archive: basename(path), from, to: newestMigration(), ...versions });
    }
    tell(
      `${brand} ${version} changes the tables of an older version. First it wrote the backup ${path} (${rows} rows, read back and verified).`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `${brand} ${version} would change the tables, and the backup before that failed (${reason}). Nothing was changed. Fix this, or set MIGRATION_BACKUP=off if you have a backup.`,
    );
  }
}

/** The version of the node that reported last; null if none is known. */
async function readServedVersion(url: string): Promise<string | null> {
  const { sql } = createDatabase(url, { max: 1, prepare: false });
  try {
    const [there] = await sql`select to_regclass('public.nodes') is not null as is_there`;
    if (!there?.is_there) return null;
    const [node] = await sql<{ version: string }[]>`select version from nodes order by seen_at desc limit 1`;
    return node?.version ?? null;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
