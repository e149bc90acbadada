import type { Reactions } from "@daymark/domain/community/thread";
import { expect, test } from "vitest";
import { countedWith } from "./counted.ts";

const like = { id: 1, type: "like" } as const;
const dislike = { id: 1, type: "dislike" } as const;
const of = (likes: number, dislikes: number, mine: Reactions["mine"]): Reactions => ({ likes, dislikes, mine });

test("the user's own reaction counts once, after any earlier reaction", () => {
  expect(countedWith(of(3, 2, null), like)).toEqual(of(4, 2, like));
  expect(countedWith(of(4, 2, like), like)).toEqual(of(4, 2, like));
  expect(countedWith(of(4, 2, like), dislike)).toEqual(of(3, 3, dislike));
  expect(countedWith(of(3, 3, dislike), null)).toEqual(of(3, 2, null));
});
