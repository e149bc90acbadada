import { habitOf } from "@daymark/domain/testing-habits";
import type { Habit } from "@daymark/domain/tracking/habit";
import { expect, test } from "vitest";
import { blocksOf } from "../habit/habit-list.ts";
import { blocksIn, orderAfter, placeAfter, type Row, rowsOf } from "./arrangement.ts";

const habit = (id: number, time_of_day: Habit["time_of_day"], group_name: string | null = null) =>
  habitOf({ id, title: `Habit ${id}`, position: id, time_of_day, group_name });

const list = [habit(1, "morning"), habit(2, "evening"), habit(3, "evening", "Body"), habit(4, null)];
const rows = rowsOf(blocksOf(list, "good"), true);
const wordOf = (row: Row) => ("block" in row ? row.block.habits.map(({ id }) => id).join("+") : `${row.time}`);
const moved = (given: readonly Row[], from: number, to: number) =>
  blocksIn(orderAfter(itemsOf(given), from, to).map((index) => given[index] as Row)).map(({ time, habits }) => [
    time,
    habits.map(({ id }) => id).join("+"),
  ]);
const itemsOf = (given: readonly Row[]) => given.map((row) => ({ title: wordOf(row), isHeading: !("block" in row) }));

test("habits stand below the headings of all parts of the day, empty ones too, or without any heading", () => {
  expect(rows.map(wordOf)).toEqual(["morning", "1", "noon", "evening", "2", "3", "null", "4"]);
  expect(rowsOf(blocksOf([habit(4, null), habit(5, null)], "good"), false).map(wordOf)).toEqual(["4", "5"]);
});

test("a habit or a group that moves past a heading belongs to that part of the day", () => {
  expect(moved(rows, 1, 2)).toEqual([
    ["noon", "1"],
    ["evening", "2"],
    ["evening", "3"],
    [null, "4"],
  ]);
  expect(moved(rows, 5, 1)).toEqual([
    ["morning", "3"],
    ["morning", "1"],
    ["evening", "2"],
    [null, "4"],
  ]);
  expect(moved(rows, 7, 6)).toEqual([
    ["morning", "1"],
    ["evening", "2"],
    ["evening", "3"],
    ["evening", "4"],
  ]);
});

test("no habit moves above the first heading", () => {
  expect(moved(rows, 1, 0)).toEqual([
    ["morning", "1"],
    ["evening", "2"],
    ["evening", "3"],
    [null, "4"],
  ]);
});

test("the place of a habit counts in its part of the day", () => {
  const items = itemsOf(rows);
  expect(placeAfter(items, 5, 5)).toEqual({ place: 2, count: 2, section: "evening" });
  expect(placeAfter(items, 5, 3)).toEqual({ place: 1, count: 1, section: "noon" });
  expect(placeAfter(items, 1, 7)).toEqual({ place: 2, count: 2, section: "null" });
  const plain = [{ title: "a" }, { title: "b" }, { title: "c" }];
  expect(placeAfter(plain, 0, 2)).toEqual({ place: 3, count: 3, section: undefined });
});
