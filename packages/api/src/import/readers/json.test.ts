import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countTurns } from "../testing.ts";
import { JsonError, openJson } from "./json.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The pages of a list. */
async function pagesOf(text: string, name = "rows"): Promise<unknown[][]> {
  const json = await openJson(bytesOf(text));
  const pages: unknown[][] = [];
  for await (const page of json.pages(name)) pages.push(page);
  return pages;
}

const outcomeOf = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (error instanceof JsonError) return "refused";
    throw error;
  });

/**
 * Some hundred kilobytes, so that the list is cut. The strings contain everything that could look like the end of a
 * row.
 */
const manyRows = Array.from({ length: 9000 }, (_, index) => ({
  index,
  text: `],}"\\ї😀,${index}`,
  list: [[], {}, [1, 2]],
}));

describe("a list", () => {
  test("is read in pages that together equal JSON.parse", async () => {
    for (const space of [undefined, 2]) {
      const pages = await pagesOf(JSON.stringify({ before: [1, 2], rows: manyRows, behind: "}" }, null, space));
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.flat()).toEqual(manyRows);
    }
  });

  test("yields to other requests before each page", async () => {
    const json = await openJson(bytesOf(JSON.stringify({ rows: manyRows })));
    let pages = 0;
    const turns = await countTurns(async () => {
      for await (const _ of json.pages("rows")) pages += 1;
    });
    expect(pages).toBeGreaterThan(3);
    expect(turns).toBeGreaterThanOrEqual(pages - 1);
  });

  test("that is empty, missing or not a list has no elements", async () => {
    expect((await pagesOf('{"rows":[]}')).flat()).toEqual([]);
    expect((await pagesOf('{"rows": [ ] }')).flat()).toEqual([]);
    expect(await pagesOf('{"other":[1]}')).toEqual([]);
    expect(await pagesOf('{"rows":"[1]"}')).toEqual([]);
  });

  test.each([
    '{"rows":[1,]}',
    '{"rows":[,1]}',
    '{"rows":[1 2]}',
    '{"rows":[1] 2}',
    '{"rows":[{]}',
    '{"rows":[1}',
    `{"rows":[${JSON.stringify(manyRows).slice(1, -1)},]}`,
    `{"rows":[${JSON.stringify(manyRows).slice(1, -1)},1 2]}`,
    `{"rows":["${"x".repeat(200_001)}"]}`,
    `{"rows":[[${"1,".repeat(100_000)}1]]}`,
  ])("that is malformed is refused: %.40s", async (text) => {
    expect(await outcomeOf(pagesOf(text))).toBe("refused");
  });

  test("with texts and elements of almost a hundred kilobytes is read", async () => {
    const rows = ["x".repeat(199_000), Array(99_500).fill(1)];
    expect((await pagesOf(JSON.stringify({ rows }))).flat()).toEqual(rows);
  });

  test("in a file that is nested too deeply is refused before it is parsed", async () => {
    const nested = (depth: number) => `{"rows":[1],"other":${'[{"a":'.repeat(depth / 2)}1${"}]".repeat(depth / 2)}}`;
    expect(await outcomeOf(openJson(bytesOf(nested(22))))).toBe("refused");
    expect((await pagesOf(nested(20))).flat()).toEqual([1]);
  });

  test("that is not UTF-8 is refused", async () => {
    const file = bytesOf('{"rows":["a"]}');
    file[10] = 0xff;
    const json = await openJson(file);
    expect(await outcomeOf(json.pages("rows").next())).toBe("refused");
  });
});

describe("a file", () => {
  test.each([
    "",
    " ",
    "{",
    "[]",
    "null",
    '"a"',
    "{]",
    '{"a"}',
    '{"a":1',
    '{"a":1,}',
    "{a:1}",
    '{"a":1}}',
    '{"a":1} x',
    '{"a',
  ])("that is not an object is refused: %j", async (text) => {
    expect(await outcomeOf(openJson(bytesOf(text)))).toBe("refused");
  });

  test("with too many members is refused", async () => {
    const members = Array.from({ length: 2000 }, (_, index) => `"m${index}":1`);
    expect(await outcomeOf(openJson(bytesOf(`{${members}}`)))).toBe("refused");
  });

  test("with a million members of one name is refused like one with a million names", async () => {
    const repeated = `{${'"":1,'.repeat(1_000_000)}"":1}`;
    expect(await outcomeOf(openJson(bytesOf(repeated)))).toBe("refused");
    const asManyAsAllowed = `{${'"a":1,'.repeat(999)}"a":2}`;
    expect((await openJson(bytesOf(asManyAsAllowed))).read("a")).toBe(2);
  });

  const value = `"${"x".repeat(9990)}"`;
  test.each([
    ["that is one long value", `{"a":[${`${value},`.repeat(400)}1]}`],
    ["of a thousand members, each too short to yield after", `{${`"a":${value},`.repeat(900)}"a":1}`],
    ["with blanks before its object", `${" ".repeat(9_000_000)}{"a":1}`],
    ["with blanks between a name and its value", `{"a":${"\n".repeat(9_000_000)}1}`],
    ["with blanks after its object", `{"a":1}${" ".repeat(9_000_000)}`],
  ])("%s yields to other requests at least once a megabyte", async (_, text) => {
    const file = bytesOf(text);
    const turns = await countTurns(() => openJson(file));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(file.length / 1_000_000));
  });

  test("is read by member: the last of a repeated name counts, and special names are safe", async () => {
    const json = await openJson(bytesOf('\ufeff{"a":1,"__proto__":{"x":1},"a":"b\\u0063","n":null}\n'));
    expect(["a", "__proto__", "n", "toString"].map(json.read)).toEqual(["bc", { x: 1 }, null, undefined]);
    expect(["a", "toString"].map(json.has)).toEqual([true, false]);
  });

  test("is read as JSON.parse reads it, for any content", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        fc.constantFrom(undefined, 1),
        async (given, space) => {
          const text = JSON.stringify(given, null, space);
          const json = await openJson(bytesOf(text));
          const parsed = JSON.parse(text) as Record<string, unknown>;
          for (const [name, value] of Object.entries(parsed)) {
            expect(json.read(name)).toEqual(value);
            if (Array.isArray(value)) expect((await pagesOf(text, name)).flat(1)).toEqual(value);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
