/** How long a caller is cached. Notices invalidate an entry sooner; this is the bound if a notice is lost. */
const ttlMilliseconds = 5_000;
/** Some 10 MB at worst. */
const entriesMax = 20_000;

/** Any caller: it has a user. */
interface OfUser {
  readonly user: { readonly id: number };
}

/** A caller as read from the database, and when it expires (milliseconds since the epoch). */
export interface Reading<Caller> {
  caller: Caller;
  expiresAt: number;
}

interface Entry<Caller> {
  caller: Caller;
  until: number;
}

interface Read<Caller> {
  /** Null if only the result of the read tells. */
  userId: number | null;
  promise: Promise<Caller | null>;
  /** The caller changed since the read began, so its result may be outdated. */
  isStale: boolean;
}

/**
 * A cache of the callers of the last seconds, by session id or hash of a key or token, so that frequent calls need no
 * statement. The rows may change at any moment, so the cache starts switched off. It may be on only while its owner
 * calls `forget` for every change.
 *
 * @param read reads from the database, once for all calls that wait for the same credential; null if it does not exist
 * @param now milliseconds since the epoch
 */
export function createCallerCache<Caller extends OfUser>(
  read: (credential: string) => Promise<Reading<Caller> | null>,
  now: () => number,
) {
  let isOn = false;
  const entries = new Map<string, Entry<Caller>>();
  const credentialsOf = new Map<number, Set<string>>();
  const reads = new Map<string, Read<Caller>>();

  function store(credential: string, { caller, expiresAt }: Reading<Caller>): void {
    if (entries.size >= entriesMax) dropOldest();
    entries.set(credential, { caller, until: Math.min(now() + ttlMilliseconds, expiresAt) });
    const credentials = credentialsOf.get(caller.user.id) ?? new Set();
    credentialsOf.set(caller.user.id, credentials.add(credential));
  }

  function drop(credential: string, { caller }: Entry<Caller>): void {
    entries.delete(credential);
    const credentials = credentialsOf.get(caller.user.id);
    credentials?.delete(credential);
    if (credentials?.size === 0) credentialsOf.delete(caller.user.id);
  }

  function dropOldest(): void {
    const [oldest] = entries;
    if (oldest) drop(...oldest);
  }

  function begin(credential: string, userId: number | null): Promise<Caller | null> {
    const fresh: Read<Caller> = { userId, promise: Promise.resolve(null), isStale: false };
    fresh.promise = read(credential)
      .then((reading) => {
        if (reading && isOn && !fresh.isStale) store(credential, reading);
        return reading?.caller ?? null;
      })
      .finally(() => {
        if (reads.get(credential) === fresh) reads.delete(credential);
      });
    reads.set(credential, fresh);
    return fresh.promise;
  }

  function abandonReads(isConcerned: (read: Read<Caller>) => boolean): void {
    for (const [credential, read] of reads) {
      if (!isConcerned(read)) continue;
      read.isStale = true;
      // Later calls must not get its result.
      reads.delete(credential);
    }
  }

  function forgetAll(): void {
    entries.clear();
    credentialsOf.clear();
    abandonReads(() => true);
  }

  return {
    /** The caller if it is cached: without a statement. */
    recall(credential: string): Caller | undefined {
      const entry = entries.get(credential);
      return entry && now() < entry.until ? entry.caller : undefined;
    },

    /** @param userId the user of the credential, null if the caller does not know it beforehand */
    get(credential: string, userId: number | null): Caller | Promise<Caller | null> {
      const entry = entries.get(credential);
      if (entry && now() < entry.until) return entry.caller;
      return reads.get(credential)?.promise ?? begin(credential, userId);
    },

    /** Drops the credentials of a user from the cache, and the reads of them that are under way. */
    forget(userId: number): void {
      for (const credential of credentialsOf.get(userId) ?? []) entries.delete(credential);
      credentialsOf.delete(userId);
      abandonReads((read) => read.userId === userId || read.userId === null);
    },

    forgetAll,

    switchOn(): void {
      // A read that began before may return data from before the notices arrived.
      forgetAll();
      isOn = true;
    },

    switchOff(): void {
      isOn = false;
      forgetAll();
    },

    /** Drops the expired entries. */
    sweep(): void {
      for (const [credential, entry] of entries) if (entry.until <= now()) drop(credential, entry);
    },
  };
}
