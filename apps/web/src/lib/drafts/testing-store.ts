import type { Store } from "./indexed-table.ts";

/** A table that behaves like IndexedDB: values are copied in and out, and changes run one after the other. */
export function memoryStore<Value>(): Store<Value> & { isFull: boolean } {
  const values = new Map<string, Value>();
  let last: Promise<unknown> = Promise.resolve();
  const next = <Result>(work: () => Result): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const store = {
    /** True: there is no space for new values. */
    isFull: false,
    readAll: () => next(() => structuredClone([...values])),
    change: (key: string, change: (value: Value | undefined) => Value | undefined) =>
      next(() => {
        const after = change(structuredClone(values.get(key)));
        if (after === undefined) values.delete(key);
        else if (store.isFull) throw new Error("QuotaExceededError");
        else values.set(key, structuredClone(after));
        return structuredClone(after);
      }),
    putAll: (entries: ReadonlyMap<string, Value>) =>
      next(() => {
        if (store.isFull) throw new Error("QuotaExceededError");
        for (const [key, value] of entries) values.set(key, structuredClone(value));
      }),
  };
  return store;
}
