import type { Caller, CallingUser, SessionCaller } from "@daymark/auth/caller";
import type { Captcha } from "@daymark/auth/captcha";
import type { Client } from "@daymark/auth/device";
import type { Limits } from "@daymark/auth/limit";
import type { Network } from "@daymark/auth/network";
import type { Oauth } from "@daymark/auth/oauth";
import type { OauthStates } from "@daymark/auth/oauth-state";
import type { Sessions } from "@daymark/auth/session";
import type { TwoFactor } from "@daymark/auth/two-factor";
import type { Database } from "@daymark/db/client";
import { todayIn } from "@daymark/domain/day";
import type { ErrorKey } from "@daymark/domain/errors";
import type { Language } from "@daymark/domain/language";
import type { Outbox } from "./mail/outbox.ts";

/** What a procedure is given, whichever transport it was called by. */
export interface Context {
  db: Database;
  sessions: Sessions;
  twoFactor: TwoFactor;
  outbox: Outbox;
  /** Third parties one can log in with. */
  oauth: Oauth;
  oauthStates: OauthStates;
  captcha: Captcha;
  /** How often what is tried: see limit.ts. */
  limits: Limits;
  network: Pick<Network, "policy">;
  /** Who calls: the user of a valid access token or API key, or null for a guest. */
  caller: Caller | null;
  /** Why there is no caller: what a procedure that needs one answers. */
  refusal: ErrorKey;
  /** Of the request, for mails; answers carry codes. */
  language: Language;
  /** IANA name given with the request, null where none was. */
  timezone: string | null;
  client: Client;
  /** Milliseconds since the epoch; tests move it. */
  now: () => number;
  log: Log;
}

/** What a procedure about the account itself is given: it is called by a session, never by an API key. */
export type AccountContext = Context & SessionCaller;

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
