import type { LogLine } from "@daymark/domain/operator/log";
import { type LogLevel, logLevels } from "@daymark/domain/operator/log-kind";
import * as z from "zod/mini";

/** The length of a line that is not an entry, or too long to be parsed. */
const rawLengthMax = 2_000;

const entrySchema = z.looseObject({ level: z.enum(logLevels), time: z.iso.datetime(), message: z.string() });

/**
 * Parses a line of a log file as an entry. Other text, such as a line that a crash has cut, is returned as it is.
 *
 * @param text without its line break
 */
export function readLine(text: string, offset: number, { isCut }: { isCut: boolean }): LogLine {
  const entry = isCut ? null : parseEntry(text);
  if (!entry) {
    const isLong = isCut || text.length > rawLengthMax;
    const message = isLong ? `${text.slice(0, rawLengthMax).toWellFormed()}…` : text;
    return { ...headOf(text), message, fields: {}, offset };
  }
  const { level, time, message, ...fields } = entry;
  return { time, level, message, fields, offset };
}

function parseEntry(text: string): z.infer<typeof entrySchema> | null {
  try {
    const { data } = entrySchema.safeParse(JSON.parse(text));
    return data ?? null;
  } catch {
    return null;
  }
}

/** The beginning of a line that the server writes. */
const head = /^\{"level":"([a-z]+)","time":"([\d:.TZ-]{20,30})"/;

function headOf(text: string): Pick<LogLine, "level" | "time"> {
  const [, level = "", time = null] = head.exec(text) ?? [];
  return isLevel(level) ? { level, time } : { level: null, time: null };
}

/** Longer than the level and the time of an entry. */
const headBytesMax = 64;

/**
 * The level and the time of the line that begins at an index, without parsing the line; null if it is no entry that the
 * server writes.
 */
export function headAt(lines: Buffer, start: number): { level: LogLevel; time: number } | null {
  const [, level = "", time = ""] =
    head.exec(lines.toString("latin1", start, Math.min(lines.length, start + headBytesMax))) ?? [];
  const at = Date.parse(time);
  return isLevel(level) && !Number.isNaN(at) ? { level, time: at } : null;
}

function isLevel(word: string): word is LogLevel {
  return (logLevels as readonly string[]).includes(word);
}
