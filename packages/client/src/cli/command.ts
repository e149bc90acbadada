import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Terminal } from "./terminal.ts";

/** A command of a person's habits. */
export interface Command {
  /** One line of the help page. */
  summary: string;
  /** The page of `daymark <command> --help`, below its name. */
  help: string;
  /** Its options, for the shells' completion. */
  options: readonly string[];
  /**
   * @throws CommandError, and what the client throws
   */
  run: (terminal: Terminal, args: string[]) => Promise<void>;
}

/** A person can fix it: the message is one sentence. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  /** @param exitCode 1 if the command was refused, 2 if it was called in a wrong way */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Reads the arguments of a command.
 *
 * @param name for the sentence about wrong arguments
 * @param countMax how many arguments it takes beside its options
 * @throws CommandError
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  name: string,
  args: string[],
  { options, countMax }: { options: Options; countMax: number },
) {
  const hint = `Run “daymark ${name} --help” for its usage.`;
  let parsed: ReturnType<typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/\. To specify|\n/)[0] : String(error);
    throw new CommandError(`${message?.replace(/\.$/, "")}. ${hint}`, 2);
  }
  if (parsed.positionals.length > countMax) {
    throw new CommandError(`Unknown argument: ${parsed.positionals.slice(countMax).join(" ")}. ${hint}`, 2);
  }
  return parsed;
}
