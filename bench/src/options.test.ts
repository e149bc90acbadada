import { describe, expect, it } from "vitest";
import { parseOptions, parseScaleOptions } from "./options.ts";

describe("parseOptions", () => {
  it("defaults to five rounds of ten seconds at 32 connections, as for the gates", () => {
    expect(parseOptions([])).toEqual({ rounds: 5, seconds: 10, connections: 32, only: "", isWritten: false });
    expect(parseOptions(["--rounds", "3", "--seconds=5"])).toMatchObject({ rounds: 3, seconds: 5 });
  });

  it("writes results only for a complete run", () => {
    expect(parseOptions(["--write"])).toMatchObject({ isWritten: true });
    expect(() => parseOptions(["--write", "--only", "set"])).toThrow("--write needs a whole run");
  });

  it.each([["0"], ["-1"], ["1.5"], ["x"], ["999999"]])("refuses %s rounds and names the option", (rounds) => {
    expect(() => parseOptions([`--rounds=${rounds}`])).toThrow("--rounds");
  });

  it("refuses an unknown option", () => {
    expect(() => parseOptions(["--second", "3"])).toThrow();
  });
});

describe("parseScaleOptions", () => {
  it("defaults to a hundred thousand users", () => {
    expect(parseScaleOptions([])).toEqual({ users: 100_000, isWritten: false });
    expect(parseScaleOptions(["--users=100", "--write"])).toEqual({ users: 100, isWritten: true });
    expect(() => parseScaleOptions(["--users=many"])).toThrow("--users");
    expect(() => parseScaleOptions(["100"])).toThrow();
  });
});
