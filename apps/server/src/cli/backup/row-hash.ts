import { hash } from "node:crypto";

const newline = 10;

/**
 * The hash of a table: of each row, as COPY writes it, the SHA-256, and of those the sum. So it depends on every byte of
 * every row and not on their order, which a restored table need not keep, and costs the same however long the table is.
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
    /** @param text of the table, in pieces of any size: within a row COPY writes no line break */
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
    /** What a row that has no end was left at counts, so that a torn one is seen. */
    digest(): TableHash {
      if (rest.length > 0) add(Buffer.concat(rest));
      rest = [];
      return { rows, hash: Array.from(sums, (sum) => sum.toString(16).padStart(8, "0")).join("") };
    },
  };
}

export interface TableHash {
  rows: number;
  /** Lower-case hexadecimal. */
  hash: string;
}
