import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { tryLockDirectory } from "@daymark/db/embedded/directory-lock";
import pino, { type Level, type Logger } from "pino";
import { createLogSpace, dateOf, type LogSpace } from "./log-space.ts";
import { cutText, cutTexts, redactLines, redactMessage } from "./redaction.ts";

/** Lines are gathered this long or until they are this many characters: one write for many requests. */
const flushMilliseconds = 500;
const flushLength = 16_384;
const dayMilliseconds = 86_400_000;
/** How often a log says that lines are left out of it. */
const tellMilliseconds = 3_600_000;
/** pino's number of the level `warn`; those of `info`, `debug` and `trace` are lower. */
const warnLevel = 40;
const causesMax = 5;
const framesMax = 20;

/** Each has a folder of its own. */
const logApps = ["server", "http", "auth", "mail", "worker", "database", "admin"] as const;
export type LogApp = (typeof logApps)[number];

export interface Logs {
  of(app: LogApp): Logger;
  /** Writes what is still gathered. */
  flush(): void;
  /** Does so for the last time: what is logged afterwards is lost. */
  close(): void;
}

/** How much is kept in a folder of logs, of all apps and nodes. */
export interface LogLimits {
  /** Files of earlier days are deleted at the start and when a new day begins. */
  retentionDays: number;
  /**
   * Above it the files of the oldest days are deleted. Once today's files of one app have half of it, lines below warning are
   * left out of them until midnight; once all of today's files have it, all lines are. A line says so, each hour.
   */
  bytesMax: number;
}

/**
 * Logs in `directory/<app>/<date>.log`, JSON lines `{ level, time, message, … }`, dates and times in UTC. One entry is
 * always one line, without control characters of terminals, without credentials, and without texts of more than some
 * kilobytes. A node that finds another one on the directory writes `<date>.<node>.log` as long as it lives.
 *
 * @param options.nodeName letters, digits, hyphens and underscores
 * @param options.now milliseconds since the epoch; tests move it over midnight
 */
export function openLogs(
  options: LogLimits & { directory: string; nodeName: string; level: Level; now?: () => number },
): Logs {
  const { directory: root, now = Date.now } = options;
  // Held by the kernel until this process ends, however it ends: the next one finds out whether it is alone.
  const lock = tryLockDirectory(root);
  const ending = lock ? "log" : `${options.nodeName}.log`;
  const opened = new Map<LogApp, { logger: Logger; file: DailyFile }>();
  const space = openSpace(root, { ...options, now });
  const open = (app: LogApp) => {
    const file = openDailyFile({ directory: join(root, app), ending, now, space });
    const logger = createLogger(options.level, file);
    opened.set(app, { logger, file });
    return logger;
  };
  return {
    of: (app) => opened.get(app)?.logger ?? open(app),
    flush: () => {
      for (const { file } of opened.values()) file.flush();
    },
    close: () => {
      space.close();
      for (const { file } of opened.values()) file.close();
      opened.clear();
      lock?.release();
    },
  };
}

/**
 * Opens `directory/<app>/<date>.log` for a process beside the nodes, such as the supervisor, which alone writes this log, under
 * the same limits.
 */
export function openLog(app: LogApp, options: LogLimits & { directory: string; level: Level }): Logger {
  const space = openSpace(options.directory, { ...options, now: Date.now });
  const file = { directory: join(options.directory, app), ending: "log", now: Date.now, space };
  return createLogger(options.level, openDailyFile(file));
}

/** Of every app, also one that is silent. */
function openSpace(root: string, options: LogLimits & { now: () => number }): LogSpace {
  return createLogSpace({ ...options, directories: logApps.map((app) => join(root, app)) });
}

function createLogger(level: Level, file: DailyFile): Logger {
  return pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: timeMember,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    file,
  );
}

/** What Node takes for no file: writing to it fails. */
const noFile = -1;

let spelled = { at: 0, member: "" };

/** The time as pino puts it into a line, in ISO 8601: spelled once a millisecond, however many lines that has. */
function timeMember(): string {
  const at = Date.now();
  if (at !== spelled.at) spelled = { at, member: `,"time":"${new Date(at).toISOString()}"` };
  return spelled.member;
}

