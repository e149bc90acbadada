import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { logFileName } from "@daymark/api/log/files";
import { tryLockDirectory } from "@daymark/db/directory-lock";
import pino, { type Level, type Logger } from "pino";
import { cutText, cutTexts, redactLines, redactMessage } from "./redaction.ts";

/** Lines are gathered this long or until they are this many characters: one write for many requests. */
const flushMilliseconds = 500;
const flushLength = 16_384;
const dayMilliseconds = 86_400_000;
/** How often it is looked whether a day has begun on which nothing was logged yet. */
const lookMilliseconds = 3_600_000;
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

/**
 * Logs in `directory/<app>/<date>.log`, JSON lines `{ level, time, message, … }`, dates and times in UTC. One entry is
 * always one line, without control characters of terminals, without credentials, and without texts of more than some
 * kilobytes. A node that finds another one on the directory writes `<date>.<node>.log` as long as it lives.
 *
 * @param options.nodeName letters, digits, hyphens and underscores
 * @param options.retentionDays files of earlier days are deleted at the start and when a new day begins, of every app
 * @param options.now milliseconds since the epoch; tests move it over midnight
 */
export function openLogs(options: {
  directory: string;
  nodeName: string;
  level: Level;
  retentionDays: number;
  now?: () => number;
}): Logs {
  const { directory: root, retentionDays, now = Date.now } = options;
  // Held by the kernel until this process ends, however it ends: the next one finds out whether it is alone.
  const lock = tryLockDirectory(root);
  const ending = lock ? "log" : `${options.nodeName}.log`;
  const opened = new Map<LogApp, { logger: Logger; file: DailyFile }>();
  /** The day on which what is too old was looked for last. */
  let tidied = 0;
  const tidy = () => {
    const today = Math.floor(now() / dayMilliseconds);
    if (today === tidied) return;
    tidied = today;
    deleteOld(root, today - retentionDays);
  };
  tidy();
  const timer = setInterval(tidy, lookMilliseconds).unref();
  const open = (app: LogApp) => {
    const file = openDailyFile({ directory: join(root, app), ending, now, onDay: tidy });
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
      clearInterval(timer);
      for (const { file } of opened.values()) file.close();
      opened.clear();
      lock?.release();
    },
  };
}

/**
 * Opens `directory/<app>/<date>.log` for a process beside the nodes, such as the supervisor, which alone writes this log.
 * The nodes delete old files.
 */
export function openLog(app: LogApp, { directory, level }: { directory: string; level: Level }): Logger {
  const file = { directory: join(directory, app), ending: "log", now: Date.now, onDay: () => {} };
  return createLogger(level, openDailyFile(file));
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
  onDay,
}: {
  directory: string;
  ending: string;
  now: () => number;
  onDay: () => void;
}) {
  let day = Math.floor(now() / dayMilliseconds);
  /** Whether the file may end in the middle of a line: of a process that was killed, or for want of room. */
  let isTorn = false;
  let file = open();
  let gathered = "";

  function open(): number {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const descriptor = openSync(join(directory, `${dateOf(day)}.${ending}`), "a+", 0o600);
    isTorn = endsTorn(descriptor);
    return descriptor;
  }
  function flush(): void {
    if (gathered === "") return;
    const lines = Buffer.from(redactLines(isTorn ? `\n${gathered}` : gathered));
    gathered = "";
    try {
      for (let written = 0; written < lines.length; ) written += writeSync(file, lines, written);
      isTorn = false;
    } catch {
      // A full disk loses log lines, never a request.
      isTorn = true;
    }
  }
  const timer = setInterval(flush, flushMilliseconds).unref();
  process.on("exit", flush);

  return {
    write(line: string) {
      const today = Math.floor(now() / dayMilliseconds);
      if (today !== day) {
        flush();
        closeSync(file);
        day = today;
        file = open();
        onDay();
      }
      gathered += cutTexts(line);
      if (gathered.length > flushLength) flush();
    },
    flush,
    close() {
      clearInterval(timer);
      process.off("exit", flush);
      flush();
      closeSync(file);
      // Its number may soon be another file's: what is still logged must find none, and is dropped.
      file = -1;
    },
  };
}

function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== "\n";
}

/**
 * Of every app, also one that is silent, and of every node: one that is gone for good deletes nothing any more. What is
 * called otherwise is somebody else's.
 */
function deleteOld(root: string, oldestDay: number): void {
  const oldest = dateOf(oldestDay);
  for (const directory of logApps.map((app) => join(root, app))) {
    try {
      const old = readdirSync(directory).filter((name) => logFileName.test(name) && name.slice(0, 10) < oldest);
      for (const name of old) rmSync(join(directory, name), { force: true });
    } catch {
      // Nothing was logged there yet; or it cannot be deleted from, which is no reason to end.
    }
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
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
