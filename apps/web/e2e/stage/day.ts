/** Hours by which {@link noonZone} is ahead of Greenwich. */
const noonOffset = 12 - new Date().getUTCHours();

/**
 * A zone in which it is about noon now: a run is over long before its midnight, so no test meets one that it did not
 * ask for.
 */
export const noonZone = zoneOf(noonOffset);

function zoneOf(offset: number): string {
  // POSIX signs, as the database of zones has them: Etc/GMT-3 is three hours ahead of Greenwich.
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** The date `back` days ago in that zone, `YYYY-MM-DD`; negative is ahead. */
export function daysAgo(back: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: noonZone }).format(Date.now());
  return addDays(today, -back);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Noon of a day in {@link noonZone}, as an instant in UTC. */
export function noonOf(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - noonOffset * 3_600_000).toISOString();
}
