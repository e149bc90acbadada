import { createSwitches, type Switches } from "@daymark/api/host/switches";
import type { Database } from "@daymark/db/connection/client";
import { openPubSub, type PubSubOptions } from "./pubsub.ts";

/** How often the feature switches are read again, to make up for a lost message. */
const refreshMilliseconds = 30_000;

/**
 * Caches the feature switches of this node. The node that sets a switch notifies the others, and each also reads them
 * regularly.
 */
export async function openSwitches(
  db: Database,
  options: PubSubOptions,
): Promise<{ switches: Switches; close: () => Promise<void> }> {
  const switches = createSwitches(db, () => pubsub.send(["changed"]));
  const refresh = () =>
    void switches.refresh().catch((error) => options.log.warn({ error }, "the switches could not be read"));
  await switches.refresh();
  const pubsub = await openPubSub(options, {
    channel: "daymark_switches",
    purpose: "switches",
    meanwhile: "a switch is known to other nodes half a minute later",
    onMessage: refresh,
    onHeld: refresh,
    onLost: () => {},
  });
  const timer = setInterval(refresh, refreshMilliseconds).unref();
  return {
    switches,
    close: async () => {
      clearInterval(timer);
      await pubsub.close();
    },
  };
}
