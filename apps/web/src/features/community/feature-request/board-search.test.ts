import { describe, expect, it } from "vitest";
import { readBoardSearch } from "./board-search.ts";
import { isFiltered, listInputOf } from "./board-view.ts";

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

  it("shows what is open, unless a search or the user's own list asks for all, or another status is chosen", () => {
    const statusOf = (address: Record<string, unknown>) => listInputOf(readBoardSearch(address)).status;
    expect(statusOf({})).toBe("open");
    expect(statusOf({ category: "improvements", sort: "new" })).toBe("open");
    expect(statusOf({ search: "week" })).toBeUndefined();
    expect(statusOf({ mine: true })).toBeUndefined();
    expect(statusOf({ status: "any" })).toBeUndefined();
    expect(statusOf({ search: "week", status: "open" })).toBe("open");
    expect(statusOf({ status: "closed" })).toBe("closed");
  });

  it("says whether a filter hides anything", () => {
    expect(isFiltered({ sort: "new", cursor: "abc", status: "any" })).toBe(false);
    for (const search of [{ search: "a" }, { category: "improvements" }, { status: "open" }, { mine: true }] as const) {
      expect(isFiltered(search)).toBe(true);
    }
  });
});
