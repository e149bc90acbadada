/** What Node's heap has of an object or list beside its members, and of each member beside its text. */
const objectBytes = 24;
const memberBytes = 8;

/** Characters that JSON writes with two or six. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escaped = /["\\\u0000-\u001f]/;

interface AnswerSize {
  /** As JSON in UTF-8. Numbers count as eight bytes. */
  textBytes: number;
  /** About what the value takes in Node's heap. */
  heapBytes: number;
}

/** Measures a value that has a JSON form, without making the JSON. */
export function measureAnswer(value: unknown): AnswerSize {
  const size: AnswerSize = { textBytes: 0, heapBytes: 0 };
  add(value, size);
  return size;
}

function add(value: unknown, size: AnswerSize): void {
  if (typeof value === "string") {
    const bytes = Buffer.byteLength(value);
    const isAscii = bytes === value.length;
    size.textBytes += (escaped.test(value) ? Buffer.byteLength(JSON.stringify(value)) : bytes + 2) + 1;
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
  // Not Object.entries: making its lists took longer than the rest.
  for (const name in value) {
    // Names are mostly plain, and all rows of a list share them in the heap.
    size.textBytes += name.length + 3;
    add((value as Readonly<Record<string, unknown>>)[name], size);
  }
}
