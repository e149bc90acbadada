import { hash } from "node:crypto";

const newline = 10;

/**
 * Hashes a table: the sum of the SHA-256 of each row, as COPY writes it. The hash depends on every byte of every row
 * but not on their order, because a restore may change the order. Its memory does not depend on the length of the
 * table.
 */
export function createRowHash() {
  const sums = new Uint32Array(8);
  let rest: Buffer[] = [];
  let rows = 0;

  function add(row: Buffer): void {
    const digest = hash("sha256", row, "buffer");
    for (let lane = 0; lane < sums.length; lane++) {
      sums[lane] = (sums[lane] as number) + digest.readUInt32BE(lane * 4);
    }
    rows += 1;
  }

  return {
    /** @param text of the table, in pieces of any size; COPY writes no line break within a row */
    update(text: Buffer): void {
      let from = 0;
      for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline, from)) {
        const piece = text.subarray(from, end);
        add(rest.length === 0 ? piece : Buffer.concat([...rest, piece]));
        rest = [];
        from = end + 1;
      }
      if (from < text.length) rest.push(Buffer.from(text.subarray(from)));
    },
    /** An unfinished row at the end counts too, so that a truncated table has another hash. */
    digest(): TableHash {
      if (rest.length > 0) add(Buffer.concat(rest));
      rest = [];
      return { rows, hash: Array.from(sums, (sum) => sum.toString(16).padStart(8, "0")).join("") };
    },
  };
}

export interface TableHash {
  rows: number;
  /** In lower-case hexadecimal. */
  hash: string;
}
