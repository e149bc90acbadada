import type { Format } from "../../../../lib/language/format.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** "12 MB": in the largest unit that fits, in powers of 1000. */
export function formatBytes(format: Format, bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return format.number(bytes / 1000 ** power, {
    style: "unit",
    unit: units[power],
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
}
