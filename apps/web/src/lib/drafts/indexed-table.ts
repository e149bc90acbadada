/** A small table that outlives the page. Its values are copied, so what is put in does not change any more. */
export interface Store<Value> {
  readAll(): Promise<[key: string, value: Value][]>;
  /**
   * Puts what `change` makes of a value in its place, and nothing where that is undefined. Nobody else comes between,
   * in any tab.
   *
   * @returns what is there afterwards
   */
  change(key: string, change: (value: Value | undefined) => Value | undefined): Promise<Value | undefined>;
}

const tableName = "values";

/**
 * A table in IndexedDB, in a database of its own, so that dropping it leaves nothing behind. Once it was dropped, by
 * whichever tab, it takes and gives nothing any more.
 *
 * @param options.mayOpen asked in the moment in which the database would be made: not after its owner has had it dropped
 * @param options.durability "strict" where a change has to be on the disk before it is said to be there
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
    // Somebody drops it: as long as it is open here, they would have to wait.
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

  return {
    readAll: async () => {
      const values = await table("readonly");
      const [keys, all] = await Promise.all([resultOf(values.getAllKeys()), resultOf(values.getAll())]);
      return keys.map((key, index) => [String(key), all[index] as Value]);
    },
    change: async (key, change) => {
      const values = await table("readwrite");
      const { transaction } = values;
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
      });
      done.catch(() => {});
      const before = (await resultOf(values.get(key))) as Value | undefined;
      const after = change(before);
      if (after === undefined) values.delete(key);
      else values.put(after, key);
      // Only then it is on the disk.
      await done;
      return after;
    },
  };
}

/** Removes a table with all that is in it; without effect where there is none. */
export async function dropStore(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name));
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
