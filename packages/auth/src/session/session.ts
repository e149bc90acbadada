import type { Database } from "@daymark/db/connection/client";
import type { PlanMode } from "@daymark/domain/account/plan";
import { createActivity } from "../user/activity.ts";
import { createAuthentication } from "./authentication.ts";
import { createCallers } from "./callers.ts";
import { createLogOut } from "./log-out.ts";
import { createTokens } from "./session-token.ts";
import { createStepUp } from "./step-up.ts";
import { createTokenIssuance } from "./token-issuance.ts";

/** The interval between two writes of the last activity. */
const flushMilliseconds = 60_000;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions are rows, and every token refers to one: deleting the row ends all its tokens, on every node, at once.
 *
 * @param deps.db for what belongs to no call's turn: reading callers, which comes before the turn, and writing activity
 * @param deps.secretKey SECRET_KEY as configured
 * @param deps.listenUrl the URL of the same database, not of a pooler
 * @param deps.plans PLANS; on by default
 * @param deps.now milliseconds since the epoch; the times of rows and tokens go by it
 */
export function createSessions(deps: {
  db: Database;
  listenUrl: string;
  secretKey: string | Uint8Array;
  plans?: PlanMode;
  now?: () => number;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}) {
  const { db, listenUrl, log, plans = "on", now = Date.now } = deps;
  const tokens = createTokens(deps.secretKey);
  const activity = createActivity(db);
  const callers = createCallers({ db, listenUrl, now, plans, onKeyUse: activity.noteUser });
  const timer = setInterval(() => {
    callers.sweep();
    void flush();
  }, flushMilliseconds).unref();

  /** Writes which sessions and users were active, and on which day; also runs once a minute. */
  function flush(): Promise<void> {
    return activity
      .flush()
      .catch((error) => log.error({ error }, "the last activity of sessions could not be written"));
  }

  return {
    ...createTokenIssuance({ tokens, callers, now, log }),
    ...createAuthentication({ tokens, callers, activity, now }),
    ...createStepUp({ callers, now }),
    ...createLogOut({ tokens, callers, now }),
    forget: callers.forget,
    flush,
    listening: callers.listening,
    async close(): Promise<void> {
      clearInterval(timer);
      callers.switchOff();
      await flush();
      await callers.close();
    },
  };
}
