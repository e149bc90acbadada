/**
 * A small table that outlives the page. It copies its values, so later changes to an object do not change the table.
 */
export interface Store<Value> {
  readAll(): Promise<[key: string, value: Value][]>;
  /**
   * Replaces a value with the result of `change`, or removes it if that is undefined. Atomic across tabs.
   *
   * @returns the value afterwards
   */
  change(key: string, change: (value: Value | undefined) => Value | undefined): Promise<Value | undefined>;
  /**
   * Replaces values together. It reads nothing first, so that it also works while the page is closed or reloaded: a page
   * that has ended hears no answer, and a transaction that waits for one is aborted.
   */
  putAll(values: ReadonlyMap<string, Value>): Promise<void>;
}

const tableName = "values";

/**
 * A table in IndexedDB, in a separate database, so that dropping it leaves nothing behind. After any tab has dropped
 * it, reads return nothing and writes have no effect.
 *
 * @param options.mayOpen called just before the database is created: it must not be created after its owner had it
 *   dropped
 * @param options.durability "strict" if a change must be on the disk before it is reported as stored
 */
export function openStore<Value>(
  name: string,
  { mayOpen, durability = "default" }: { mayOpen: () => boolean; durability?: IDBTransactionDurability },
): Store<Value> {
  let opening: Promise<IDBDatabase> | undefined;
  let isDropped = false;

  const open = async (): Promise<IDBDatabase> => {
    if (isDropped || !mayOpen()) throw new Error(`${name} was dropped`);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(tableName);
    const database = await resultOf(request);
    // Another tab drops the database, and must wait while it is open here.
    database.onversionchange = () => {
      isDropped = true;
      database.close();
    };
    return database;
  };

  const table = async (mode: IDBTransactionMode) => {
    opening ??= open();
    const database = await opening;
    if (isDropped) throw new Error(`${name} was dropped`);
    return database.transaction(tableName, mode, { durability }).objectStore(tableName);
  };

  const doneOf = (transaction: IDBTransaction) => {
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    done.catch(() => {});
    return done;
  };

  return {
    readAll: async () => {
      const values = await table("readonly");
      const [keys, all] = await Promise.all([resultOf(values.getAllKeys()), resultOf(values.getAll())]);
      return keys.map((key, index) => [String(key), all[index] as Value]);
    },
    change: async (key, change) => {
      const values = await table("readwrite");
      const done = doneOf(values.transaction);
      const before = (await resultOf(values.get(key))) as Value | undefined;
      const after = change(before);
      if (after === undefined) values.delete(key);
      else values.put(after, key);
      // Only now the change is on the disk.
      await done;
      return after;
    },
    putAll: async (entries) => {
      const values = await table("readwrite");
      const done = doneOf(values.transaction);
      for (const [key, value] of entries) values.put(value, key);
      values.transaction.commit();
      await done;
    },
  };
}

/** Deletes a table with its content; no effect if it does not exist. */
export async function dropStore(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name));
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
