/** An instant in the format of `<input type="datetime-local">`, in the device's time zone. */
export function localTime(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The instant in such a field; null if it is empty or invalid. */
export function instantOf(local: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(local)) return null;
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The first full hour that is at least one hour away. */
export function hourAhead(now: Date): string {
  const moment = new Date(now);
  moment.setHours(moment.getHours() + 2, 0, 0, 0);
  return localTime(moment);
}
