import { findInstallation } from "../environment/installation.ts";
import { supervise } from "../process/supervise.ts";
import { type Invocation, UsageError } from "./command.ts";
import { findCommand } from "./operator-commands.ts";

/**
 * `daymark <command>` of a release.
 *
 * @throws StartError
 */
export async function runRelease({ program, args, root }: Invocation): Promise<void> {
  const [name = "start", ...more] = args;
  if (name === "start" && more.length === 0) return supervise();
  // The command upgrade of any version reads this.
  if (name === "try") return supervise({ isTrial: true });
  if (name === "--version" || name === "-v") return console.log(findInstallation().release?.version ?? "source");
  // Loaded only now, because the supervisor needs none of it.
  const { helpPage, isPersonCommand, operatorCommands, runPersonCommand } = await import(
    "@daymark/client/cli/run-command"
  );
  if (isPersonCommand(name)) {
    const { openTerminal } = await import("@daymark/client/cli/terminal");
    process.exitCode = await runPersonCommand(name, more, openTerminal(operatorCommands));
    return;
  }
  const usage = `${helpPage}

Data of the server and the file .env with its variables are in ${root}. DATA_DIR names another folder.`;
  if (name === "--help" || name === "-h" || name === "help") return console.log(usage);
  if (name === "start") throw new UsageError(`Unknown argument: ${more.join(" ")}.\n\n${usage}`);
  if (name === "upgrade") {
    const { upgrade } = await import("./upgrade-command.ts");
    return upgrade({ program: `${program} upgrade`, args: more, root });
  }
  const command = findCommand(name);
  if (!command) throw new UsageError(`Unknown command "${name}".\n\n${usage}`);
  await command({ program: `${program} ${name}`, args: more, root });
}
