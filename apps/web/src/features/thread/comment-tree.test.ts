import type { Comment } from "@daymark/domain/thread";
import { expect, test } from "vitest";
import { commentTree } from "./comment-tree.ts";

function comment(id: number, parent_id: number | null = null, text = `no. ${id}`): Comment {
  return {
    id,
    text,
    author: "ann",
    parent_id,
    created_at: "2026-11-22T10:00:00.000Z",
    edited_at: null,
    mine: false,
    by_staff: false,
    pinned: false,
    state: "shown",
  };
}

const shape = (...args: Parameters<typeof commentTree>) =>
  commentTree(...args).map(({ comment, answers }) => [comment.text, ...answers.map(({ text }) => text)]);

test("answers stand under what they answer, and a comment that comes twice stands once", () => {
  const given = [comment(1), comment(2, 1), comment(3), comment(4, 1), comment(3)];
  expect(shape(given, new Map())).toEqual([["no. 1", "no. 2", "no. 4"], ["no. 3"]]);
});

test("a deleted comment leaves its place to its answers, and goes where it has none", () => {
  const given = [comment(1), comment(2, 1), comment(3)];
  expect(shape(given, new Map([[1, null]]))).toEqual([["", "no. 2"], ["no. 3"]]);
  expect(shape(given, new Map([[3, null]]))).toEqual([["no. 1", "no. 2"]]);
  expect(
    shape(
      given,
      new Map([
        [1, null],
        [2, null],
      ]),
    ),
  ).toEqual([["no. 3"]]);
});

test("a changed comment stands where it stood", () => {
  expect(shape([comment(1), comment(2)], new Map([[1, comment(1, null, "other")]]))).toEqual([["other"], ["no. 2"]]);
});
