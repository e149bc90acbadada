/**
 * Values in the order in which they were added, the oldest first. For values that come and go with each request. A Map
 * or Set would be worse: V8 replaces its table again and again, and the old tables keep each other alive until V8
 * collects the whole heap.
 */
export class LinkedList<Value> implements Iterable<Value> {
  #oldest: ListItem<Value> | undefined;
  #youngest: ListItem<Value> | undefined;

  add(value: Value): ListItem<Value> {
    const item = new ListItem(value);
    item.older = this.#youngest;
    if (this.#youngest) this.#youngest.younger = item;
    else this.#oldest = item;
    this.#youngest = item;
    return item;
  }

  has(item: ListItem<Value>): boolean {
    return item.older !== undefined || item === this.#oldest;
  }

  /** @returns whether the item was in the list */
  remove(item: ListItem<Value>): boolean {
    if (!this.has(item)) return false;
    if (item.older) item.older.younger = item.younger;
    else this.#oldest = item.younger;
    if (item.younger) item.younger.older = item.older;
    else this.#youngest = item.older;
    item.older = undefined;
    item.younger = undefined;
    return true;
  }

  *[Symbol.iterator](): Generator<Value> {
    let item = this.#oldest;
    while (item) {
      // Reads the next item first, so that the caller may remove the current value, but no other one.
      const { value, younger } = item;
      yield value;
      item = younger;
    }
  }
}

/** A place in a list. Only the list changes its neighbours. */
export class ListItem<Value> {
  readonly value: Value;
  older: ListItem<Value> | undefined;
  younger: ListItem<Value> | undefined;

  constructor(value: Value) {
    this.value = value;
  }
}
