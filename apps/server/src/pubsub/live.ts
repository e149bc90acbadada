import { createHub, type Hub, type Live } from "@daymark/api/host/live-hub";
import { openPubSub, type PubSubOptions } from "./pubsub.ts";

export interface LiveConnection {
  live: Live;
  close: () => Promise<void>;
}

/** What tells the pages of a user of each other's changes, over all nodes. */
export async function openLive(options: PubSubOptions): Promise<LiveConnection> {
  const hub: Hub = createHub({ send: (messages) => pubsub.send(messages) });
  const pubsub = await openPubSub(options, {
    // Beside daymark_callers, which tells nodes what to forget.
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
