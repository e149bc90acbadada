import { createTurns } from "@daymark/auth/turn";
import { ApiError } from "../error.ts";

/** The client that reads an export. */
export interface Reader {
  /** Bytes that the export has handed to the client. */
  bytes: number;
  /** Whether the export waits for the client to read. */
  isWaitedFor: boolean;
  /** Breaks off the export. */
  end: () => void;
}

export interface ExportLimits {
  /** Exports at once. Each holds a connection and a snapshot of the database. */
  atOnceMax: number;
  /** A reader below this rate for `slowSecondsMax` may lose its turn to a call that waits. */
  bytesPerSecondMin: number;
  slowSecondsMax: number;
}

export interface ExportTurns {
  /**
   * @throws ApiError `too_many_requests` during another export of the user; QueueFull if too many calls wait, or this one
   *   waited too long
   */
  run(userId: number, reader: Reader, send: () => Promise<void>): Promise<void>;
  /** Measures each reader and breaks off slow ones while others wait. A timer calls it once a second during exports. */
  checkRates(): void;
}

const defaultLimits: ExportLimits = { atOnceMax: 3, bytesPerSecondMin: 64_000, slowSecondsMax: 5 };
const waiters = { waitingMax: 20, waitingMillisecondsMax: 10_000 };
const ofUserRetrySeconds = 10;

/**
 * Limits exports: one at a time for a user, and some for all users. A call that waits gets the turn of the slowest reader,
 * so that clients that read very slowly cannot block others (decision 50).
 */
export function createExportTurns(changedLimits: Partial<ExportLimits> = {}): ExportTurns {
  const limits = { ...defaultLimits, ...changedLimits };
  const inTurn = createTurns({ atOnceMax: limits.atOnceMax, ...waiters });
  const users = new Set<number>();
  const sent = new Set<SentFile>();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;

  async function runOfUser(reader: Reader, send: () => Promise<void>): Promise<void> {
    const file: SentFile = { reader, bytes: 0, seconds: 0, rate: Number.POSITIVE_INFINITY };
    let isWaiting = true;
    const begin = () => {
      if (isWaiting) waiting--;
      isWaiting = false;
    };
    waiting++;
    try {
      await inTurn(async () => {
        begin();
        sent.add(file);
        timer ??= setInterval(checkRates, 1_000).unref();
        await send();
      });
    } finally {
      begin();
      sent.delete(file);
      if (sent.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  }

  function checkRates(): void {
    for (const file of sent) measure(file, limits.slowSecondsMax);
    const slow = [...sent].filter(({ rate }) => rate < limits.bytesPerSecondMin).sort((a, b) => a.rate - b.rate);
    for (const { reader } of slow.slice(0, waiting)) reader.end();
  }

  return {
    async run(userId, reader, send) {
      if (users.has(userId)) throw new ApiError("too_many_requests", { retryAfterSeconds: ofUserRetrySeconds });
      users.add(userId);
      try {
        await runOfUser(reader, send);
      } finally {
        users.delete(userId);
      }
    },
    checkRates,
  };
}

/** The exports of this process. */
export const exportTurns = createExportTurns();

interface SentFile {
  reader: Reader;
  /** The reader's bytes at the start of the window of measurement, and the seconds since then. */
  bytes: number;
  seconds: number;
  /** Bytes per second in the last complete window. Infinite before the first measurement, so that a new reader is not slow. */
  rate: number;
}

function measure(file: SentFile, windowSeconds: number): void {
  const { reader } = file;
  file.seconds += 1;
  // A slow database does not make its reader slow.
  const isBlameless = !reader.isWaitedFor;
  if (!isBlameless && file.seconds < windowSeconds) return;
  file.rate = isBlameless ? Number.POSITIVE_INFINITY : (reader.bytes - file.bytes) / file.seconds;
  file.bytes = reader.bytes;
  file.seconds = 0;
}
