import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { StartError } from "@daymark/db/start-error";

/** How an operator has called a command. */
export interface Invocation {
  /** What stands before the arguments, for the usage: `npm run backup --` or `daymark backup`. */
  program: string;
  args: string[];
  /** The folder in which `.env` is read and a relative DATA_DIR begins. */
  root: string;
}

/** Readable messages for error codes of files and disks. */
const fileFaults: Record<string, string> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota of this user is used up",
  EACCES: "This user may not read or write there",
  EPERM: "This user may not do this",
  EROFS: "The file system is read-only",
  ENOENT: "The file or folder does not exist",
  EMFILE: "This process has too many open files",
  EIO: "The disk reports an error",
};

/** A command with wrong arguments. */
export class UsageError extends StartError {
  readonly exitCode = 2;
}

/**
 * Reads the arguments of a command.
 *
 * @param args those of this process by default
 * @throws UsageError with `usage` if the arguments are wrong
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args: string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/**
 * Runs a command to its end, with the exit code that it has set. An error that a person can fix becomes one sentence and
 * its exit code.
 */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit();
  } catch (error) {
    if (error instanceof StartError) {
      console.error(error.message);
      process.exit("exitCode" in error ? Number(error.exitCode) : 1);
    }
    console.error(sentenceOf(error));
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const fault = fileFaults[code];
  // The driver's errors contain the statement, which may contain a user's text. The message and code do not.
  if (fault) return `${fault} (${"path" in error ? error.path : code}). Nothing was changed.`;
  return `The command failed (${[code, error.message].filter(Boolean).join(": ")}). Nothing was changed.`;
}
