import { StartError } from "@daymark/db/start-error";

/** The exit codes of the commands, for scripts. docs/operations.md lists them. */
export const exitCodes = {
  /** An error of the machine, the database or the disk. A retry may succeed. Nothing was changed. */
  failed: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** The archive is damaged, is not ours, or has a version that cannot be read. */
  archive: 3,
  /** The target is in use, is not empty, or has another secret. */
  target: 4,
} as const;

/** An error that the operator has to correct: one sentence, and an exit code. */
export class CommandError extends StartError {
  readonly exitCode: number;

  constructor(kind: keyof typeof exitCodes, sentence: string) {
    super(sentence);
    this.exitCode = exitCodes[kind];
  }
}

/** The archive is damaged, or is no archive. */
export class DamageError extends CommandError {
  constructor(sentence: string) {
    super("archive", sentence);
  }
}
