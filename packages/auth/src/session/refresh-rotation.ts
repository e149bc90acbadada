import {
  rememberedSessionAgeMaxSeconds,
  rememberedSessionTtlSeconds,
  sessionTtlSeconds,
} from "@daymark/domain/account/auth";
import type { RefreshClaims } from "./session-token.ts";

/** For as long after its first exchange a refresh token gives its successor again, used or not: parallel tabs. */
const graceSeconds = 30;

/** What a session's row says of its refresh tokens. */
export interface RefreshState {
  id: string;
  userId: number;
  remember_me: boolean;
  created_at: Date;
  /** Which refresh token is the present one. */
  generation: number;
  /** When it took its predecessor's place; null for the first. */
  rotated_at: Date | null;
  /** Whether it was ever exchanged. */
  generation_used: boolean;
}

/**
 * What a refresh token is to its session. Its immediate predecessor serves for a while after its exchange, and for as
 * long as the present one is unused, because the reply that brought it may have been lost. Whatever is older was stolen,
 * by who shows it or by who rotated it (RFC 9700 4.14.2).
 */
export function judgeRefresh(
  generation: number,
  state: RefreshState,
  now: number,
): "present" | "predecessor" | "theft" {
  if (generation === state.generation) return "present";
  if (generation !== state.generation - 1 || !state.rotated_at) return "theft";
  const isWithinGrace = now < state.rotated_at.getTime() + graceSeconds * 1000;
  return isWithinGrace || !state.generation_used ? "predecessor" : "theft";
}

/** The claims of the present refresh token: of the row alone, so that the same row gives the same token again. */
export function presentRefresh(state: RefreshState): RefreshClaims & { issuedAt: number } {
  const issuedAt = (state.rotated_at ?? state.created_at).getTime();
  return {
    userId: state.userId,
    sessionId: state.id,
    generation: state.generation,
    issuedAt,
    expiresAt: sessionEnd(state, issuedAt).getTime(),
  };
}

/**
 * When a session ends that is refreshed at `now` and not again: a day after the log-in, or, where it is remembered,
 * 30 days after `now`, and at most 180 days after the log-in.
 */
export function sessionEnd({ created_at, remember_me }: Pick<RefreshState, "created_at" | "remember_me">, now: number) {
  const createdAt = created_at.getTime();
  if (!remember_me) return new Date(createdAt + sessionTtlSeconds * 1000);
  const sliding = now + rememberedSessionTtlSeconds * 1000;
  return new Date(Math.min(sliding, createdAt + rememberedSessionAgeMaxSeconds * 1000));
}
