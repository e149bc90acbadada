/**
 * Search words from an address. The router parses `true` in an address as a boolean, which here is a word like others.
 *
 * @param lengthMax in characters as the API counts them; an address with more is not a page
 */
export function searchWords(value: unknown, lengthMax: number): string {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  return [...text.trim()].slice(0, lengthMax).join("").trim();
}
