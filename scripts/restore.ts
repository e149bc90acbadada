import { resolve } from "node:path";
import { readArguments, runCommand, UsageError } from "./run-command.ts";
import { root } from "./run-program.ts";

const usage = `npm run restore -- <archive> [--check] [--force] [--other-key]

Puts the data of an archive into the database of DATA_DIR or DATABASE_URL, all of it or nothing. Stop the server first.
  <archive>     a file that npm run backup has written, or "latest": the newest in DATA_DIR/backups
  --check       reads the archive whole and says what it holds; changes nothing
  --force       gives up what the database holds now
  --other-key   goes on although SECRET_KEY is another one: second factors and waiting mails are lost`;

await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    check: { type: "boolean" },
    force: { type: "boolean" },
    "other-key": { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const [archive, ...more] = positionals;
  if (archive === undefined || more.length > 0) throw new UsageError(`Name one archive.\n\n${usage}`);
  const { restore } = await import("../apps/server/src/cli/commands.ts");
  const { path, header, rows, uploads, isChanged } = await restore(root, {
    path: archive === "latest" ? undefined : resolve(archive),
    isCheck: values.check ?? false,
    isForced: values.force ?? false,
    takesOtherKey: values["other-key"] ?? false,
  });
  const content = `${rows} rows of ${header.tables.length} tables and ${uploads} files of pictures, of ${header.created_at}, by Daymark ${header.version}`;
  console.log(
    isChanged ? `Restored ${content}. Every row was read back and is equal.` : `${path} is whole: ${content}.`,
  );
});
