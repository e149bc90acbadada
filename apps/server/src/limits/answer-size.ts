import { createPace } from "@daymark/api/base/pace";

/** The memory in Node's heap of an object or list beside its members, and of each member beside its text. */
const objectBytes = 24;
const memberBytes = 8;

/** Characters that JSON writes with a backslash: with two characters or, most control characters, with six. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escaped = /["\\\u0000-\u001f]/;
const [space, quotationMark, backslash] = [0x20, 0x22, 0x5c];

/** Rows that are measured in one turn of the event loop, in a few milliseconds. */
const rowsAtOnce = 2_000;

export interface AnswerSize {
  /** The size as JSON in UTF-8. Numbers count as eight bytes, and control characters as six. */
  textBytes: number;
  /** The estimated memory of the value in Node's heap. */
  heapBytes: number;
}

/** Measures a value without making its JSON. */
export function measureAnswer(value: unknown): AnswerSize {
  const size: AnswerSize = { textBytes: 0, heapBytes: 0 };
  add(value, size);
  return size;
}

/** Whether an answer has a list that {@link measureInTurns} measures. */
export function hasLongList(answer: unknown): answer is object {
  return typeof answer === "object" && answer !== null && Object.values(answer).some(isLongList);
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > rowsAtOnce;
}

/** The same for an object with lists of thousands of rows; other requests have their turn in between. */
export async function measureInTurns(answer: object): Promise<AnswerSize> {
  const members = Object.entries(answer);
  const size = measureAnswer(
    Object.fromEntries(members.map(([name, value]) => [name, isLongList(value) ? [] : value])),
  );
  for (const rows of members.map(([, value]) => value).filter(isLongList)) {
    const pace = createPace(rowsAtOnce);
    let done = 0;
    for (const row of rows) {
      add(row, size);
      done += 1;
      if (pace.isDue(done)) await pace.giveWay(done);
    }
  }
  return size;
}

function add(value: unknown, size: AnswerSize): void {
  if (typeof value === "string") {
    const bytes = Buffer.byteLength(value);
    const isAscii = bytes === value.length;
    size.textBytes += bytes + 3 + (escaped.test(value) ? escapeBytes(value) : 0);
    size.heapBytes += memberBytes + (isAscii ? bytes : 2 * value.length);
    return;
  }
  size.heapBytes += memberBytes;
  if (typeof value !== "object" || value === null) {
    size.textBytes += 8;
    return;
  }
  size.textBytes += 3;
  size.heapBytes += objectBytes;
  if (Array.isArray(value)) {
    for (const item of value) add(item, size);
    return;
  }
  // Not Object.entries: it took longer to make its lists than all the rest.
  for (const name in value) {
    // Names rarely need escapes, and all rows of a list share them in the heap.
    size.textBytes += name.length + 3;
    add((value as Readonly<Record<string, unknown>>)[name], size);
  }
}

/** The bytes that escapes add to a text. A loop takes a tenth of the time of making the JSON. */
function escapeBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character < space) bytes += 5;
    else if (character === quotationMark || character === backslash) bytes += 1;
  }
  return bytes;
}
