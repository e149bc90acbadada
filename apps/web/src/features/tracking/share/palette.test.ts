import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { hexOf } from "./oklch.ts";
import { cardTokens } from "./palette.ts";

const css = readFileSync(createRequire(import.meta.url).resolve("@daymark/ui/tokens.css"), "utf8");
const blocks = { dark: css.slice(css.indexOf(":root {")), light: css.slice(css.indexOf('[data-theme="light"] {')) };

/** The first value of a custom property in a block. */
function tokenOf(theme: "light" | "dark", name: string): string | undefined {
  return new RegExp(`--${name}: ([^;]+);`).exec(blocks[theme])?.[1];
}

describe("the colors of a picture", () => {
  test("equal those of the pages, in both themes", () => {
    for (const theme of ["light", "dark"] as const) {
      const { habit, "habit-line": line, ...plain } = cardTokens[theme];
      for (const [name, value] of Object.entries(plain)) {
        expect(`${name} ${tokenOf(theme, name)}`).toBe(`${name} oklch(${value.join(" ")})`);
      }
      expect([tokenOf(theme, "habit-l"), tokenOf(theme, "habit-c")]).toEqual(habit.map(String));
      expect([tokenOf(theme, "habit-line-l"), tokenOf(theme, "habit-line-c")]).toEqual(line.map(String));
    }
  });

  test("are converted to sRGB", () => {
    // The examples of CSS Color 4, 9.3, plus black and white.
    expect(hexOf([1, 0, 0])).toBe("#ffffff");
    expect(hexOf([0, 0, 0])).toBe("#000000");
    expect(hexOf([0.6279553606, 0.2576833077, 29.2338804])).toBe("#ff0000");
    expect(hexOf([0.5197518327, 0.1768583195, 142.4953389])).toBe("#008000");
  });

  test("stay valid colors if sRGB lacks their chroma", () => {
    expect(hexOf([0.77, 0.4, 150])).toMatch(/^#[0-9a-f]{6}$/);
    for (let hue = 0; hue < 360; hue += 15) expect(hexOf([0.77, 0.118, hue])).toMatch(/^#[0-9a-f]{6}$/);
  });
});
