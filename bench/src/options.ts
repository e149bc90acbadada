import { parseArgs } from "node:util";

export interface Options {
  rounds: number;
  seconds: number;
  connections: number;
  /** Only operations whose name contains this. */
  only: string;
}

export const usage = `npm run bench -- [--rounds 3] [--seconds 5] [--connections 32] [--only <part of an operation's name>]`;

/** @throws Error with a sentence for a person where an option is unknown or out of bounds */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "5" },
      connections: { type: "string", default: "32" },
      only: { type: "string", default: "" },
    },
  });
  return {
    rounds: whole("rounds", values.rounds, 50),
    seconds: whole("seconds", values.seconds, 120),
    connections: whole("connections", values.connections, 1000),
    only: values.only,
  };
}

function whole(name: string, text: string, max: number): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > max) {
    throw new Error(`--${name} is a whole number from 1 to ${max}, not "${text}".`);
  }
  return Number(text);
}
