import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import pino, { type Level, type Logger } from "pino";

/** Lines are gathered this long or until they are this many characters: one write for many requests. */
const flushMilliseconds = 500;
const flushLength = 16_384;
const dayMilliseconds = 86_400_000;
const causesMax = 5;
const framesMax = 20;

/** Each has a folder of its own. */
export type LogApp = "server" | "http" | "auth" | "mail" | "worker" | "database";

export interface Logs {
  of(app: LogApp): Logger;
  /** Writes what is still gathered. */
  flush(): void;
  /** Does so for the last time: what is logged afterwards is lost. */
  close(): void;
}

/**
 * Logs in `directory/<app>/<date>.log`, JSON lines `{ level, time, message, … }`, dates and times in UTC. One entry is
 * one line whatever is in it, and nothing in it moves a terminal's cursor.
 *
 * @param options.retentionDays files of earlier days are deleted when a new day begins
 * @param options.now milliseconds since the epoch; tests move it over midnight
 */
export function openLogs(options: {
  directory: string;
  level: Level;
  retentionDays: number;
  now?: () => number;
}): Logs {
  const opened = new Map<LogApp, { logger: Logger; file: DailyFile }>();
  const open = (app: LogApp) => {
    const file = openDailyFile({ ...options, directory: join(options.directory, app), now: options.now ?? Date.now });
    const logger = pino(
      {
        level: options.level,
        base: null,
        messageKey: "message",
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { error: describeError },
        hooks: { streamWrite: escapeControls },
      },
      file,
    );
    opened.set(app, { logger, file });
    return logger;
  };
  return {
    of: (app) => opened.get(app)?.logger ?? open(app),
    flush: () => {
      for (const { file } of opened.values()) file.flush();
    },
    close: () => {
      for (const { file } of opened.values()) file.close();
      opened.clear();
    },
  };
}

type DailyFile = ReturnType<typeof openDailyFile>;

/**
 * Synchronous writes of gathered lines: they go to the page cache in microseconds, keep their order over midnight, and
 * what was logged before a crash is there after it.
 */
function openDailyFile({
  directory,
  retentionDays,
  now,
}: {
  directory: string;
  retentionDays: number;
  now: () => number;
}) {
  let day = Math.floor(now() / dayMilliseconds);
  let file = open();
  let gathered = "";

  function open(): number {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    deleteOld(directory, day - retentionDays);
    return openSync(join(directory, `${dateOf(day)}.log`), "a", 0o600);
  }
  function flush(): void {
    const lines = gathered;
    gathered = "";
    try {
      if (lines !== "") writeSync(file, lines);
    } catch {
      // A full disk loses log lines, never a request.
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
      }
      gathered += line;
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

function deleteOld(directory: string, oldestDay: number): void {
  const oldest = dateOf(oldestDay);
  for (const name of readdirSync(directory)) {
    if (/^\d{4}-\d{2}-\d{2}\.(.+\.)?log$/.test(name) && name.slice(0, 10) < oldest) {
      rmSync(join(directory, name), { force: true });
    }
  }
}

function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

// What JSON leaves as it is: DEL and C1 (a terminal takes U+009B for ESC [), and what some readers take for a new line.
const controls = /[\u007f-\u009f\u2028\u2029]/g;

function escapeControls(line: string): string {
  return line.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What may be said of an error in a log: its kind, words and place, never the values of a statement or a token. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: redact(String(error)) };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...("code" in error && (typeof error.code === "string" || typeof error.code === "number") && { code: error.code }),
    message: redact(error.message),
    stack: frames.slice(0, framesMax).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < causesMax && { cause: describeError(error.cause, depth + 1) }),
  };
}

function redact(message: string): string {
  return (
    message
      // Drizzle puts a statement's parameters after the statement.
      .replace(/\nparams: [\s\S]*$/, "")
      // Tokens, hashes and keys are long runs of base64url or hex.
      .replace(/\beyJ[\w.-]+|[\w=+/-]{32,}/g, "[redacted]")
      .replace(/\/\/[^\s/@]+@/g, "//[redacted]@")
  );
}
