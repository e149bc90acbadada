import { expect, it } from "vitest";
import { codesOf, loneSurrogate, nul, veryLong } from "../testing-codes.ts";
import { sessionIdInput } from "./session.ts";

it("a session id may be any text that a table can hold, so that an unknown id is not found rather than invalid", () => {
  for (const id of ["a", "abc-123_Z", "a".repeat(255), "' or 1=1 --"])
    expect(codesOf(sessionIdInput, { id })).toEqual({});
  expect(codesOf(sessionIdInput, { id: nul })).toEqual({ id: ["unreadable_text"] });
  expect(codesOf(sessionIdInput, { id: loneSurrogate })).toEqual({ id: ["unreadable_text"] });
  expect(codesOf(sessionIdInput, { id: "a".repeat(veryLong) })).toEqual({ id: ["too_long"] });
  expect(codesOf(sessionIdInput, { id: 1 })).toEqual({ id: ["not_text"] });
});
