import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { SqliteAnswer, SqliteCell, SqliteRequest } from "./sqlite-messages.ts";

/** No SQLite database, a damaged one, or one that takes too long to read. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
}

/** The tables of an SQLite database that a user sent. Names are in lower case. */
export interface SqliteFile extends AsyncDisposable {
  /** The number that the app counts up when it changes its tables (`PRAGMA user_version`). */
  version: number;
  /** The columns of each table. Virtual tables and tables with generated columns are left out. */
  tables: ReadonlyMap<string, readonly string[]>;
  /**
   * Reads a table, one call at a time.
   *
   * @param columns a column that the table lacks is null in each row
   * @param orderBy columns that the table lacks are left out
   * @throws SqliteError; the reason of the signal
   */
  rows: (
    table: string,
    columns: readonly string[],
    orderBy?: readonly string[],
  ) => AsyncGenerator<readonly SqliteCell[], void>;
}

/** The first bytes of each SQLite database, https://sqlite.org/fileformat.html#magic_header_string */
const magic = Buffer.from("SQLite format 3\u0000");

export function isSqlite(file: Uint8Array): boolean {
  return magic.equals(file.subarray(0, magic.length));
}

/** A database of 20 MB is read in a few seconds. Other imports wait meanwhile. */
const millisecondsMax = 15_000;

/** Beside this file, and beside the built server. */
const program = join(import.meta.dirname, `sqlite-process${extname(import.meta.filename)}`);

/**
 * Opens an SQLite database in a separate process, which ends when the file is disposed, when the signal aborts, or
 * after 15 seconds.
 *
 * @throws SqliteError; the reason of the signal
 */
export async function openSqlite(
  file: Uint8Array,
  { signal: given, timeout = millisecondsMax }: { signal?: AbortSignal | undefined; timeout?: number } = {},
): Promise<SqliteFile> {
  given?.throwIfAborted();
  const child = fork(program, {
    serialization: "advanced",
    env: {},
    execArgv: ["--max-old-space-size=128"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Each request handles its own error. Between two requests, there may be no listener.
  child.on("error", () => undefined);
  const isOver = AbortSignal.any([AbortSignal.timeout(timeout), ...(given ? [given] : [])]);
  const ask = async (request: SqliteRequest): Promise<SqliteAnswer> => {
    try {
      return await answerOf(child, request, isOver);
    } catch (error) {
      given?.throwIfAborted();
      throw new SqliteError("the database could not be read", { cause: error });
    }
  };
  const close = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  try {
    const answer = await ask({ file });
    if (!("tables" in answer)) throw new SqliteError("error" in answer ? answer.error : "unexpected answer");
    return {
      version: answer.version,
      tables: new Map(Object.entries(answer.tables)),
      async *rows(table, columns, orderBy = []) {
        let request: SqliteRequest = { table, columns, orderBy };
        for (;;) {
          const batch = await ask(request);
          if (!("rows" in batch)) throw new SqliteError("error" in batch ? batch.error : "unexpected answer");
          yield* batch.rows;
          if (batch.isLast) return;
          request = { more: true };
        }
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function answerOf(child: ChildProcess, request: SqliteRequest, isOver: AbortSignal): Promise<SqliteAnswer> {
  isOver.throwIfAborted();
  const ended = new AbortController();
  const signal = AbortSignal.any([isOver, ended.signal]);
  const end = () => ended.abort(new Error("the process that reads the database ended"));
  child.once("exit", end).once("error", end);
  try {
    const answered = once(child, "message", { signal });
    child.send(request, (error) => {
      if (error) ended.abort(error);
    });
    const [answer] = await answered;
    return answer as SqliteAnswer;
  } finally {
    child.off("exit", end).off("error", end);
  }
}
