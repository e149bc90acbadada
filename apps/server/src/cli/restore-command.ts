import { resolve } from "node:path";
import { type Invocation, readArguments, UsageError } from "./command.ts";
import { restore as restoreArchive } from "./commands.ts";

const usageOf = (program: string) => `${program} <archive> [--check] [--force] [--other-key]

Restores an archive to the database of DATA_DIR or DATABASE_URL, all of it or nothing. Stop the server first.
  <archive>     a file that the command backup wrote, or "latest" for the newest in DATA_DIR/backups
  --check       reads the whole archive and says what it contains; changes no data
  --force       deletes what the database contains now
  --other-key   restores although SECRET_KEY differs from the key of the archive: second factors and waiting emails are lost`;

const options = {
  check: { type: "boolean" },
  force: { type: "boolean" },
  "other-key": { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** @throws StartError */
export async function restore({ program, args, root }: Invocation): Promise<void> {
  const usage = usageOf(program);
  const { values, positionals } = readArguments(usage, options, args);
  if (values.help) return console.log(usage);
  const [archive, ...more] = positionals;
  if (archive === undefined || more.length > 0) throw new UsageError(`Name one archive.\n\n${usage}`);
  const { path, header, rows, uploads, isChanged } = await restoreArchive(root, {
    path: archive === "latest" ? undefined : resolve(archive),
    isCheck: values.check ?? false,
    isForced: values.force ?? false,
    takesOtherKey: values["other-key"] ?? false,
  });
  const content = `${rows} rows of ${header.tables.length} tables and ${uploads} image files, written at ${header.created_at} by Daymark ${header.version}`;
  console.log(
    isChanged ? `Restored ${content}. Every row was read back and matches.` : `${path} is undamaged: ${content}.`,
  );
}
