/** Hours that {@link noonZone} is ahead of UTC. */
const noonOffset = 12 - new Date().getUTCHours();

/**
 * A time zone in which it is about noon now. A run ends long before midnight in that zone, so the date does not change
 * during a test.
 */
export const noonZone = zoneOf(noonOffset);

function zoneOf(offset: number): string {
  // The names of these zones have POSIX signs: Etc/GMT-3 is three hours ahead of UTC.
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** The date `back` days ago in that zone, `YYYY-MM-DD`. A negative number is a later date. */
export function daysAgo(back: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: noonZone }).format(Date.now());
  return addDays(today, -back);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Noon of a day in {@link noonZone}, as a UTC instant. */
export function noonOf(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - noonOffset * 3_600_000).toISOString();
}
