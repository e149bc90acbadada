import { sendReset } from "@daymark/api/account/send-reset";
import { createMailSeal, createOutbox, type SendResetJob } from "@daymark/api/host/outbox";
import type { Log } from "@daymark/api/procedure/context";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Database } from "@daymark/db/connection/client";

interface ResetDeps {
  db: Database;
  limits: Limits;
  secretKey: string | Uint8Array;
  publicUrl: string;
  log: Log;
}

/** Contains only a code, because messages of the database contain the address. */
class ResetFailed extends Error {
  override readonly name = "ResetFailed";
}

/**
 * Sends the mail for a new password, which the user requested earlier.
 *
 * @param isLastAttempt whether the job gives up after a failure; such a request is stored in no table
 * @throws ResetFailed if the queue must retry the job
 */
export async function answerReset(deps: ResetDeps, job: SendResetJob, isLastAttempt: boolean): Promise<void> {
  const { db, limits, log, publicUrl, secretKey } = deps;
  try {
    const request = createMailSeal(secretKey).openRequest(job.request);
    const outbox = createOutbox({ publicUrl, secretKey });
    await sendReset({ db, outbox, limits, now: Date.now }, request);
  } catch (error) {
    const code = error instanceof Error ? error.name : "Error";
    log.warn(
      { code },
      isLastAttempt ? "a request for a new password was given up" : "a request for a new password waits",
    );
    if (!isLastAttempt) throw new ResetFailed(code);
  }
}
