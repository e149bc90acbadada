import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { originOf } from "../api/client.ts";
import type { Tokens } from "../api/oauth.ts";
import { CommandError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** What `daymark login` keeps. */
export interface Credentials {
  server: string;
  tokens: Tokens;
}

type Env = Terminal["env"];

/** Where the log-in is kept (XDG base directories). */
function credentialsFile({ XDG_CONFIG_HOME, HOME }: Env): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), ".config"), "daymark", "credentials.json");
}

/**
 * The kept log-in; null if there is none.
 *
 * @throws CommandError if the file cannot be read
 */
export function readCredentials(env: Env): Credentials | null {
  const file = credentialsFile(env);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CommandError(`${file} cannot be read: delete it, and run “daymark login” again.`);
  }
}

/** Keeps a log-in for this user alone. A reader sees the former or the new one, never half of it. */
export function writeCredentials(env: Env, credentials: Credentials): void {
  const file = credentialsFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  // An older draft would keep its mode.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export function deleteCredentials(env: Env): void {
  rmSync(credentialsFile(env), { force: true });
}

/**
 * The address of the server that the caller means: the given one, else DAYMARK_SERVER, else the server of the log-in.
 *
 * @throws CommandError if there is none, or it is no address
 */
export function serverOf(env: Env, given: string | undefined): string {
  const address = given ?? (env.DAYMARK_SERVER || readCredentials(env)?.server);
  if (address === undefined) {
    throw new CommandError("Say which server: daymark login --server https://habits.example", 2);
  }
  try {
    return originOf(address);
  } catch {
    throw new CommandError(`“${address}” is not the address of a server, such as https://habits.example.`, 2);
  }
}
