import { brand } from "@daymark/domain/base/brand";
import { findInstallation } from "../environment/installation.ts";
import { supervise } from "../process/supervise.ts";
import { type Invocation, UsageError } from "./command.ts";
import { findCommand } from "./operator-commands.ts";

const usageOf = (program: string, root: string) => `${program} [<command>]

  start       starts ${brand} and runs until it is stopped; the same without a command
  backup      writes one archive of the database and the pictures
  restore     restores such an archive; stop the server first
  upgrade     replaces this version by a newer one, and goes back by itself if that one does not start
  admin       creates admins, resets passwords, moves uploads
  --version   prints the version
  --help      prints this; "${program} backup --help" prints the options of a command

Data and the file .env with the variables are in ${root}. DATA_DIR names another folder.`;

/**
 * `daymark <command>` of a release.
 *
 * @throws StartError
 */
export async function runRelease({ program, args, root }: Invocation): Promise<void> {
  const [name = "start", ...more] = args;
  if (name === "--help" || name === "-h" || name === "help") return console.log(usageOf(program, root));
  if (name === "--version" || name === "-v") return console.log(findInstallation().release?.version ?? "source");
  if (name === "start") {
    if (more.length > 0) throw new UsageError(`Unknown argument: ${more.join(" ")}.\n\n${usageOf(program, root)}`);
    return supervise();
  }
  // For the command upgrade, of whichever version.
  if (name === "try") return supervise({ isTrial: true });
  if (name === "upgrade") {
    const { upgrade } = await import("./upgrade-command.ts");
    return upgrade({ program: `${program} upgrade`, args: more, root });
  }
  const command = findCommand(name);
  if (!command) throw new UsageError(`There is no command "${name}".\n\n${usageOf(program, root)}`);
  await command({ program: `${program} ${name}`, args: more, root });
}
