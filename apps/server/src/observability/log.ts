import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { tryLockDirectory } from "@daymark/db/embedded/directory-lock";
import pino, { type Level, type Logger } from "pino";
import { createLogSpace, dateOf, type LogSpace } from "./log-space.ts";
import { cutText, cutTexts, redactLines, redactMessage } from "./redaction.ts";

/** Lines are buffered for this long or up to this many characters, so that many requests need one write. */
const flushMilliseconds = 500;
const flushLength = 16_384;
const dayMilliseconds = 86_400_000;
/** How often a log reports that lines were left out of it. */
const tellMilliseconds = 3_600_000;
/** pino's number of the level `warn`; those of `info`, `debug` and `trace` are lower. */
const warnLevel = 40;
const causesMax = 5;
const framesMax = 20;

/** Each app has its own folder. */
const logApps = ["server", "http", "auth", "mail", "worker", "database", "admin"] as const;
export type LogApp = (typeof logApps)[number];

export interface Logs {
  of(app: LogApp): Logger;
  /** Writes the buffered lines. */
  flush(): void;
  /** Writes the buffered lines for the last time. Later lines are lost. */
  close(): void;
}

/** The limits of a folder of logs, for all apps and nodes. */
export interface LogLimits {
  /** Files of earlier days are deleted at the start and when a new day begins. */
  retentionDays: number;
  /**
   * Above this size, files of the oldest days are deleted. Once today's files of one app have half of it, lines below
   * warning are left out until midnight. Once all of today's files have it, all lines are left out. A line reports this
   * each hour.
   */
  bytesMax: number;
}

/**
 * Logs in `directory/<app>/<date>.log`, JSON lines `{ level, time, message, … }`, dates and times in UTC. One entry is
 * always one line, without control characters of terminals, without credentials, and without texts of more than some
 * kilobytes. If another node already uses the directory, this one writes `<date>.<node>.log` until it ends.
 *
 * @param options.nodeName letters, digits, hyphens and underscores
 * @param options.now milliseconds since the epoch; tests move it over midnight
 */
export function openLogs(
  options: LogLimits & { directory: string; nodeName: string; level: Level; now?: () => number },
): Logs {
  const { directory: root, now = Date.now } = options;
  // The kernel releases the lock however this process ends. By it the next process knows whether it is alone.
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
 * Opens `directory/<app>/<date>.log` for another process, such as the supervisor, under the same limits. Only that
 * process writes this log.
 */
export function openLog(app: LogApp, options: LogLimits & { directory: string; level: Level }): Logger {
  const space = openSpace(options.directory, { ...options, now: Date.now });
  const file = { directory: join(options.directory, app), ending: "log", now: Date.now, space };
  return createLogger(options.level, openDailyFile(file));
}

/** For all apps, including those that log nothing. */
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

/** Not a file descriptor, so that writing to it fails. */
const noFile = -1;

let spelled = { at: 0, member: "" };

/** The time in pino's format, ISO 8601. It is formatted once a millisecond, however many lines there are. */
function timeMember(): string {
  const at = Date.now();
  if (at !== spelled.at) spelled = { at, member: `,"time":"${new Date(at).toISOString()}"` };
  return spelled.member;
}

type DailyFile = ReturnType<typeof openDailyFile>;

/**
 * Writes buffered lines synchronously. A write takes microseconds, because it goes to the system's page cache. Lines
 * keep their order over midnight, and lines from before a crash are not lost.
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
  /** Whether the file may end within a line, because a process was killed or the disk was full. */
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
    // Written even without room, because otherwise a log would end without an explanation.
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
  /** Writes the last lines of the day into its file. */
  function endDay(): void {
    writeGathered();
    if (leftOut.lines > leftOut.toldLines) tellLeftOut();
    leftOut = nothingLeftOut;
    if (file !== noFile) closeSync(file);
    // The system may reuse the file descriptor for another file. Until the next log file is open, lines must not be
    // written to it.
    file = noFile;
  }
  const timer = setInterval(flush, flushMilliseconds).unref();
  process.on("exit", flush);

  return {
    /** Makes pino set {@link lastLevel} before each line. */
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

/** The lines of one day that this process has left out, and what its log has reported of them. */
const nothingLeftOut = { lines: 0, isFull: false, toldLines: 0, isFullTold: false, toldAt: 0 };

function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
}

/** What a log may contain of an error: its class, message and stack, never the values of a statement or a token. */
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
