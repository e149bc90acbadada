import type { Client } from "@daymark/auth/client/device";
import type { Network } from "@daymark/auth/client/network";
import type { WatchClient } from "@daymark/auth/concurrency/concurrency-limit";
import type { WebhookSecrets } from "@daymark/auth/crypto/webhook-secret";
import type { Captcha } from "@daymark/auth/limits/captcha";
import type { Limits } from "@daymark/auth/limits/rate-limit";
import type { Oauth } from "@daymark/auth/oauth/oauth";
import type { OauthStates } from "@daymark/auth/oauth/oauth-state";
import type { ProviderSessions } from "@daymark/auth/oauth/provider-session";
import type { TwoFactor } from "@daymark/auth/second-factor/two-factor";
import type { Caller, CallingUser, SessionCaller } from "@daymark/auth/session/caller";
import type { Sessions } from "@daymark/auth/session/session";
import type { Database } from "@daymark/db/connection/client";
import { todayIn } from "@daymark/domain/base/day";
import type { ErrorKey } from "@daymark/domain/base/errors";
import type { Language } from "@daymark/domain/text/language";
import type { DataFiles } from "../host/data-files.ts";
import type { Installation } from "../host/installation.ts";
import type { Live } from "../host/live-hub.ts";
import type { LogFiles } from "../host/log-files.ts";
import type { Outbox } from "../host/outbox.ts";
import type { PageCache } from "../host/page-cache.ts";
import type { Push } from "../host/push.ts";
import type { Switches } from "../host/switches.ts";
import type { Tally } from "../host/tally.ts";
import type { Uploads } from "../host/uploads.ts";
import type { InstallationFacts } from "../installation/facts.ts";
import type { Setup } from "../installation/setup.ts";
import type { Notifier } from "../outgoing/notifier.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { RunOnce } from "./run-once.ts";

/** What a procedure receives, whether the client called it over tRPC or REST. */
export interface Context {
  /** Shared by all calls. One member, because tRPC copies the context for each guard. */
  services: Services;
  /** The connections of this call, or the transaction that it runs in. */
  db: Database;
  /** The user of a valid access token or API key; null for a guest. */
  caller: Caller | null;
  /** Set by the host for a call with an Idempotency-Key. */
  runOnce?: RunOnce;
  /** Set by the host, so that no caller uses all database connections. */
  inTurn?: InTurn;
  /** Set by the host. It ends long work when the client has disconnected. */
  watchClient?: WatchClient;
  /**
   * Set by the host, for a call that has waited. It checks that the caller's session or API key is still valid.
   *
   * @throws ApiError the refusal of an expired or revoked token; unavailable if the caller's rights or plan have
   *   changed, so that the client repeats the call and the guard checks it again
   */
  confirmCaller?: () => Promise<void>;
  /** Set by the host for all calls of a request together. */
  answerBudget?: AnswerBudget;
  /** Why the Authorization header is refused; null if it is valid, or if the request has none. */
  refusal: ErrorKey | null;
  /**
   * The address of the user whom a trusted proxy names (AUTH_PROXY_HEADER), normalised; null if there is none. It alone
   * logs no user in: see oauth/proxy-log-in.ts.
   */
  proxyUser: string | null;
  /** The request's language, for mails. Answers carry codes, which the client translates. */
  language: Language;
  /** The IANA timezone that the request names; null if it names none. */
  timezone: string | null;
  client: Client;
  /** The id that the calling page gives itself among the open pages of its user; null if it gives none. */
  origin: string | null;
  /** Milliseconds since the epoch; tests move it. */
  now: () => number;
  log: Log;
  /** For the actions of admins. */
  adminLog: Log;
}

/** The part of a context that a function needs, if it uses only these services. */
export type Using<Name extends keyof Services> = { services: Pick<Services, Name> };

/** What the host provides to all calls alike. */
export interface Services {
  installation: Installation;
  /** For the page that says what is not well. */
  facts: InstallationFacts;
  /**
   * For costly reads that hold no lock and belong to no transaction of writes. It is a replica that has everything
   * committed before the read began; without such a replica it is `db` (db/src/replica.ts).
   */
  replica: Database;
  /**
   * Connections for work that takes seconds: files, imports and reads of whole histories. So `db` runs only short
   * statements. Changes through secret addresses use them too, so that no busy network delays those of others.
   */
  longWorkDb: Database;
  /**
   * Connections that all client networks share. `db` serves a few calls of each network at once; the calls beyond that
   * use these.
   */
  overflowDb: Database;
  /**
   * Dedicated connections outside of the call's transaction. They are for a change that must persist even if a call
   * with an Idempotency-Key fails and its transaction is rolled back.
   */
  separateDb: Database;
  sessions: Sessions;
  twoFactor: TwoFactor;
  outbox: Outbox;
  push: Push;
  /** Calls addresses that users typed. */
  outgoing: Outgoing;
  webhookSecrets: WebhookSecrets;
  notifier: Notifier;
  /** The third parties that users can log in with. */
  oauth: Oauth;
  oauthStates: OauthStates;
  providerSessions: ProviderSessions;
  /** PASSWORD_LOGIN. */
  isPasswordLogInOn: boolean;
  captcha: Captcha;
  /** The rate limits, see rate-limit.ts. */
  limits: Limits;
  network: Network;
  live: Live;
  pageCache: PageCache;
  uploads: Uploads;
  switches: Switches;
  /** The first start in the browser. It has only `isOpen` if the server found an admin at its start. */
  setup: Setup | Pick<Setup, "isOpen">;
  dataFiles: DataFiles;
  logFiles: LogFiles;
  /** Counts of events that leave no row; admins see them in the statistics. */
  tally: Pick<Tally, "addEntry" | "addImported">;
}

/** What the queue tells a call when its turn comes. */
export interface Turn {
  hasWaited: boolean;
  /** Whether its client network already has so many parallel calls that this one uses `overflowDb`. */
  isOverflow: boolean;
}

/** Runs a call when its caller has a turn. */
export type InTurn = <Result>(work: (turn: Turn) => Promise<Result>) => Promise<Result>;

/** Bounds the total size of the answers in one batch. The server holds them in memory until all calls have answered. */
export interface AnswerBudget {
  /**
   * Called before a call runs, because even reading an answer that does not fit takes time.
   *
   * @throws ApiError payload_too_large if nothing is left
   */
  assertLeft(): void;
  /**
   * Counts an answer until the reply is sent. The first answer always fits, as it would without a batch.
   *
   * @returns the answer itself, or a placeholder text that the host replaces by the answer; a promise of it for a list of
   *   thousands of rows, which are counted in turns of the event loop
   * @throws ApiError payload_too_large if the answer exceeds the budget
   */
  take(answer: unknown): unknown;
}

/** What a procedure about the account itself receives. A session calls it, never an API key. */
export type AccountContext = Context & SessionCaller;

/** What a procedure for admins receives. */
export type StaffContext = Context & { user: CallingUser };

/** The part of the context that a change of the blog needs: the author, and the time. */
export type Writing = Pick<Context, "db" | "now"> & { user: Pick<CallingUser, "id"> };

/** The part of the host's logger that procedures use. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Today for the caller: in the request's timezone, else the stored one, else UTC, minus the day-start hour. */
export function callersToday(ctx: Pick<Context, "timezone" | "now"> & { user: CallingUser }): string {
  return todayIn(ctx.now(), ctx.timezone ?? ctx.user.timezone ?? "UTC", ctx.user.day_start_hour);
}
