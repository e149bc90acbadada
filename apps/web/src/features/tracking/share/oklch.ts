/** Lightness 0..1, chroma, and hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/**
 * Converts one of our colors to `#rrggbb`, which every image program supports. OKLab by Björn Ottosson (2020); a color
 * outside sRGB loses chroma until it fits, so that its lightness stays.
 */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  for (let part = 1; part > 0; part -= 0.02) {
    const linear = linearOf([lightness, chroma * part, hue]);
    if (linear.every((channel) => channel >= -tolerance && channel <= 1 + tolerance)) return toHex(linear);
  }
  return toHex(linearOf([lightness, 0, hue]));
}

const tolerance = 0.0005;

function linearOf([lightness, chroma, hue]: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toHex(linear: readonly number[]): string {
  const channels = linear.map((channel) => {
    const held = Math.min(1, Math.max(0, channel));
    // IEC 61966-2-1.
    const encoded = held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
