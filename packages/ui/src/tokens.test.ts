import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const themes = {
  dark: declarations(/:root \{([^}]*color-scheme: dark[^}]*)\}/),
  light: declarations(/:root\[data-theme="light"\] \{([^}]*)\}/),
};

for (const [theme, tokens] of Object.entries(themes)) {
  const color = (name: string) => oklch(tokens.get(name) ?? "");
  const habit = (part: string, hue: number): Oklch => {
    const of = (member: string) => Number(tokens.get(`--habit-${part}${member}`));
    return [of("l"), of("c"), hue];
  };

  const kinds = ["accent", "success", "warning", "danger", "info"];
  const texts = ["--ink", "--ink-muted", ...kinds.map((kind) => `--${kind}-text`)];
  const grounds = [
    ...["--canvas", "--surface", "--raised", "--sunken"],
    ...kinds.map((kind) => `--${kind}-soft`),
    // In the dark theme, an option under the pointer has this background.
    ...(theme === "dark" ? ["--line"] : []),
  ];

  // Every pair, not only those in use: a dialog may put any text on any background, and axe checks a dialog in one
  // theme for each language.
  test(`${theme}: every text color has a contrast of 4.5:1 on every background`, () => {
    for (const text of texts) {
      for (const ground of grounds) {
        expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const ground of ["--accent", "--accent-hover"]) {
      expect(contrast(color("--accent-ink"), color(ground))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast([0.99, 0.005, 20], color("--danger-fill"))).toBeGreaterThanOrEqual(4.5);
  });

  test(`${theme}: each of the 360 habit hues has the required contrast`, () => {
    for (let hue = 0; hue < 360; hue++) {
      const name = `hue ${hue}`;
      expect(contrast(habit("ink-", hue), habit("", hue)), `${name}: glyph on mark`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(habit("text-", hue), habit("soft-", hue)), `${name}: text on soft`).toBeGreaterThanOrEqual(4.5);
      for (const text of texts) {
        expect(contrast(color(text), habit("soft-", hue)), `${name}: ${text} on soft`).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of grounds) {
        expect(contrast(habit("text-", hue), color(ground)), `${name}: text on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of ["--canvas", "--surface", "--raised", "--sunken"]) {
        expect(contrast(habit("", hue), color(ground)), `${name}: mark on ${ground}`).toBeGreaterThanOrEqual(3);
        expect(contrast(habit("line-", hue), color(ground)), `${name}: border on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
}

type Oklch = readonly [lightness: number, chroma: number, hue: number];

function declarations(block: RegExp): Map<string, string> {
  const body = block.exec(css)?.[1] ?? "";
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

function oklch(text: string): Oklch {
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [];
  const [lightness, chroma, hue] = numbers;
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`no oklch colour: "${text}"`);
  return [lightness, chroma, hue];
}

/** WCAG 2.2 contrast ratio of two colors as an sRGB screen clips them. */
function contrast(a: Oklch, b: Oklch): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance through Björn Ottosson's OKLab matrices. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
