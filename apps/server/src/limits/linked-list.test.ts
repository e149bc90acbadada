import { expect, test } from "vitest";
import { LinkedList } from "./linked-list.ts";

test("values are listed in the order in which they were added, after any of them is removed", () => {
  const list = new LinkedList<string>();
  const [first, second, third, fourth] = ["a", "b", "c", "d"].map((value) => list.add(value));
  if (!first || !second || !third || !fourth) throw new Error("four items were added");
  expect([list.remove(second), [...list]]).toEqual([true, ["a", "c", "d"]]);
  expect([list.remove(first), [...list]]).toEqual([true, ["c", "d"]]);
  expect([list.remove(fourth), [...list]]).toEqual([true, ["c"]]);
  list.add("e");
  expect([...list]).toEqual(["c", "e"]);
});

test("a removed item is not in the list, and removing it again changes nothing", () => {
  const list = new LinkedList<string>();
  const only = list.add("a");
  expect([list.has(only), list.remove(only)]).toEqual([true, true]);
  const next = list.add("b");
  expect([list.has(only), list.remove(only), [...list]]).toEqual([false, false, ["b"]]);
  expect(list.has(next)).toBe(true);
});

test("a value can be removed during iteration", () => {
  const list = new LinkedList<{ item?: ReturnType<LinkedList<never>["add"]> }>();
  for (let count = 0; count < 3; count += 1) {
    const value: { item?: ReturnType<typeof list.add> } = {};
    value.item = list.add(value);
  }
  let read = 0;
  for (const { item } of list) {
    read += 1;
    if (item) list.remove(item);
  }
  expect([read, [...list]]).toEqual([3, []]);
});
