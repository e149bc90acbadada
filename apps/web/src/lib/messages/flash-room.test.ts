import { expect, test } from "vitest";
import { spanOfMessages } from "./flash-room.ts";

test("messages lie in the free part of a wide navbar", () => {
  expect(spanOfMessages({ left: 24, right: 1256 }, { left: 230, right: 830 })).toEqual({ left: 230, right: 830 });
});

test("on a phone they cover the logo, and no button", () => {
  expect(spanOfMessages({ left: 16, right: 316 }, { left: 190, right: 230 })).toEqual({ left: 16, right: 230 });
});

test("beside a running timer they keep a readable width, within the navbar", () => {
  expect(spanOfMessages({ left: 16, right: 316 }, { left: 130, right: 132 })).toEqual({ left: 16, right: 224 });
  expect(spanOfMessages({ left: 16, right: 200 }, { left: 16, right: 16 })).toEqual({ left: 16, right: 200 });
});
