import {
  createConcurrencyLimit,
  createConcurrencyLimitPerKey,
  type WatchClient,
} from "@daymark/auth/concurrency/concurrency-limit";
import { ApiError } from "../base/error.ts";

/** The client that reads an export. */
export interface Reader {
  /** Bytes that the export has handed to the client. */
  bytes: number;
  /** Whether the export waits for the client to read. */
  isWaitedFor: boolean;
  /** Aborts the export. */
  end: () => void;
}

/** Who exports, and the network of the client (`siteNetworkOf`). */
export interface Exporter {
  userId: number;
  network: string;
  /** Ends the wait for a turn when the client leaves. */
  watchClient?: WatchClient | undefined;
}

export interface ExportLimits {
  /** The number of parallel exports. Each holds a connection and a snapshot of the database. */
  atOnceMax: number;
  /** Exports of one client network that run or wait for a common turn. Less than `atOnceMax`, so that others have a turn. */
  atOnceOfNetworkMax: number;
  /** A reader below this rate for `slowSecondsMax` may lose its turn to a call that waits. */
  bytesPerSecondMin: number;
  slowSecondsMax: number;
  /** After this time, an export that waits for its reader may lose its turn to a call that waits. */
  ownSecondsMax: number;
}

export interface ExportQueue {
  /**
   * @throws ApiError `too_many_requests` during another export of the user; QueueFull if too many calls wait, or this
   *   one waited too long; ClientLeft if the client leaves while it waits
   */
  run(exporter: Exporter, reader: Reader, send: () => Promise<void>): Promise<void>;
  /** Measures each reader and breaks off exports while others wait. A timer calls it once a second during exports. */
  checkRates(): void;
}

const defaultLimits: ExportLimits = {
  atOnceMax: 3,
  atOnceOfNetworkMax: 2,
  bytesPerSecondMin: 64_000,
  slowSecondsMax: 5,
  ownSecondsMax: 15,
};
/** The wait is longer than most exports of ten years take, so that prompt readers of three large accounts do not make other exports fail. */
const waiters = { waitingMax: 20, waitingMillisecondsMax: 60_000 };
const ofUserRetrySeconds = 10;

/**
 * Limits exports: one at a time for a user, some for a client network, and some for all users. A call that waits gets the
 * turn of the slowest reader, else of the export that has run for longest, so that clients that read slowly cannot
 * block others (decision 50).
 */
export function createExportQueue(changedLimits: Partial<ExportLimits> = {}): ExportQueue {
  const limits = { ...defaultLimits, ...changedLimits };
  const inTurn = createConcurrencyLimit({ atOnceMax: limits.atOnceMax, ...waiters });
  const inTurnOfNetwork = createConcurrencyLimitPerKey<string>({ atOnceMax: limits.atOnceOfNetworkMax, ...waiters });
  const users = new Set<number>();
  const waiting = new Set<Waiting>();
  const sent = new Set<SentFile>();
  let timer: NodeJS.Timeout | undefined;

  async function runInTurns(
    { network, watchClient }: Exporter,
    reader: Reader,
    send: () => Promise<void>,
  ): Promise<void> {
    const call: Waiting = { network, isForNetwork: true };
    waiting.add(call);
    try {
      const ofNetwork = () => {
        call.isForNetwork = false;
        return inTurn(ofAll, watchClient);
      };
      const ofAll = () => {
        waiting.delete(call);
        return sendMeasured(network, reader, send);
      };
      await inTurnOfNetwork(network, ofNetwork, watchClient);
    } finally {
      waiting.delete(call);
    }
  }

  async function sendMeasured(network: string, reader: Reader, send: () => Promise<void>): Promise<void> {
    const file: SentFile = { reader, network, ownSeconds: 0, bytes: 0, seconds: 0, rate: Number.POSITIVE_INFINITY };
    sent.add(file);
    timer ??= setInterval(checkRates, 1_000).unref();
    try {
      await send();
    } finally {
      sent.delete(file);
      if (sent.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  }

  function checkRates(): void {
    for (const file of sent) measure(file, limits.slowSecondsMax);
    const isSlow = ({ rate }: SentFile) => rate < limits.bytesPerSecondMin;
    const isLong = ({ reader, ownSeconds }: SentFile) => reader.isWaitedFor && ownSeconds > limits.ownSecondsMax;
    const slow = [...sent].filter(isSlow).sort((a, b) => a.rate - b.rate);
    const long = [...sent].filter(isLong).sort((a, b) => b.ownSeconds - a.ownSeconds);
    const losing = new Set([...slow, ...long]);
    for (const { network, isForNetwork } of waiting) {
      // A call that waits for its own network gains nothing from the end of another network's export.
      const file = [...losing].find((other) => !isForNetwork || other.network === network);
      if (!file) continue;
      losing.delete(file);
      file.reader.end();
    }
  }

  return {
    async run(exporter, reader, send) {
      const { userId } = exporter;
      if (users.has(userId)) throw new ApiError("too_many_requests", { retryAfterSeconds: ofUserRetrySeconds });
      users.add(userId);
      try {
        await runInTurns(exporter, reader, send);
      } finally {
        users.delete(userId);
      }
    },
    checkRates,
  };
}

/** The exports of this process. */
export const exportQueue = createExportQueue();

/** A call without a turn: it waits for one of its network first, and then for a common one. */
interface Waiting {
  network: string;
  isForNetwork: boolean;
}

interface SentFile {
  reader: Reader;
  network: string;
  /** Checks since the export began. */
  ownSeconds: number;
  /** The reader's bytes at the start of the window of measurement, and the seconds since then. */
  bytes: number;
  seconds: number;
  /** Bytes per second in the last complete window. Infinite before the first measurement, so that a new reader is not slow. */
  rate: number;
}

function measure(file: SentFile, windowSeconds: number): void {
  const { reader } = file;
  file.ownSeconds += 1;
  file.seconds += 1;
  // A slow database does not make its reader slow.
  const isBlameless = !reader.isWaitedFor;
  if (!isBlameless && file.seconds < windowSeconds) return;
  file.rate = isBlameless ? Number.POSITIVE_INFINITY : (reader.bytes - file.bytes) / file.seconds;
  file.bytes = reader.bytes;
  file.seconds = 0;
}
