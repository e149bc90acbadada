import { users } from "@daymark/db/schema/user";
import type { ApiKeyScope } from "@daymark/domain/account/api-key";
import type { AppResource } from "@daymark/domain/account/connected-app";
import type { GrantedPlan } from "@daymark/domain/account/plan";
import type { Language } from "@daymark/domain/text/language";
import type { TokenRefusal } from "./session-token.ts";

/**
 * The columns of a user that procedures need on every call. They come from the database, never from the token. The
 * object is shared and never changed.
 */
export type CallingUser = Readonly<{
  id: number;
  username: string;
  email_verified: boolean;
  is_staff: boolean;
  /** What the user may use: the plan of the account, if the installation has plans. */
  plan: GrantedPlan;
  language: Language;
  timezone: string | null;
  day_start_hour: number;
  /** Whether changes of the user's habits and days may concern a webhook. */
  has_webhooks: boolean;
}>;

/** The columns of a {@link CallingUser}; a migration's trigger names them too (docs/decisions/0009). */
export const callingUserColumns = {
  id: users.id,
  username: users.username,
  email_verified: users.email_verified,
  is_staff: users.is_staff,
  plan: users.plan,
  language: users.language,
  timezone: users.timezone,
  day_start_hour: users.day_start_hour,
  has_webhooks: users.has_webhooks,
} satisfies Record<keyof CallingUser, unknown>;

/** The caller: a user by the session of an access token, by an API key, or by the token of a connected application. */
export type Caller = SessionCaller | KeyCaller;

export interface SessionCaller {
  readonly user: CallingUser;
  readonly session: Readonly<{ id: string; remember_me: boolean; fresh_until: Date }>;
  readonly key?: undefined;
}

export interface KeyCaller {
  readonly user: CallingUser;
  readonly session?: undefined;
  readonly key: Readonly<{
    /** Of the API key, or of the connected application if there is a resource. */
    id: number;
    scopes: readonly ApiKeyScope[];
    /** The only part of the server that the token of a connected application is for. An API key has none. */
    resource?: AppResource;
  }>;
}

/** A session's id and its user. */
export interface SessionName {
  sessionId: string;
  userId: number;
}

/** Why a token is refused: a key of the error table. */
export type SessionRefusal = TokenRefusal | "session_terminated";
