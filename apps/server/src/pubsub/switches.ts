import { createSwitches, type Switches } from "@daymark/api/host/switches";
import type { Database } from "@daymark/db/connection/client";
import { openPubSub, type PubSubOptions } from "./pubsub.ts";

/** What a message that was lost is made good by. */
const refreshMilliseconds = 30_000;

/** The switches of this node, kept as the database has them: told by the node that sets one, and read now and then. */
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
