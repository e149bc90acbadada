/** When most people look back on their day, then when others do. */
const usualTimes = ["20:00", "08:00", "12:00", "18:00", "21:00", "22:00"];

/** A time of day that a new reminder may have: a usual one that is not taken yet. */
export function freeTime(taken: readonly string[]): string {
  return usualTimes.find((time) => !taken.includes(time)) ?? "09:00";
}
