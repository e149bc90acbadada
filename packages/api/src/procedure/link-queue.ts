import { siteNetworkOf } from "@daymark/auth/client/address";
import { createConcurrencyLimit, createConcurrencyLimitPerKey } from "@daymark/auth/concurrency/concurrency-limit";
import { createNetworkQueue } from "@daymark/auth/concurrency/network-queue";
import type { Database } from "@daymark/db/connection/client";
import type { Context, Using } from "./context.ts";
import { inLockedTransaction, inTurnOfUser } from "./user-queue.ts";

/** The context of a request to a secret address. */
export type LinkContext = Using<"overflowDb"> & Pick<Context, "db" | "client" | "inTurn" | "watchClient">;

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
    await admitInTurn(ctx, admit);
    return inTurn(siteNetworkOf(ctx.client.address), read, ctx.watchClient);
  };
}

/** Runs the short statements that admit a request to a secret address, in a turn of the caller's. */
export async function admitInTurn<Result>(ctx: LinkContext, admit: (db: Database) => Promise<Result>): Promise<Result> {
  if (!ctx.inTurn) return admit(ctx.db);
  return ctx.inTurn(({ isOverflow }) => admit(isOverflow ? ctx.services.overflowDb : ctx.db));
}

/**
 * How long a change waits for those of its network, and for the owner's other writes. Short, because waiting requests take
 * places of their network (apps/server/src/limits/waiting-calls.ts).
 */
const waitingMillisecondsMax = 2_000;
/**
 * How long a change waits for those of other networks, and for another node's lock of the owner. Shorter, because the owner's
 * writes wait for it then: a stranger who knows the address must not delay them by seconds.
 */
const waitingWithTurnMillisecondsMax = 500;

const inTurnOfNetwork = createConcurrencyLimitPerKey<string>({ atOnceMax: 1, waitingMax: 20, waitingMillisecondsMax });
const inTurnOfAll = createConcurrencyLimit({
  atOnceMax: 2,
  waitingMax: 100,
  waitingMillisecondsMax: waitingWithTurnMillisecondsMax,
});

/**
 * Changes days of the owner of a secret address, in a transaction that holds the owner's lock. The change waits first for
 * those of its network, then for the owner's other writes, then for the changes of all networks, and holds neither a
 * connection nor a turn of its network's guests meanwhile: the owner, whose turn it has in the end, would wait for the
 * log-ins of that network. It then has one of the connections for long work, which has two for such changes: on the
 * others, one busy network would delay the changes of all.
 *
 * @param change finds the address again, which may have ended meanwhile
 * @throws QueueFull; ClientLeft if the client leaves before the change; what `change` throws
 */
export function changeDaysOfOwner<Result>(
  { services: { longWorkDb }, client, watchClient }: Using<"longWorkDb"> & Pick<LinkContext, "client" | "watchClient">,
  ownerId: number,
  change: (db: Database) => Promise<Result>,
): Promise<Result> {
  const call = { db: longWorkDb, user: { id: ownerId } };
  const run = () => inLockedTransaction(call, "days", change, `${waitingWithTurnMillisecondsMax}ms`);
  const runInTurn = () =>
    inTurnOfUser(call, () => inTurnOfAll(run, watchClient), { watchClient, waitingMillisecondsMax });
  return inTurnOfNetwork(siteNetworkOf(client.address), runInTurn, watchClient);
}
