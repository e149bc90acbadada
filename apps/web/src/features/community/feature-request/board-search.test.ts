import { describe, expect, it } from "vitest";
import { isFiltered, readBoardSearch } from "./board-search.ts";

describe("the address of the list of requests", () => {
  it("is read back unchanged, without invalid, unknown and default parameters", () => {
    const given = {
      search: "  week view ",
      category: "improvements",
      status: "closed",
      reason: "shipped",
      sort: "new",
      mine: true,
      cursor: "abc",
      color: "red",
    };
    const read = readBoardSearch(given);
    expect(read).toEqual({
      search: "week view",
      category: "improvements",
      status: "closed",
      reason: "shipped",
      sort: "new",
      mine: true,
      cursor: "abc",
    });
    expect(readBoardSearch({ ...read })).toEqual(read);
    expect(
      readBoardSearch({ search: " ", category: "wishes", status: "Open", sort: "top", mine: "yes", cursor: "" }),
    ).toEqual({});
  });

  it("has a reason only with the status closed", () => {
    expect(readBoardSearch({ status: "open", reason: "shipped" })).toEqual({ status: "open" });
    expect(readBoardSearch({ reason: "shipped" })).toEqual({});
    expect(readBoardSearch({ status: "closed", reason: "bored" })).toEqual({ status: "closed" });
  });

  it("has a stage only with the status open", () => {
    expect(readBoardSearch({ status: "open", stage: "planned" })).toEqual({ status: "open", stage: "planned" });
    expect(readBoardSearch({ status: "closed", stage: "planned" })).toEqual({ status: "closed" });
    expect(readBoardSearch({ status: "open", stage: "soon" })).toEqual({ status: "open" });
  });

  it("says whether a filter hides anything", () => {
    expect(isFiltered({ sort: "new", cursor: "abc" })).toBe(false);
    for (const search of [{ search: "a" }, { category: "improvements" }, { status: "open" }, { mine: true }] as const) {
      expect(isFiltered(search)).toBe(true);
    }
  });
});
