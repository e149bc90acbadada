import { beforeEach, describe, expect, test } from "vitest";
import { DelayedDelete } from "./delayed-delete.ts";

let removed: { id: number; isParting: boolean }[];
let timers: Map<object, () => void>;
let deletes: DelayedDelete;
let answer: Promise<void>;

beforeEach(() => {
  removed = [];
  answer = Promise.resolve();
  timers = new Map();
  deletes = new DelayedDelete({
    remove: async (id, { isParting }) => {
      removed.push({ id, isParting });
      await answer;
    },
    onChange: () => {},
    later: (callback) => {
      const key = {};
      timers.set(key, callback);
      return () => timers.delete(key);
    },
  });
});

const timeIsUp = () => {
  for (const [key, callback] of [...timers]) {
    timers.delete(key);
    callback();
  }
};

describe("a deleted note", () => {
  test("is hidden at once and deleted after the delay", () => {
    let isFinal = false;
    deletes.delete(3, () => {
      isFinal = true;
    });
    expect([...deletes.hidden]).toEqual([3]);
    expect(removed).toEqual([]);
    timeIsUp();
    expect(isFinal).toBe(true);
    expect(removed).toEqual([{ id: 3, isParting: false }]);
  });

  test("is shown again after undo and never deleted", () => {
    deletes.delete(3, () => {});
    deletes.undo(3);
    expect([...deletes.hidden]).toEqual([]);
    timeIsUp();
    void deletes.flush({ isParting: true });
    expect(removed).toEqual([]);
  });

  test("is deleted once when the page is left", () => {
    deletes.delete(3, () => {});
    deletes.delete(4, () => {});
    void deletes.flush({ isParting: true });
    timeIsUp();
    expect(removed).toEqual([
      { id: 3, isParting: true },
      { id: 4, isParting: true },
    ]);
  });

  test("is deleted before its session ends, and the log-out waits for it", async () => {
    let isFinal = false;
    let isThrough = false;
    let resolve = () => {};
    answer = new Promise((done) => {
      resolve = done;
    });
    deletes.delete(3, () => {
      isFinal = true;
    });
    const flushed = deletes.flush({ isParting: false }).then(() => {
      isThrough = true;
    });
    expect(removed).toEqual([{ id: 3, isParting: false }]);
    expect(isFinal).toBe(true);
    await Promise.resolve();
    expect(isThrough).toBe(false);
    resolve();
    await flushed;
    expect(isThrough).toBe(true);
  });

  test("is not deleted after its session has ended", () => {
    deletes.delete(3, () => {});
    deletes.forget();
    timeIsUp();
    expect(removed).toEqual([]);
    expect([...deletes.hidden]).toEqual([]);
  });

  test("cannot be undone after the deletion", () => {
    deletes.delete(3, () => {});
    timeIsUp();
    deletes.undo(3);
    expect([...deletes.hidden]).toEqual([3]);
  });
});
