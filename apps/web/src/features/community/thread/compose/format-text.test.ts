import { describe, expect, test } from "vitest";
import { type Format, formatText } from "./format-text.ts";

/** Formats the part of the text between two bars, and returns the text with bars around what is selected then. */
function formatted(format: Format, given: string): string {
  const [before = "", chosen = "", after = ""] = given.split("|");
  const selected = { text: before + chosen + after, from: before.length, to: before.length + chosen.length };
  const { from, to, insert, selected: next } = formatText(format, selected);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  return `${text.slice(0, next.from)}|${text.slice(next.from, next.to)}|${text.slice(next.to)}`;
}

describe("a format of a comment", () => {
  test.each<[Format, string, string]>([
    ["bold", "a |word| b", "a **|word|** b"],
    ["bold", "a || b", "a **||** b"],
    ["bold", "a| word |b", "a **|word|** b"],
    ["italic", "|a|", "_|a|_"],
    ["code", "|a|", "`|a|`"],
    ["code", "x |a\nb| y", "x \n```\n|a\nb|\n```\n y"],
    ["code", "|a\nb|", "```\n|a\nb|\n```"],
    ["link", "see |this|.", "see [this](|https://|)."],
    ["link", "see ||", "see [||](https://)"],
    ["link", "|https://a.example/b|", "[||](https://a.example/b)"],
    ["list", "one\nt|wo\nth|ree", "one\n|- two\n- three|"],
    ["quote", "||", "> ||"],
    ["quote", "a\nb||\nc", "a\n> b||\nc"],
  ])("%s: %j becomes %j", (format, given, result) => {
    expect(formatted(format, given)).toBe(result);
  });

  test.each<[Format, string, string]>([
    ["bold", "a **|word|** b", "a |word| b"],
    ["italic", "_|a|_", "|a|"],
    ["list", "- o|ne\n- t|wo", "|one\ntwo|"],
  ])("%s is taken back by the same press: %j", (format, given, result) => {
    expect(formatted(format, given)).toBe(result);
  });
});
