/**
 * Words that somebody looks for, as an address has them. The router reads `true` in an address as a truth, which here is a
 * word like others.
 *
 * @param lengthMax in characters as the API counts them: an address with more would be no page
 */
export function searchWords(value: unknown, lengthMax: number): string {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  return [...text.trim()].slice(0, lengthMax).join("").trim();
}
