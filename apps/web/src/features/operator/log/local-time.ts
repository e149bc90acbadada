/** An instant as the value of a `datetime-local` field, in the reader's time zone; empty without one. */
export function localOf(instant: string | undefined): string {
  if (!instant) return "";
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The instant of such a field; undefined if it is empty or incomplete. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
