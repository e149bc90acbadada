import { parseArgs } from "node:util";

export interface Options {
  rounds: number;
  seconds: number;
  connections: number;
  /** Measures only operations whose name contains this text. */
  only: string;
  /** Whether to write the figures to docs/benchmark.md. */
  isWritten: boolean;
}

export interface ScaleOptions {
  /** Leaves out larger installations. */
  users: number;
  /** Whether to write the figures to docs/scale.md. */
  isWritten: boolean;
}

export const usage = `npm run bench -- [--rounds 5] [--seconds 10] [--connections 32] [--write] [--only <part of an operation's name, or of "dashboard in a browser", "press to paint" or "lighthouse">]
npm run bench -- scale [--users 100000] [--write]

Without options a run checks the gates as intended, in half an hour. --write writes the figures into docs/benchmark.md, or docs/scale.md.`;

/** The result of a run. */
export interface Outcome {
  /** 0, or 1 if a gate is missed or an answer was not 2xx. */
  code: number;
  /** The text to write to a page of docs, if the options ask for it. */
  figures?: string;
}

/** @throws Error with a message for the user if an option is unknown or out of bounds */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "10" },
      connections: { type: "string", default: "32" },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.write && values.only) throw new Error("--write needs a whole run, without --only.");
  return {
    rounds: whole("rounds", values.rounds, 50),
    seconds: whole("seconds", values.seconds, 120),
    connections: whole("connections", values.connections, 1000),
    only: values.only,
    isWritten: values.write,
  };
}

/** @throws Error with a message for the user if an option is unknown or out of bounds */
export function parseScaleOptions(args: readonly string[]): ScaleOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { users: { type: "string", default: "100000" }, write: { type: "boolean", default: false } },
  });
  return { users: whole("users", values.users, 100_000), isWritten: values.write };
}

function whole(name: string, text: string, max: number): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > max) {
    throw new Error(`--${name} must be a whole number from 1 to ${max}, not "${text}".`);
  }
  return Number(text);
}
