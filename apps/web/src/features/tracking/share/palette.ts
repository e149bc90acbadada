import { hexOf, type Oklch } from "./oklch.ts";

export type CardTheme = "light" | "dark";

interface Tokens {
  canvas: Oklch;
  surface: Oklch;
  line: Oklch;
  ink: Oklch;
  "ink-muted": Oklch;
  "accent-text": Oklch;
  "danger-text": Oklch;
  /** Lightness and chroma of a habit's colors; each habit adds its hue. */
  habit: readonly [number, number];
  "habit-line": readonly [number, number];
}

/**
 * The values of tokens.css in packages/ui: a picture in another theme than the page's cannot read them from the page.
 */
export const cardTokens: Record<CardTheme, Tokens> = {
  dark: {
    canvas: [0.168, 0.014, 255],
    surface: [0.205, 0.016, 255],
    line: [0.305, 0.018, 255],
    ink: [0.965, 0.004, 255],
    "ink-muted": [0.745, 0.016, 255],
    "accent-text": [0.79, 0.145, 58],
    "danger-text": [0.76, 0.145, 18],
    habit: [0.77, 0.118],
    "habit-line": [0.6, 0.09],
  },
  light: {
    canvas: [0.984, 0.004, 85],
    surface: [1, 0, 0],
    line: [0.9, 0.007, 85],
    ink: [0.235, 0.022, 255],
    "ink-muted": [0.475, 0.02, 255],
    "accent-text": [0.53, 0.15, 42],
    "danger-text": [0.51, 0.185, 20],
    habit: [0.54, 0.115],
    "habit-line": [0.62, 0.1],
  },
};

export type Palette = ReturnType<typeof paletteOf>;

/** The colors of a picture, as `#rrggbb`. */
export function paletteOf(theme: CardTheme) {
  const tokens = cardTokens[theme];
  return {
    canvas: hexOf(tokens.canvas),
    surface: hexOf(tokens.surface),
    line: hexOf(tokens.line),
    ink: hexOf(tokens.ink),
    muted: hexOf(tokens["ink-muted"]),
    accent: hexOf(tokens["accent-text"]),
    danger: hexOf(tokens["danger-text"]),
    habit: (hue: number) => hexOf([...tokens.habit, hue]),
    habitLine: (hue: number) => hexOf([...tokens["habit-line"], hue]),
  };
}
