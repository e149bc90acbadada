import type { Comment } from "@daymark/domain/community/comment";
import { expect, test } from "vitest";
import { commentTree } from "./comment-tree.ts";

function comment(id: number, parent_id: number | null = null, text = `no. ${id}`): Comment {
  return {
    id,
    text,
    form: "plain",
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

const none = new Map<number, Comment | null>();

const shape = (read: readonly Comment[], changed = none, added: readonly Comment[] = []) =>
  commentTree(read, { changed, added }).map(({ comment, answers, more, added }) => [
    comment.text,
    ...answers.map(({ text }) => text),
    ...(more ? [`${more.left} from ${more.cursor}`] : []),
    ...added.map(({ text }) => `own ${text}`),
  ]);

const longer = (id: number, replies_left: number, replies_next: string) => ({
  ...comment(id),
  replies_left,
  replies_next,
});

test("replies are listed below their comment, and a duplicate comment is listed once", () => {
  const given = [comment(1), comment(2, 1), comment(3), comment(4, 1), comment(3)];
  expect(shape(given)).toEqual([["no. 1", "no. 2", "no. 4"], ["no. 3"]]);
});

test("a deleted comment stays as a placeholder for its replies, and disappears without any", () => {
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

test("an edited comment keeps its position", () => {
  expect(shape([comment(1), comment(2)], new Map([[1, comment(1, null, "other")]]))).toEqual([["other"], ["no. 2"]]);
});

test("missing replies are offered after the loaded ones, until the last is loaded", () => {
  const first = [longer(1, 4, "a"), comment(2, 1), comment(9)];
  expect(shape(first)).toEqual([["no. 1", "no. 2", "4 from a"], ["no. 9"]]);
  const second = [...first, longer(1, 2, "b"), comment(3, 1), comment(4, 1)];
  expect(shape(second)).toEqual([["no. 1", "no. 2", "no. 3", "no. 4", "2 from b"], ["no. 9"]]);
  const all = [...second, comment(1), comment(5, 1), comment(6, 1)];
  expect(shape(all)).toEqual([["no. 1", "no. 2", "no. 3", "no. 4", "no. 5", "no. 6"], ["no. 9"]]);
});

test("the user's own reply comes after the missing ones, and takes its position once they are loaded", () => {
  const first = [longer(1, 2, "a"), comment(2, 1)];
  const own = comment(7, 1);
  expect(shape(first, none, [own])).toEqual([["no. 1", "no. 2", "2 from a", "own no. 7"]]);
  const all = [...first, comment(1), comment(3, 1), comment(7, 1), comment(8, 1)];
  expect(shape(all, none, [own])).toEqual([["no. 1", "no. 2", "no. 3", "no. 7", "no. 8"]]);
});

test("a deleted comment stays as a placeholder for replies that are not loaded", () => {
  expect(
    shape(
      [longer(1, 2, "a"), comment(2, 1)],
      new Map([
        [1, null],
        [2, null],
      ]),
    ),
  ).toEqual([["", "2 from a"]]);
});
