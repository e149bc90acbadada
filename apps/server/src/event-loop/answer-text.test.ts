import { expect, test } from "vitest";
import { createLongAnswers, writeInPieces } from "./answer-text.ts";

const rows = (count: number, text: string) => Array.from({ length: count }, (_, id) => ({ id, text, pinned: false }));

const [endPiece, staying] = [async () => {}, () => () => {}];

test.each([
  ["a list followed by another member", { results: rows(1_000, "漢字".repeat(1_000)), next: null }],
  ["two lists", { detail: "ok", first: rows(200, "я".repeat(900)), second: rows(200, '"\n'.repeat(300)) }],
  ["only a list", rows(1_000, "漢字".repeat(500))],
  ["empty lists and members that JSON omits", { results: [], more: [undefined, 1], left: undefined, next: null }],
])("a response with %s has the same JSON in pieces as at once", async (_, answer) => {
  const body = await writeInPieces(answer, endPiece);
  expect(body.toString()).toBe(JSON.stringify(answer));
});

test("other work runs between pieces of some hundred kilobytes", async () => {
  const answer = { results: rows(1_000, "漢字".repeat(1_000)), next: null };
  const pieces: number[] = [];
  const { length } = await writeInPieces(answer, async (bytes) => void pieces.push(bytes));
  expect(pieces.length).toBe(21);
  for (const bytes of pieces) expect(bytes).toBeLessThan(320_000);
  expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(length);
});

test("long responses are inserted into tRPC's text as if tRPC had serialized them", async () => {
  const long = createLongAnswers(staying);
  const [first, second] = [{ results: rows(100, "я".repeat(2_000)), next: null }, rows(100, '"')];
  const other = { id: crypto.randomUUID(), text: "a" };
  const textOf = (...answers: unknown[]) => JSON.stringify(answers.map((json) => ({ result: { data: { json } } })));
  const text = textOf(long.add(first), other, long.add(second));
  expect((await long.writeInto(Buffer.from(text), endPiece)).toString()).toBe(textOf(first, other, second));
});

test("a text without long responses does not change", async () => {
  const text = JSON.stringify({ id: crypto.randomUUID() });
  expect((await createLongAnswers(staying).writeInto(Buffer.from(text), endPiece)).toString()).toBe(text);
});

test("long responses are dropped if the client disconnects", async () => {
  let leave = () => {};
  const long = createLongAnswers((listener) => {
    leave = listener;
    return () => {};
  });
  const text = JSON.stringify({ json: long.add({ results: rows(1_000, "я") }) });
  leave();
  expect((await long.writeInto(Buffer.from(text), endPiece)).toString()).toBe(text);
});

test("other work runs between the responses of one text, and they are released once it is written", async () => {
  let watches = 0;
  const long = createLongAnswers(() => {
    watches += 1;
    return () => {
      watches -= 1;
    };
  });
  const names = Array.from({ length: 10 }, () => long.add({ results: rows(24, "🧘".repeat(1_900)) }));
  expect(watches).toBe(1);
  const text = JSON.stringify(names);
  let turns = 0;
  await long.writeInto(Buffer.from(text), async () => {
    turns += 1;
  });
  expect(turns).toBeGreaterThan(10);
  expect(watches).toBe(0);
  // The answers are forgotten, so their names are ordinary text now.
  expect((await long.writeInto(Buffer.from(text), endPiece)).toString()).toBe(text);
});
