const blockBytes = 65_536;

/**
 * Collects bytes in one buffer. A list of chunks could take many times their length, because the sender decides how
 * small they are.
 *
 * @param lengthMax the maximum length of all bytes together
 */
export function createGrowingBytes(lengthMax: number) {
  let bytes = new Uint8Array(0);
  let length = 0;
  return {
    length: () => length,
    /** @returns the memory that the buffer takes now, in bytes */
    add(chunk: Uint8Array): number {
      const needed = length + chunk.length;
      if (needed > bytes.length) {
        const capacity = Math.min(Math.max(needed, 2 * bytes.length, blockBytes), Math.max(needed, lengthMax));
        bytes = length === 0 ? new Uint8Array(capacity) : new Uint8Array(bytes.buffer.transfer(capacity));
      }
      bytes.set(chunk, length);
      length = needed;
      return bytes.length;
    },
    /** Returns all bytes. The caller may call it once. */
    toBytes: () => (length === bytes.length ? bytes : new Uint8Array(bytes.buffer.transfer(length))),
  };
}
