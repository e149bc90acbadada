import { isAscii } from "node:buffer";
import type { LogLine, LogLineListInput } from "@daymark/domain/operator/log";
import { type LogLevel, logLevels } from "@daymark/domain/operator/log-kind";

/** The filter of a reader. */
export interface Wanted {
  /** Whether every line matches. */
  isAll: boolean;
  /** Whether any of these lines, as stored in the file, may match: most need not be parsed. */
  mayBeIn(lines: Buffer): boolean;
  isIn(line: LogLine): boolean;
}

export type LogFilter = Pick<LogLineListInput, "level" | "search" | "path" | "from" | "to">;

/** @param filter with any of its parts; without any, every line matches */
export function createWanted({ level, search = "", path = "", from, to }: LogFilter): Wanted {
  const levels = new Set<LogLevel>(level ? logLevels.slice(logLevels.indexOf(level)) : logLevels);
  const levelMembers = level ? [...levels].map((each) => Buffer.from(`"level":"${each}"`)) : [];
  const [sought, soughtPath] = [search.toLowerCase(), path.toLowerCase()];
  const [mayHold, mayHoldPath] = [createTextTest(sought), createTextTest(soughtPath)];
  const isInTime = createTimeTest(from, to);
  return {
    isAll: level === undefined && sought === "" && soughtPath === "" && from === undefined && to === undefined,
    mayBeIn: (lines) =>
      (!level || levelMembers.some((member) => lines.includes(member))) && mayHold(lines) && mayHoldPath(lines),
    isIn: (line) => {
      if (level && (line.level === null || !levels.has(line.level))) return false;
      if (!isInTime(line.time) || !isOnPath(line.fields, soughtPath)) return false;
      if (sought === "" || line.message.toLowerCase().includes(sought)) return true;
      return hasMember(line.fields, sought);
    },
  };
}

/** A line without a time is in no time that is asked for. */
function createTimeTest(from: string | undefined, to: string | undefined): (time: string | null) => boolean {
  if (from === undefined && to === undefined) return () => true;
  const first = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  return (time) => {
    const at = time === null ? Number.NaN : Date.parse(time);
    return at >= first && at < end;
  };
}

/** Whether the request of an entry has a route, or a path without a route, that contains a text. */
function isOnPath({ route, path }: LogLine["fields"], sought: string): boolean {
  if (sought === "") return true;
  return [route, path].some((each) => typeof each === "string" && each.toLowerCase().includes(sought));
}

/** Whether an entry contains a text as `name=value`, at any depth. */
function hasMember(members: object, sought: string): boolean {
  return Object.entries(members).some(([name, value]) => {
    if (typeof value === "object" && value !== null) {
      return name.toLowerCase().includes(sought) || hasMember(value, sought);
    }
    return `${name}=${value}`.toLowerCase().includes(sought);
  });
}

/** Whether lines may contain a text, by all parts of it that a line spells as its entry does. */
function createTextTest(sought: string): (lines: Buffer) => boolean {
  const parts = spelledPartsOf(sought).map((part) => Buffer.from(part));
  const words = parts.filter((part) => isAscii(part));
  const others = parts.filter((part) => !isAscii(part)).map(String);
  return (lines) => {
    if (words.length > 0) {
      const text = lower(lines);
      if (!words.every((word) => text.includes(word))) return false;
    }
    // Decoding every block to text would create as many strings as the file has bytes, up to a gigabyte. So only blocks
    // that may match are decoded.
    if (others.length === 0 || isAscii(lines)) return others.length === 0;
    const text = lines.toString().toLowerCase();
    return others.every((word) => text.includes(word));
  };
}

/** JSON escapes some characters, separates a field's name from its value, and omits the index of a list. */
function spelledPartsOf(sought: string): string[] {
  const parts = sought.replace(/^\d+=/, "").split(/["\\=\p{Cc}\u2028\u2029]/u);
  return parts.filter((part) => part !== "");
}

/** Holds the lines in lower case until the next call. */
let lowered = Buffer.alloc(0);

function lower(lines: Buffer): Buffer {
  if (lowered.length < lines.length) lowered = Buffer.allocUnsafeSlow(lines.length);
  for (let index = 0; index < lines.length; index += 1) {
    const byte = lines[index] as number;
    lowered[index] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return lowered.subarray(0, lines.length);
}
