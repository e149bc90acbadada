/**
 * A random id of 128 bits in hex. `crypto.randomUUID` is not used, because a browser has it only in secure contexts: not
 * over plain HTTP from another machine, as in a home network.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
