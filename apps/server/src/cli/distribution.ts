import { distribute, type Machine, rebalance, undistribute } from "@daymark/db/connection/distribute";
import { UsageError } from "./command.ts";
import { withDistribution } from "./commands.ts";

const commands = ["distribute", "rebalance", "undistribute"] as const;
type DistributionCommand = (typeof commands)[number];

export function isDistributionCommand(text: string): text is DistributionCommand {
  return commands.some((command) => command === text);
}

/**
 * `admin distribute`, `rebalance` and `undistribute`.
 *
 * @param options.workers `host:port,host:port`
 * @param options.coordinator `host:port`, if the workers reach the coordinator at another address than this machine does
 * @throws UsageError, StartError
 */
export async function changeDistribution(
  root: string,
  command: DistributionCommand,
  options: { workers?: string | undefined; coordinator?: string | undefined; isDryRun: boolean },
): Promise<void> {
  const workers = (options.workers ?? "").split(",").filter(Boolean).map(readMachine);
  const coordinator = options.coordinator === undefined ? undefined : readMachine(options.coordinator);
  if (command === "distribute" && workers.length === 0)
    throw new UsageError("Say which workers: --workers host:port,…");
  await withDistribution(root, async (target) => {
    const common = { ...target, isDryRun: options.isDryRun };
    if (command === "distribute") await distribute({ ...common, workers, ...(coordinator && { coordinator }) });
    else if (command === "rebalance") await rebalance(common);
    else await undistribute(common);
  });
  if (options.isDryRun) console.log("Nothing was changed.");
}

/** An IPv6 address stands in brackets. */
function readMachine(text: string): Machine {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) throw new UsageError(`${text} is not an address: write host:port.`);
  return { host, port: Number(port) };
}
