import { siteNetworkOf } from "@daymark/auth/client/address";
import { createNetworkQueue } from "@daymark/auth/concurrency/network-queue";
import type { Database } from "@daymark/db/connection/client";
import type { Context, Using } from "./context.ts";

type LinkContext = Using<"overflowDb"> & Pick<Context, "db" | "client" | "inTurn" | "watchClient">;

/** A request to a secret address. */
interface LinkRequest<Result> {
  /** Short statements that refuse unknown addresses and too many requests, in a turn of the caller's. */
  admit: (db: Database) => Promise<void>;
  /** The long read, which holds no turn of the caller's. It finds the address again, which may have ended meanwhile. */
  read: () => Promise<Result>;
}

/**
 * Makes the queue of what anyone reads who knows a secret address, such as calendars or pictures. A network reads one at a
 * time, and client networks alternate. These reads take no turn among the calls of the owner, whom strangers must not
 * delay, and none of the guests of the reader's network, who could not log in meanwhile.
 *
 * @param limits.atOnceMax how many networks read at once
 * @returns serves a request; it throws what its parts throw, and QueueFull or ClientLeft
 */
export function createLinkQueue({ atOnceMax }: { atOnceMax: number }) {
  const inTurn = createNetworkQueue({
    common: { atOnceMax, waitingMax: 100, waitingMillisecondsMax: 10_000 },
    ofNetwork: { atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax: 10_000 },
  });
  return async <Result>(ctx: LinkContext, { admit, read }: LinkRequest<Result>): Promise<Result> => {
    if (ctx.inTurn) await ctx.inTurn(({ isOverflow }) => admit(isOverflow ? ctx.services.overflowDb : ctx.db));
    else await admit(ctx.db);
    return inTurn(siteNetworkOf(ctx.client.address), read, ctx.watchClient);
  };
}
