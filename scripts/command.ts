import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand, UsageError } from "../apps/server/src/cli/command.ts";
import { root } from "./run-program.ts";

/** `npm run admin`, `backup` and `restore`: the commands of the operator, from their sources. */
await runCommand(async () => {
  if (!existsSync(join(root, "packages/i18n/locales/en/messages.ts"))) {
    const { buildProduct } = await import("./build-product.ts");
    await buildProduct();
  }
  const [name = "", ...args] = process.argv.slice(2);
  const { findCommand } = await import("../apps/server/src/cli/operator-commands.ts");
  const command = findCommand(name);
  if (!command) throw new UsageError(`Unknown command "${name}".`);
  await command({ program: `npm run ${name} --`, args, root });
});
