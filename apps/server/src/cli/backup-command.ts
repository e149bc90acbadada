import { resolve } from "node:path";
import { type Invocation, readArguments, UsageError } from "./command.ts";
import { backUp } from "./commands.ts";

const usageOf = (program: string) => `${program} [--to <folder>] [--keep <number>] [--with-secret-key]

Writes one archive of the database and the images as they are at this moment, whether the server runs or not.
  --to <folder>       the folder of the archive; DATA_DIR/backups by default
  --keep <number>     keeps this many of the newest archives there, and deletes the older ones
  --with-secret-key   also writes SECRET_KEY into the archive: it then reveals everything in it`;

const options = {
  to: { type: "string" },
  keep: { type: "string" },
  "with-secret-key": { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** @throws StartError */
export async function backup({ program, args, root }: Invocation): Promise<void> {
  const usage = usageOf(program);
  const { values, positionals } = readArguments(usage, options, args);
  if (values.help) return console.log(usage);
  if (positionals.length > 0) throw new UsageError(`Unknown argument: ${positionals.join(" ")}.\n\n${usage}`);
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep)) {
    throw new UsageError("--keep must be a whole number, 1 or more.");
  }
  const made = await backUp(root, {
    directory: values.to === undefined ? undefined : resolve(values.to),
    keep: values.keep === undefined ? undefined : Number(values.keep),
    isSecretIncluded: values["with-secret-key"] ?? false,
  });
  console.log(
    `${made.path}: ${made.rows} rows of ${made.tables} tables and ${made.uploads} image files, ${made.bytes} bytes, read back and verified.`,
  );
  if (made.deleted.length > 0) console.log(`Deleted older archives: ${made.deleted.join(", ")}.`);
  if (made.missing.length > 0) {
    console.error(`These images have no file, so no backup can restore them: ${made.missing.join(", ")}.`);
  }
  if (!values["with-secret-key"]) {
    console.log(
      "SECRET_KEY is not in the archive. Store it elsewhere: without it, second factors and waiting emails cannot be read.",
    );
  }
}
