import { setImmediate as otherWork } from "node:timers/promises";
import { createPace, type Pace } from "../../base/pace.ts";

/** Bytes that are parsed at once, in some milliseconds including the checks of their content. */
const pieceBytes = 30_000;
/**
 * The limit of one piece and of one text. A piece has less than {@link pieceBytes} and one element more. The largest
 * element that our export writes, a habit with the most changes of its goal, has 50 kB, and 120 kB if a user has
 * indented the file.
 */
const pieceBytesMaxOfOwn = 200_000;
/**
 * The same limit for other apps, whose habits contain their days: thirty years of days with a short note. Parsing it
 * takes some ten milliseconds.
 */
export const pieceBytesMaxOfApps = 1_000_000;
/** Lists and objects around a value. Our own files have four; deeper ones take long to parse and to check. */
const depthMax = 20;
/** Our own files have some fifteen. */
const membersMax = 1000;
/** Bytes that are scanned in one turn of the event loop, in a few milliseconds. */
const scannedAtOnce = 1_000_000;

/** Not JSON, or JSON whose outermost value is not an object. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/** A member of the file's outermost object: the position of its value, and for a list where it may be cut. */
interface Member {
  start: number;
  end: number;
  /** Commas between elements. */
  cuts: number[];
}

/** A JSON file with one outermost object, which is parsed piece by piece. */
export interface JsonFile {
  has: (name: string) => boolean;
  isList: (name: string) => boolean;
  /**
   * Parses a member that is not a long list.
   *
   * @returns undefined if there is no such member
   * @throws JsonError
   */
  read: (name: string) => unknown;
  /**
   * Opens a member that is an object itself.
   *
   * @returns null if there is no such member
   * @throws JsonError
   */
  open: (name: string) => Promise<JsonFile | null>;
  /**
   * The elements of a list in pages; other requests run in between. No pages if there is no such member.
   *
   * @throws JsonError, also after some of them; the reason of the signal
   */
  pages: (name: string) => AsyncGenerator<unknown[], void>;
}

/**
 * Scans a JSON file (RFC 8259, UTF-8, with or without a byte order mark) for the positions of its members. `JSON.parse`
 * of twenty megabytes would block all other requests for a second, and copying a worker's answer would take as long
 * again; this takes a few milliseconds at a time. Members that the reader skips are not checked.
 *
 * @param pieceBytesMax the limit of one piece and of one text
 * @param signal ends the reading before the next page of a list
 * @throws JsonError
 */
export async function openJson(
  file: Uint8Array,
  pieceBytesMax = pieceBytesMaxOfOwn,
  signal?: AbortSignal,
): Promise<JsonFile> {
  const members = await findMembers(file, pieceBytesMax);

  function parse(start: number, end: number, [before, after] = ["", ""]): unknown {
    if (end - start > pieceBytesMax) throw new JsonError("one piece of it is too long");
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.subarray(start, end));
      return JSON.parse(before + text + after);
    } catch {
      throw new JsonError("what stands there is none");
    }
  }

  const isList = (name: string) => file[members.get(name)?.start ?? -1] === signs.listStart;
  return {
    isList,
    has: (name) => members.has(name),
    read(name) {
      const member = members.get(name);
      return member && parse(member.start, member.end);
    },
    async open(name) {
      const member = members.get(name);
      return member ? openJson(file.subarray(member.start, member.end), pieceBytesMax, signal) : null;
    },
    async *pages(name) {
      const member = members.get(name);
      if (!member || !isList(name)) return;
      // Anything after the list makes the parsing of the last piece fail.
      let start = member.start;
      for (const cut of [...member.cuts, member.end]) {
        await otherWork();
        signal?.throwIfAborted();
        const [before, after] = [start === member.start ? "" : "[", cut === member.end ? "" : "]"];
        const page = parse(start, cut, [before, after]) as unknown[];
        if (page.length === 0 && start !== member.start) throw new JsonError("a comma with nothing behind it");
        yield page;
        start = cut + 1;
      }
    },
  };
}

