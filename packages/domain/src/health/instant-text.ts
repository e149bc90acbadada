/** The longest text of an instant that an app sends has some 30 characters; longer ones are not read. */
export const instantLengthMax = 40;

/** ISO 8601 with a zone: a text without one could be any instant. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Milliseconds since the epoch; null for a text that is no instant of ISO 8601 with a zone. */
export function readInstant(text: string): number | null {
  if (text.length > instantLengthMax || !instantPattern.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
