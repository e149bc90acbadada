import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type Block, blocksAfter, blocksBefore } from "./blocks.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-blocks-"));
afterAll(() => rmSync(directory, { recursive: true }));
const path = join(directory, "file");

interface Taken {
  text: string;
  start: number;
  end: number;
  isCut: boolean;
}

async function take(content: string, blocks: "before" | "after", from?: number): Promise<Taken[]> {
  writeFileSync(path, content);
  const file = await open(path);
  const taken: Taken[] = [];
  try {
    const size = Buffer.byteLength(content);
    const read = blocks === "before" ? blocksBefore(file, from ?? size) : blocksAfter(file, from ?? 0, size);
    for await (const block of read) taken.push(copy(block));
  } finally {
    await file.close();
  }
  return taken;
}

function copy({ bytes, ...block }: Block): Taken {
  return { ...block, text: bytes.toString() };
}

/**
 * Lines around the sizes at which reading continues with the next chunk, including lines so long that only their
 * beginning is read.
 */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }).map((text) => text.replaceAll("\n", "-")) },
  { weight: 2, arbitrary: fc.integer({ min: 65_500, max: 65_600 }).map((length) => "x".repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 131_000, max: 300_000 }).map((length) => "y".repeat(length)) },
);
const file = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, isWhole]) => lines.join("\n") + (isWhole && lines.length > 0 ? "\n" : ""));

test.each(["before", "after"] as const)(
  "every line of a file is in exactly one block, in order, when read %s a position",
  async (way) => {
    await fc.assert(
      fc.asyncProperty(file, async (content) => {
        const taken = await take(content, way);
        if (way === "before") taken.reverse();
        const bytes = Buffer.from(content);
        let place = 0;
        for (const block of taken) {
          expect(block.start).toBe(place);
          place = block.end;
          const there = bytes.subarray(block.start, block.end).toString();
          if (block.isCut) {
            expect(there.startsWith(block.text)).toBe(true);
            expect(there.trimEnd()).not.toContain("\n");
            expect(block.text.length).toBeGreaterThanOrEqual(65_536);
          } else {
            expect(block.text).toBe(there);
          }
        }
        expect(place).toBe(way === "before" ? bytes.length : bytes.lastIndexOf("\n") + 1);
      }),
      { numRuns: 60 },
    );
  },
);

test("a file that exactly fills the read buffers is read to its beginning", async () => {
  for (const size of [65_536, 131_072]) {
    const content = `one\n${"x".repeat(99)}\n`.padEnd(size - 1, "two\n").concat("\n");
    const taken = await take(content, "before");
    expect(
      taken
        .reverse()
        .map(({ text }) => text)
        .join(""),
    ).toBe(content);
  }
  const long = `${"x".repeat(65_535)}\n`;
  expect(await take(long, "before")).toEqual([{ text: long, start: 0, end: 65_536, isCut: false }]);
});

test("reading starts at the given offset", async () => {
  const content = "one\ntwo\nthree\n";
  expect(await take(content, "before", 8)).toEqual([{ text: "one\ntwo\n", start: 0, end: 8, isCut: false }]);
  expect(await take(content, "after", 8)).toEqual([{ text: "three\n", start: 8, end: 14, isCut: false }]);
});
