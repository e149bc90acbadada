import { createHub, type Hub, type Live } from "@daymark/api/host/live-hub";
import { openPubSub, type PubSubOptions } from "./pubsub.ts";

export interface LiveConnection {
  live: Live;
  close: () => Promise<void>;
}

/** Opens the pub/sub that tells the pages of a user about each other's changes, over all nodes. */
export async function openLive(options: PubSubOptions): Promise<LiveConnection> {
  const hub: Hub = createHub({ send: (messages) => pubsub.send(messages) });
  const pubsub = await openPubSub(options, {
    // A separate channel from daymark_callers, which invalidates the caches of nodes.
    channel: "daymark_live",
    purpose: "live",
    meanwhile: "what one node changes the pages of others hear of when it is back",
    onMessage: hub.receive,
    onHeld: hub.onHeld,
    onLost: hub.onLost,
  });
  return {
    live: hub,
    close: async () => {
      await hub.close();
      await pubsub.close();
    },
  };
}
