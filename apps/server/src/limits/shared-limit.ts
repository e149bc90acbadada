import { createRecordPerKey } from "@daymark/auth/concurrency/record-per-key";

/** Limits how much all clients use together, and keeps a part of it for other clients if one client wants all of it. */
export interface SharedLimit {
  /**
   * @param client the network of the client
   * @returns gives the place back (further calls do nothing), or null if the client gets no place
   */
  take(client: string): (() => void) | null;
}

/**
 * A client gets no place if all places are taken. While more than half of them are taken, it also gets none if it has
 * its share. Below that, clients are not told apart: behind a shared address (NAT, or a proxy that TRUSTED_PROXIES does
 * not name) many users look like one client, and half of the places is enough for their ordinary use.
 *
 * @param limits.max places of all clients together
 * @param limits.shareMax places of one client while more than half are taken
 */
export function createSharedLimit({ max, shareMax }: { max: number; shareMax: number }): SharedLimit {
  const clients = createRecordPerKey<string, { taken: number }>(
    () => ({ taken: 0 }),
    (client) => client.taken === 0,
  );
  let taken = 0;

  return {
    take(client) {
      const own = clients.of(client);
      if (taken >= max || (taken > max / 2 && own.taken >= shareMax)) return null;
      taken += 1;
      own.taken += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        own.taken -= 1;
      };
    },
  };
}
