import { beforeEach, describe, expect, test } from "vitest";
import { DelayedDelete } from "./delayed-delete.ts";

let removed: { id: number; isParting: boolean }[];
let timers: Map<object, () => void>;
let deletes: DelayedDelete;

beforeEach(() => {
  removed = [];
  timers = new Map();
  deletes = new DelayedDelete({
    remove: (id, { isParting }) => removed.push({ id, isParting }),
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
  test("is out of sight at once and gone when its time is up", () => {
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

  test("comes back when undone, and is never deleted then", () => {
    deletes.delete(3, () => {});
    deletes.undo(3);
    expect([...deletes.hidden]).toEqual([]);
    timeIsUp();
    deletes.flush();
    expect(removed).toEqual([]);
  });

  test("is deleted when the page is left, once", () => {
    deletes.delete(3, () => {});
    deletes.delete(4, () => {});
    deletes.flush();
    timeIsUp();
    expect(removed).toEqual([
      { id: 3, isParting: true },
      { id: 4, isParting: true },
    ]);
  });

  test("cannot be undone once it is gone", () => {
    deletes.delete(3, () => {});
    timeIsUp();
    deletes.undo(3);
    expect([...deletes.hidden]).toEqual([3]);
  });
});
