import { resolve } from "node:path";
import { readArguments, runCommand, UsageError } from "./run-command.ts";
import { root } from "./run-program.ts";

const usage = `npm run backup -- [--to <folder>] [--keep <number>] [--with-secret-key]

Writes one archive of the database and the pictures as they are at this moment, beside a running server or without one.
  --to <folder>       where to; DATA_DIR/backups by default
  --keep <number>     deletes the oldest archives there, so that so many stay
  --with-secret-key   puts SECRET_KEY into the archive as well: who has it can then read everything in it`;

await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    to: { type: "string" },
    keep: { type: "string" },
    "with-secret-key": { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  if (positionals.length > 0) throw new UsageError(`Nothing is known of ${positionals.join(" ")}.\n\n${usage}`);
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep)) {
    throw new UsageError("--keep must be a whole number from 1 on.");
  }
  const { backUp } = await import("../apps/server/src/cli/commands.ts");
  const backup = await backUp(root, {
    directory: values.to === undefined ? undefined : resolve(values.to),
    keep: values.keep === undefined ? undefined : Number(values.keep),
    isSecretIncluded: values["with-secret-key"] ?? false,
  });
  console.log(
    `${backup.path}: ${backup.rows} rows of ${backup.tables} tables and ${backup.uploads} files of pictures, ${backup.bytes} bytes, read again and found equal.`,
  );
  if (backup.deleted.length > 0) console.log(`Deleted, as older: ${backup.deleted.join(", ")}.`);
  if (backup.missing.length > 0) {
    console.error(`Pictures without their file, which no backup can bring back: ${backup.missing.join(", ")}.`);
  }
  if (!values["with-secret-key"]) {
    console.log(
      "SECRET_KEY is not in it. Keep it too, elsewhere: without it second factors and waiting mails cannot be read.",
    );
  }
});
