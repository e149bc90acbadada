import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

describe("parseOptions", () => {
  it("runs three rounds of five seconds at 32 connections unless told otherwise", () => {
    expect(parseOptions([])).toEqual({ rounds: 3, seconds: 5, connections: 32, only: "" });
    expect(parseOptions(["--rounds", "5", "--seconds=10"])).toMatchObject({ rounds: 5, seconds: 10 });
  });

  it.each([["0"], ["-1"], ["1.5"], ["x"], ["999999"]])("refuses %s rounds by name", (rounds) => {
    expect(() => parseOptions([`--rounds=${rounds}`])).toThrow("--rounds");
  });

  it("refuses an option it does not know", () => {
    expect(() => parseOptions(["--second", "3"])).toThrow();
  });
});
