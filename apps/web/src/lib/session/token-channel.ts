import type { ExpiryTimerParts } from "./expiry-timer.ts";

export interface TokenChannelParts extends Pick<ExpiryTimerParts, "setTimer" | "clearTimer"> {
  /** Tabs pass each other the access token, so that one refresh serves all. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
}

interface Tab {
  /** The token for a tab that requests one; null if this tab has none to give. */
  offer: () => string | null;
  /** Takes the token of another tab; false if this tab cannot use it. */
  accept: (access: string) => boolean;
}

/** How long to wait for another tab's token; the tab that had it may be closed by now. */
const arrivalMs = 300;

export type TokenChannel = ReturnType<typeof createTokenChannel>;

/** Passes the access token between the tabs of the browser. */
export function createTokenChannel({ channel, setTimer, clearTimer }: TokenChannelParts, { offer, accept }: Tab) {
  const arrivals = new Set<() => void>();
  const send = (access: string) => channel.postMessage({ access });

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null) return;
    const offered = "isAsking" in data ? offer() : null;
    if (offered !== null) send(offered);
    if (!("access" in data) || typeof data.access !== "string" || !accept(data.access)) return;
    for (const done of [...arrivals]) done();
  });

  return {
    send,
    /** Asks the other tabs for their token; resolves when one sends it, or after a timeout. */
    request(): Promise<void> {
      channel.postMessage({ isAsking: true });
      return new Promise((resolve) => {
        const done = () => {
          arrivals.delete(done);
          clearTimer(timeout);
          resolve();
        };
        const timeout = setTimer(done, arrivalMs);
        arrivals.add(done);
      });
    },
  };
}
