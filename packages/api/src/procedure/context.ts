import type { Client } from "@daymark/auth/client/device";
import type { Network } from "@daymark/auth/client/network";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import type { Captcha } from "@daymark/auth/limits/captcha";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Oauth } from "@daymark/auth/oauth/oauth";
import type { OauthStates } from "@daymark/auth/oauth/oauth-state";
import type { TwoFactor } from "@daymark/auth/second-factor/two-factor";
import type { Caller, CallingUser, SessionCaller } from "@daymark/auth/session/caller";
import type { Sessions } from "@daymark/auth/session/session";
import type { Database } from "@daymark/db/connection/client";
import { todayIn } from "@daymark/domain/base/day";
import type { ErrorKey } from "@daymark/domain/base/errors";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import type { Language } from "@daymark/domain/text/language";
import type { DataFiles } from "../host/data-files.ts";
import type { Live } from "../host/live-hub.ts";
import type { LogFiles } from "../host/log-files.ts";
import type { Outbox } from "../host/outbox.ts";
import type { Push } from "../host/push.ts";
import type { Switches } from "../host/switches.ts";
import type { Tally } from "../host/tally.ts";
import type { Uploads } from "../host/uploads.ts";
import type { RunOnce } from "./run-once.ts";

/** What a procedure is given, whichever transport it was called by. */
export interface Context {
  db: Database;
  /**
   * For costly reads that hold no lock and belong to no transaction of writes: a replica where there is one that has all
   * that was committed before they began, else `db` (db/src/replica.ts).
   */
  replica: Database;
  /** Connections for work of seconds: files, imports and reads of whole histories. So `db` has short statements alone. */
  longWorkDb: Database;
  /** Connections that all client networks share for calls beyond the few of each that `db` serves at once. */
  overflowDb: Database;
  /**
   * Dedicated connections, which are part of no call's transaction: for a change that must stay even if a call with an
   * Idempotency-Key fails and its transaction is rolled back.
   */
  separateDb: Database;
  sessions: Sessions;
  twoFactor: TwoFactor;
  outbox: Outbox;
  push: Push;
  /** Third parties one can log in with. */
  oauth: Oauth;
  oauthStates: OauthStates;
  captcha: Captcha;
  /** How often what is tried: see limit.ts. */
  limits: Limits;
  network: Pick<Network, "policy">;
  live: Live;
  pageCache: PageCache;
  uploads: Uploads;
  switches: Switches;
  dataFiles: DataFiles;
  logFiles: LogFiles;
  /** What admins are told of that leaves no row. */
  tally: Pick<Tally, "addEntry" | "addImported">;
  /** Who calls: the user of a valid access token or API key, or null for a guest. */
  caller: Caller | null;
  /** Set by the host for a call with an Idempotency-Key. */
  runOnce?: RunOnce;
  /** Set by the host, so that no caller takes all connections of the database. */
  inTurn?: InTurn;
  /** Set by the host, for long work that ends when nobody waits for its answer any more. */
  watchClient?: WatchClient;
  /**
   * Set by the host, for a call that has waited: checks that the caller's session or API key still stands.
   *
   * @throws ApiError the refusal of a token that has ended; unavailable if the caller's rights or plan have changed, so that the
   *   call is judged anew when the client repeats it
   */
  confirmCaller?: () => Promise<void>;
  /** Set by the host for all calls of a request together. */
  answerBudget?: AnswerBudget;
  /** Why the Authorization header names no caller; null where it names one, or where the request has no such header. */
  refusal: ErrorKey | null;
  /** Of the request, for mails; answers carry codes. */
  language: Language;
  /** IANA name given with the request, null where none was. */
  timezone: string | null;
  client: Client;
  /** How the calling page names itself among the pages of its user, null where it does not. */
  origin: string | null;
  /** Milliseconds since the epoch; tests move it. */
  now: () => number;
  log: Log;
  /** Of what admins do. */
  adminLog: Log;
}

/** What a call is told when its turn comes. */
export interface Turn {
  hasWaited: boolean;
  /** Whether its client network has so many calls at once that this one uses `overflowDb`. */
  isOverflow: boolean;
}

/** Runs a call when its caller has a turn. */
export type InTurn = <Result>(work: (turn: Turn) => Promise<Result>) => Promise<Result>;

/** Bounds the answers of the calls in one request together, which are kept until all of them are there. */
export interface AnswerBudget {
  /**
   * Before a call runs, because reading an answer that does not fit takes time, too.
   *
   * @throws ApiError payload_too_large if nothing is left
   */
  assertLeft(): void;
  /**
   * Counts an answer until the reply is sent. The first answer always fits, as it would without a batch.
   *
   * @returns what the call answers with: the answer, or a text that the host replaces by the answer
   * @throws ApiError payload_too_large if it is one too many
   */
  take(answer: unknown): unknown;
}

/** The public pages that all nodes keep as rendered. */
export interface PageCache {
  /** To be called when a change is through: pages made of it are rendered anew, here at once, elsewhere a moment later. */
  invalidate(topics: readonly PageTopic[]): void;
}

/** What a procedure about the account itself is given: it is called by a session, never by an API key. */
export type AccountContext = Context & SessionCaller;

/** What a procedure of admins is given. */
export type StaffContext = Context & { user: CallingUser };

/** What of a call a change of the blog needs: who makes it, and when. */
export type Writing = Pick<Context, "db" | "now"> & { user: Pick<CallingUser, "id"> };

/** The part of the host's logger that procedures use. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Today for the caller: by the request's timezone, else the stored one, else UTC, minus the day-start hour. */
export function callersToday(ctx: Pick<Context, "timezone" | "now"> & { user: CallingUser }): string {
  return todayIn(ctx.now(), ctx.timezone ?? ctx.user.timezone ?? "UTC", ctx.user.day_start_hour);
}