type DailyFile = ReturnType<typeof openDailyFile>;

/**
 * Synchronous writes of gathered lines: they go to the page cache in microseconds, keep their order over midnight, and
 * what was logged before a crash is there after it.
 */
function openDailyFile({
  directory,
  ending,
  now,
  space,
}: {
  directory: string;
  ending: string;
  now: () => number;
  space: LogSpace;
}) {
  let day = Math.floor(now() / dayMilliseconds);
  /** Whether the file may end in the middle of a line: of a process that was killed, or for want of room. */
  let isTorn = false;
  let file = open();
  let isClosed = false;
  let gathered = "";
  let gatheredLines = 0;
  let leftOut = nothingLeftOut;

  function open(): number {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const descriptor = openSync(join(directory, `${dateOf(day)}.${ending}`), "a+", 0o600);
    isTorn = endsTorn(descriptor);
    return descriptor;
  }
  function flush(): void {
    writeGathered();
    const { lines, toldLines, isFull, isFullTold, toldAt } = leftOut;
    const isDue = toldLines === 0 || now() - toldAt >= tellMilliseconds || (isFull && !isFullTold);
    if (lines > toldLines && isDue) tellLeftOut();
  }
  function writeGathered(): void {
    if (gathered === "") return;
    const lines = Buffer.from(redactLines(gathered));
    if (space.take(directory, lines.length)) writeWhole(lines);
    else leftOut = { ...leftOut, lines: leftOut.lines + gatheredLines, isFull: true };
    gathered = "";
    gatheredLines = 0;
  }
  function tellLeftOut(): void {
    const { lines, isFull } = leftOut;
    leftOut = { ...leftOut, toldLines: lines, isFullTold: isFull, toldAt: now() };
    const message = isFull
      ? "lines are left out until midnight (UTC): today's logs have reached LOG_MAX_MB"
      : "lines below warning are left out until midnight (UTC): today's files of this log have reached half of LOG_MAX_MB";
    const entry = { level: "warn", time: new Date(now()).toISOString(), lines_left_out_today: lines, message };
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    // Also where there is no room: otherwise nobody would know why a log ends.
    space.add(directory, line.length);
    writeWhole(line);
  }
  function writeWhole(lines: Buffer): void {
    try {
      if (file === noFile && !isClosed) file = open();
      const bytes = isTorn ? Buffer.concat([Buffer.from("\n"), lines]) : lines;
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      isTorn = false;
    } catch {
      // A full disk and a lack of file handles lose log lines, never a request.
      isTorn = true;
    }
  }
  /** Writes for the last time into this day's file. */
  function endDay(): void {
    writeGathered();
    if (leftOut.lines > leftOut.toldLines) tellLeftOut();
    leftOut = nothingLeftOut;
    if (file !== noFile) closeSync(file);
    // The number may soon be another file's: what is logged until the next file is open must find none.
    file = noFile;
  }
  const timer = setInterval(flush, flushMilliseconds).unref();
  process.on("exit", flush);

  return {
    /** Has pino set {@link lastLevel} before each line. */
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      const today = Math.floor(now() / dayMilliseconds);
      if (today !== day) {
        endDay();
        day = today;
        space.look();
      }
      if (this.lastLevel < warnLevel && space.isFlooded(directory)) {
        leftOut = { ...leftOut, lines: leftOut.lines + 1 };
        return;
      }
      gathered += cutTexts(line);
      gatheredLines++;
      if (gathered.length > flushLength) flush();
    },
    flush,
    close() {
      clearInterval(timer);
      process.off("exit", flush);
      endDay();
      isClosed = true;
    },
  };
}

/** The lines of one day that this process has not written, and what its log already says of them. */
const nothingLeftOut = { lines: 0, isFull: false, toldLines: 0, isFullTold: false, toldAt: 0 };

function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
}

/** What may be said of an error in a log: its kind, words and place, never the values of a statement or a token. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: redactMessage(cutText(String(error))) };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...("code" in error && (typeof error.code === "string" || typeof error.code === "number") && { code: error.code }),
    message: redactMessage(cutText(error.message)),
    stack: frames.slice(0, framesMax).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < causesMax && { cause: describeError(error.cause, depth + 1) }),
  };
}
