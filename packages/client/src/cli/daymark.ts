import { readFileSync } from "node:fs";
import { helpPage, isPersonCommand, operatorCommands, runPersonCommand } from "./run-command.ts";
import { openTerminal } from "./terminal.ts";

// `daymark` of the package @daymark/client, without the server.
const [name = "--help", ...args] = process.argv.slice(2);
const terminal = openTerminal();

if (["--help", "-h", "help"].includes(name)) {
  terminal.print(helpPage);
} else if (["--version", "-v"].includes(name)) {
  // build.ts writes this file into the folder above `cli`.
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  terminal.print(version);
} else if (isPersonCommand(name)) {
  process.exitCode = await runPersonCommand(name, args, terminal);
} else {
  terminal.warn(
    operatorCommands.includes(name)
      ? `“${name}” comes with the server: run it where Daymark is installed.`
      : `Unknown command “${name}”: “daymark --help” lists the commands.`,
  );
  process.exitCode = 2;
}
