import type { Invocation } from "./command.ts";

/** Each command is loaded when it is called: `admin` needs what `backup` does not. */
const commands: Record<string, () => Promise<(invocation: Invocation) => Promise<void>>> = {
  admin: async () => (await import("./admin.ts")).admin,
  backup: async () => (await import("./backup-command.ts")).backup,
  restore: async () => (await import("./restore-command.ts")).restore,
};

/** The command of this name, which `npm run <name>` and `daymark <name>` run. Undefined if there is none. */
export function findCommand(name: string): ((invocation: Invocation) => Promise<void>) | undefined {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load && (async (invocation) => (await load())(invocation));
}
