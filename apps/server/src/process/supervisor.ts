import { aborted } from "./aborted.ts";

/** The last argument of a server that a supervisor has started. */
export const supervisedArgument = "supervised";

/** The argument before it, of a server that only has to show that it becomes ready. */
export const trialArgument = "trial";

/** The exit code of a supervised server whose start failed with a StartError: another start would end the same way. */
export const startErrorCode = 78;

export type FromServer = { type: "database" } | { type: "ready"; port: number };
export type ToServer = { type: "database"; servingUrl: string; ownerUrl: string };

/** The server's end of the channel to its supervisor (the other end is server-process.ts). */
export interface Supervisor {
  /** Whether this start is a trial of a new version, which an unfinished upgrade outlives. */
  isTrial: boolean;
  /** The embedded database, which the supervisor owns and which outlives this process. */
  openDatabase(signal: AbortSignal): Promise<{ servingUrl: string; ownerUrl: string }>;
  tellReady(port: number): void;
  /** Calls the listener when the supervisor has died, because then nothing can stop or restart this process. */
  onGone(listener: () => void): void;
}

/** Undefined for a server that runs alone. */
export function findSupervisor(): Supervisor | undefined {
  if (process.argv.at(-1) !== supervisedArgument || !process.send) return undefined;
  const tell = (message: FromServer) => process.send?.(message);
  return {
    isTrial: process.argv.includes(trialArgument),
    async openDatabase(signal) {
      const answered = new Promise<ToServer>((resolve) => process.once("message", resolve));
      tell({ type: "database" });
      const answer = await Promise.race([answered, aborted(signal)]);
      if (!answer) throw signal.reason;
      return answer;
    },
    tellReady: (port) => tell({ type: "ready", port }),
    onGone: (listener) => process.once("disconnect", listener),
  };
}