/** Of a text with JSON inside a file. */
const smallJsonLengthMax = 1_000;

/** Parses a text with JSON that an app keeps inside its JSON; undefined if it is damaged or not small. */
export function readSmallJson(text: string): unknown {
  if (text.length > smallJsonLengthMax) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const signs = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  listStart: 0x5b,
  backslash: 0x5c,
  listEnd: 0x5d,
  objectStart: 0x7b,
  objectEnd: 0x7d,
} as const;
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const mark = [0xef, 0xbb, 0xbf];

/** Finds the file's members. The pace counts the bytes of the whole file, because the members may be tiny and many. */
async function findMembers(file: Uint8Array, textBytesMax: number): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  const pace = createPace(scannedAtOnce);
  let at = mark.every((byte, index) => file[index] === byte) ? mark.length : 0;
  at = await behindBlanks(file, at, pace);
  if (file[at] !== signs.objectStart) throw new JsonError("it is no object");
  at = await behindBlanks(file, at + 1, pace);
  // Counts members, because members of one name do not make the map larger.
  for (let count = 0; file[at] !== signs.objectEnd || count > 0; count += 1) {
    if (count === membersMax) throw new JsonError("it has too many members");
    const name = readName(file, at, textBytesMax);
    at = await behindBlanks(file, name.end, pace);
    if (file[at] !== signs.colon) throw new JsonError("a name without a value");
    const member = await findValue(file, await behindBlanks(file, at + 1, pace), { pace, textBytesMax });
    // If two members have one name, the last counts, as in JSON.parse.
    members.set(name.text, member);
    at = member.end;
    if (file[at] === signs.objectEnd) break;
    at = await behindBlanks(file, at + 1, pace);
  }
  if ((await behindBlanks(file, at + 1, pace)) < file.length) throw new JsonError("something stands behind it");
  return members;
}

function readName(file: Uint8Array, start: number, textBytesMax: number): { text: string; end: number } {
  const end = file[start] === signs.quote ? behindText(file, start, textBytesMax) : start;
  try {
    return { text: JSON.parse(new TextDecoder().decode(file.subarray(start, end))), end };
  } catch {
    throw new JsonError("a member without a name");
  }
}

/** Scans to the comma or the brace after a value. */
async function findValue(
  file: Uint8Array,
  start: number,
  { pace, textBytesMax }: { pace: Pace; textBytesMax: number },
): Promise<Member> {
  const cuts: number[] = [];
  const elementDepth = file[start] === signs.listStart ? 1 : Number.NaN;
  let depth = 0;
  let lastCut = start;
  for (let at = start; at < file.length; at += 1) {
    switch (file[at]) {
      case signs.quote:
        at = behindText(file, at, textBytesMax) - 1;
        break;
      case signs.listStart:
      case signs.objectStart:
        depth += 1;
        if (depth > depthMax) throw new JsonError("it is nested too deep");
        break;
      case signs.listEnd:
        depth -= 1;
        break;
      case signs.objectEnd:
        if (depth === 0) return { start, end: at, cuts };
        depth -= 1;
        break;
      case signs.comma:
        if (depth === 0) return { start, end: at, cuts };
        if (depth === elementDepth && at - lastCut >= pieceBytes) {
          cuts.push(at);
          lastCut = at;
        }
        break;
    }
    if (pace.isDue(at)) await pace.giveWay(at);
  }
  throw new JsonError("it is cut off");
}

function behindText(file: Uint8Array, start: number, bytesMax: number): number {
  for (let at = start + 1; at < file.length; at += 1) {
    if (file[at] === signs.quote) return at + 1;
    if (file[at] === signs.backslash) at += 1;
    if (at - start > bytesMax) throw new JsonError("a text is too long");
  }
  throw new JsonError("it is cut off");
}

async function behindBlanks(file: Uint8Array, start: number, pace: Pace): Promise<number> {
  let at = start;
  while (isBlank(file[at])) {
    at += 1;
    if (pace.isDue(at)) await pace.giveWay(at);
  }
  return at;
}
