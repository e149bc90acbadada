import type { Command } from "./command.ts";
import { CommandError } from "./command.ts";
import { createCompletion, type Words } from "./completion.ts";
import { done } from "./done.ts";
import { log } from "./log.ts";
import { login, logout } from "./login.ts";
import { sentenceOf } from "./session.ts";
import { stats } from "./stats.ts";
import type { Terminal } from "./terminal.ts";
import { today } from "./today.ts";

const commands: Record<string, Command> = {
  login,
  logout,
  today,
  done,
  log,
  stats,
  completion: createCompletion((operatorCommands) => wordsOf(operatorCommands)),
};

/** The commands that come with the server, in the order of the help page. */
const operatorSummaries: Record<string, string> = {
  start: 'runs Daymark until it is stopped; "daymark" alone does the same',
  backup: "writes one archive of the database and the images",
  restore: "restores such an archive; stop the server first",
  upgrade: "installs a newer version, and returns to this one if the newer one does not start",
  admin: "creates admins, resets passwords, moves uploads",
};
export const operatorCommands: readonly string[] = Object.keys(operatorSummaries);

/** The one help page of `daymark`, for the commands of both packages. */
export const helpPage = `daymark [<command>]

Your habits:
${linesOf(Object.entries(commands).map(([name, { summary }]) => [name, summary]))}

The server (these commands come with the server, not with the package @daymark/client):
${linesOf(Object.entries(operatorSummaries))}

  --version   prints the version
  --help      prints this help; "daymark done --help" prints that of a command

The commands for your habits exit with 0 on success, 1 if the server refused or could not be
reached, and 2 if their arguments were wrong. DAYMARK_SERVER and DAYMARK_TOKEN (an API key)
replace the log-in.`;

function linesOf(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, summary]) => `  ${name.padEnd(11)} ${summary}`).join("\n");
}

/** Whether it is a command of a person's habits, which needs no data of a server. */
export function isPersonCommand(name: string): boolean {
  return Object.hasOwn(commands, name);
}

/**
 * Runs a command of a person's habits.
 *
 * @param name one for which `isPersonCommand` is true
 * @returns the exit code: 0 done, 1 refused, 2 called in a wrong way
 */
export async function runPersonCommand(name: string, args: string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const command = commands[name] as Command;
  if (args.includes("--help") || args.includes("-h")) {
    terminal.print(command.help);
    return 0;
  }
  try {
    await command.run(terminal, args);
    return 0;
  } catch (error) {
    terminal.warn(sentenceOf(error));
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function wordsOf(operatorNames: readonly string[]): Words {
  const own = Object.entries(commands).map(
    ([name, { options }]) => [name, name === "completion" ? options : [...options, "--help"]] as const,
  );
  return new Map([...own, ...operatorNames.map((name) => [name, ["--help"]] as const)]);
}
