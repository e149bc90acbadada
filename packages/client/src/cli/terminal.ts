import { pause } from "../api/retry.ts";

/** What a command knows of the process that runs it. */
export interface Terminal {
  /** DAYMARK_SERVER, DAYMARK_TOKEN, XDG_CONFIG_HOME and HOME. */
  env: Readonly<Record<string, string | undefined>>;
  /** Writes to the standard output. */
  print: (text: string) => void;
  /** Writes to the standard error output. */
  warn: (text: string) => void;
  /** The pause between two polls. */
  wait: (seconds: number) => Promise<void>;
  /** The commands of the server's package, if this one is part of it. */
  operatorCommands: readonly string[];
}

/** The terminal of this process. */
export function openTerminal(operatorCommands: readonly string[] = []): Terminal {
  return {
    env: process.env,
    print: (text) => process.stdout.write(`${text}\n`),
    warn: (text) => process.stderr.write(`${text}\n`),
    wait: pause,
    operatorCommands,
  };
}
