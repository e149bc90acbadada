import type { Entry } from "@daymark/domain/tracking/progress";
import { problemOf } from "../../../../lib/network/problem.ts";
import type { WaitingLogItem } from "./waiting.ts";

/** Sends entries of logs; every call throws if it fails. */
export interface LogTransport {
  /** Adds an entry and returns its day. A second call with the same id adds nothing. */
  createLogItem(item: WaitingLogItem["item"] & { habitId: number; day: string }): Promise<Entry>;
}

/**
 * Adds a waiting entry to its day. If the user has moved to a zone where its time is on another day, the day counts and the
 * time is lost, as with every value that was recorded without a connection.
 *
 * @returns the day with the entry
 */
export async function syncLogItem(transport: LogTransport, { habitId, day, item }: WaitingLogItem): Promise<Entry> {
  try {
    return await transport.createLogItem({ ...item, habitId, day });
  } catch (error) {
    const isOffDay = problemOf(error)?.errors?.at?.some(({ code }) => code === "at_not_on_day");
    if (!isOffDay) throw error;
    return transport.createLogItem({ ...item, at: null, habitId, day });
  }
}
