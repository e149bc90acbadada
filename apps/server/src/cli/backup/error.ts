import { StartError } from "@daymark/db/start-error";

/** What the commands end with, for scripts that call them; docs/operations.md lists them. */
export const exitCodes = {
  /** The machine, the database or the disk: it may work the next time. Nothing was changed. */
  failed: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** The archive is damaged, not ours, or of a version that cannot be read. */
  archive: 3,
  /** The target is in use, not empty, or keeps another secret. */
  target: 4,
} as const;

/** A command that a person has to do something about: one sentence, and the code to end with. */
export class CommandError extends StartError {
  readonly exitCode: number;

  constructor(kind: keyof typeof exitCodes, sentence: string) {
    super(sentence);
    this.exitCode = exitCodes[kind];
  }
}

/** An archive that is not what was written, or never was one. */
export class DamageError extends CommandError {
  constructor(sentence: string) {
    super("archive", sentence);
  }
}
