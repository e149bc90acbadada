import { isAscii } from "node:buffer";
import type { LogLine, LogLineListInput } from "@daymark/domain/operator/log";
import { type LogLevel, logLevels } from "@daymark/domain/operator/log-kind";

/** What a reader looks for. */
export interface Wanted {
  /** Whether it is every line. */
  isAll: boolean;
  /** Whether any of these lines may be it, as they stand in the file: most need not be read. */
  mayBeIn(lines: Buffer): boolean;
  isIn(line: LogLine): boolean;
}

/** @param filter with both parts, or one, or none: then it is every line */
export function createWanted({ level, search = "" }: Pick<LogLineListInput, "level" | "search">): Wanted {
  const levels = new Set<LogLevel>(level ? logLevels.slice(logLevels.indexOf(level)) : logLevels);
  const levelMembers = level ? [...levels].map((each) => Buffer.from(`"level":"${each}"`)) : [];
  const sought = search.toLowerCase();
  const mayHold = createTextTest(sought);
  return {
    isAll: level === undefined && sought === "",
    mayBeIn: (lines) => (!level || levelMembers.some((member) => lines.includes(member))) && mayHold(lines),
    isIn: (line) => {
      if (level && (line.level === null || !levels.has(line.level))) return false;
      if (sought === "" || line.message.toLowerCase().includes(sought)) return true;
      return hasMember(line.fields, sought);
    },
  };
}

/** Whether a part of an entry, at any depth, holds a text as `name=value`. */
function hasMember(members: object, sought: string): boolean {
  return Object.entries(members).some(([name, value]) => {
    if (typeof value === "object" && value !== null) {
      return name.toLowerCase().includes(sought) || hasMember(value, sought);
    }
    return `${name}=${value}`.toLowerCase().includes(sought);
  });
}

/** Whether lines may hold a text, by all parts of it that stand in a line as they do in its entry. */
function createTextTest(sought: string): (lines: Buffer) => boolean {
  const parts = spelledPartsOf(sought).map((part) => Buffer.from(part));
  const words = parts.filter((part) => isAscii(part));
  const others = parts.filter((part) => !isAscii(part)).map(String);
  return (lines) => {
    if (words.length > 0) {
      const text = lower(lines);
      if (!words.every((word) => text.includes(word))) return false;
    }
    // Text would be made of all that is looked through, a gigabyte of it for one of a file: of what may hold it alone.
    if (others.length === 0 || isAscii(lines)) return others.length === 0;
    const text = lines.toString().toLowerCase();
    return others.every((word) => text.includes(word));
  };
}

/** JSON writes some signs in another way, a field's name apart from its value, and an index of a list not at all. */
function spelledPartsOf(sought: string): string[] {
  const parts = sought.replace(/^\d+=/, "").split(/["\\=\p{Cc}\u2028\u2029]/u);
  return parts.filter((part) => part !== "");
}

/** Lines in lower case, until the next ones are. */
let lowered = Buffer.alloc(0);

function lower(lines: Buffer): Buffer {
  if (lowered.length < lines.length) lowered = Buffer.allocUnsafeSlow(lines.length);
  for (let index = 0; index < lines.length; index += 1) {
    const byte = lines[index] as number;
    lowered[index] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return lowered.subarray(0, lines.length);
}
