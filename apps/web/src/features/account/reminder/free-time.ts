/** First when most users review their day, then other common times. */
const usualTimes = ["20:00", "08:00", "12:00", "18:00", "21:00", "22:00"];

/** A time of day for a new reminder: a usual one without a reminder. */
export function freeTime(taken: readonly string[]): string {
  return usualTimes.find((time) => !taken.includes(time)) ?? "09:00";
}
