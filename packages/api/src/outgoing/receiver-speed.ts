import { type SQL, sql } from "drizzle-orm";
import type { OutgoingAnswer } from "./outgoing.ts";

/** A receiver that takes longer than this for an answer is slow, be the answer a success or not. */
const slowMilliseconds = 2_000;

/**
 * Flags of the queue for jobs that call an address which a user typed. The worker keeps places free of them, so that
 * slow receivers, however many accounts own them, do not delay the messages of receivers that answered promptly.
 */
export const newReceiverFlag = "new_receiver";
export const slowReceiverFlag = "slow_receiver";

/** The flags of a running job, as the queue gives them. */
export type JobFlags = Readonly<Record<string, true>> | null;

/** The queue runs the lowest number first. */
export const promptPriority = 0;
/** Receivers that fail or are slow wait for those that answer promptly. */
export const latePriority = 10;

/**
 * The flags of a job, as an argument of the queue's `add_job`.
 *
 * @param answersSlowly the column of that name, which is null until the receiver has answered once
 */
export function flagsOf(answersSlowly: SQL): SQL {
  return sql`case when ${answersSlowly} is null then array[${newReceiverFlag}::text]
    when ${answersSlowly} then array[${slowReceiverFlag}::text] end`;
}

/** Whether the receiver took too long for a place that is kept for prompt ones. */
export function isSlow({ durationMilliseconds }: OutgoingAnswer): boolean {
  return durationMilliseconds > slowMilliseconds;
}

/**
 * Whether a job runs in a place that is kept free of slow receivers although its receiver has become slow since the job
 * was enqueued.
 */
export function isMisplaced(answersSlowly: boolean | null, flags: JobFlags): boolean {
  return answersSlowly === true && flags?.[slowReceiverFlag] !== true;
}
