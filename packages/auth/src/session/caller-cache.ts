/** How long a caller is believed without a look at the database. Notices forget sooner; this bounds a lost one. */
const ttlMilliseconds = 5_000;
/** Some 10 MB at worst. */
const entriesMax = 20_000;

/** Whoever calls is some user. */
interface OfUser {
  readonly user: { readonly id: number };
}

/** A caller as read from the database, and when it ends by itself (milliseconds since the epoch). */
export interface Reading<Caller> {
  caller: Caller;
  expiresAt: number;
}

interface Entry<Caller> {
  caller: Caller;
  until: number;
}

interface Read<Caller> {
  /** Null where only the answer tells. */
  userId: number | null;
  promise: Promise<Caller | null>;
  /** The caller changed since it began: what it brings may be of before. */
  isStale: boolean;
}

/**
 * Callers of the last seconds, by the id of a session or the hash of an API key, so that a busy one costs no statement.
 * It is a view of rows that may change at any moment: it starts switched off, and may only be on while somebody calls
 * `forget` for every change.
 *
 * @param read asks the database, once for all who wait for the same credential; null where there is none any more
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
      // Whoever asks from now on must not be answered by it.
      reads.delete(credential);
    }
  }

  function forgetAll(): void {
    entries.clear();
    credentialsOf.clear();
    abandonReads(() => true);
  }

  return {
    /** The caller if it is remembered: without a statement. */
    recall(credential: string): Caller | undefined {
      const entry = entries.get(credential);
      return entry && now() < entry.until ? entry.caller : undefined;
    },

    /** @param userId whose it would be, null where that is not known beforehand */
    get(credential: string, userId: number | null): Caller | Promise<Caller | null> {
      const entry = entries.get(credential);
      if (entry && now() < entry.until) return entry.caller;
      return reads.get(credential)?.promise ?? begin(credential, userId);
    },

    /** Forgets the credentials of a user, and what is just being read of them. */
    forget(userId: number): void {
      for (const credential of credentialsOf.get(userId) ?? []) entries.delete(credential);
      credentialsOf.delete(userId);
      abandonReads((read) => read.userId === userId || read.userId === null);
    },

    forgetAll,

    switchOn(): void {
      // A read that began before may bring what changed before anyone listened.
      forgetAll();
      isOn = true;
    },

    switchOff(): void {
      isOn = false;
      forgetAll();
    },

    /** Frees what is too old to be used. */
    sweep(): void {
      for (const [credential, entry] of entries) if (entry.until <= now()) drop(credential, entry);
    },
  };
}
