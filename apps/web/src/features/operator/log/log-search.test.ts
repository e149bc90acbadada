import { expect, test } from "vitest";
import { filterOf, readLogSearch } from "./log-search.ts";

test("an address keeps valid filters and drops the others", () => {
  const [from, to] = ["2026-11-21T10:00:00.000Z", "2026-11-21T11:00:00.000Z"];
  expect(readLogSearch({ level: "warn", search: " x ", path: "/api", from, to, line: "7", other: 1 })).toEqual({
    ...{ level: "warn", search: "x", path: "/api", from, to, line: 7 },
  });
  expect(readLogSearch({ from: "2026-11-21T10:00Z" })).toEqual({ from });
  for (const wrong of ["yesterday", "2026-11-21", "2026-13-21T10:00:00Z", "0000-01-01T00:00:00Z", 5, null]) {
    expect(readLogSearch({ from: wrong, to })).toEqual({ to });
  }
});

test("a time that ends before it begins is no filter", () => {
  expect(readLogSearch({ from: "2026-11-21T11:00:00Z", to: "2026-11-21T11:00:00Z" })).toEqual({});
});

test("the filter leaves out the linked line", () => {
  expect(filterOf({ level: "info", line: 3 })).toEqual({ level: "info" });
});
