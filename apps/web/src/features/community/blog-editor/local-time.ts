/** A moment as `<input type="datetime-local">` has it, by the clock of this device. */
export function localTime(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The moment that such a field says; null where it says none. */
export function instantOf(local: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(local)) return null;
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The full hour that is at least one away. */
export function hourAhead(now: Date): string {
  const moment = new Date(now);
  moment.setHours(moment.getHours() + 2, 0, 0, 0);
  return localTime(moment);
}
