/** How many records are kept in any case: counts take some 100 kB, queues 0.5 MB. */
const keptMin = 1_000;

/** One record for each key, such as a count of a user or of a client's network. */
export interface RecordPerKey<Key, Value> extends Iterable<[Key, Value]> {
  /** The record of a key, made if there is none. */
  of(key: Key): Value;
}

/**
 * Creates records on demand, and drops all idle ones at once when there are many: twice as many as were in use the last
 * time, and {@link keptMin} more. Dropping each record as soon as it is idle would cost more: V8 replaces the table of
 * a Map that changes all the time, and the old tables keep each other alive until V8 collects the whole heap.
 *
 * @param isIdle whether a new record would be as good
 */
export function createRecordPerKey<Key, Value>(
  make: () => Value,
  isIdle: (record: Value) => boolean,
): RecordPerKey<Key, Value> {
  const records = new Map<Key, Value>();
  let sizeMax = keptMin;

  function forgetIdle(): void {
    for (const [key, record] of records) if (isIdle(record)) records.delete(key);
    sizeMax = 2 * records.size + keptMin;
  }

  return {
    of(key) {
      const known = records.get(key);
      if (known !== undefined) return known;
      if (records.size >= sizeMax) forgetIdle();
      const record = make();
      records.set(key, record);
      return record;
    },
    [Symbol.iterator]: () => records.entries(),
  };
}
