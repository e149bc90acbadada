import {
  rememberedSessionAgeMaxSeconds,
  rememberedSessionTtlSeconds,
  sessionTtlSeconds,
} from "@daymark/domain/account/auth";
import type { RefreshClaims } from "./session-token.ts";

/**
 * How long after its first exchange a refresh token returns its successor again, even a used one: for parallel tabs.
 */
const graceSeconds = 30;

/** The refresh state in a session's row. */
export interface RefreshState {
  id: string;
  userId: number;
  remember_me: boolean;
  created_at: Date;
  /** The number of the present refresh token. */
  generation: number;
  /** When it replaced its predecessor; null for the first one. */
  rotated_at: Date | null;
  /** Whether a client has exchanged it. */
  generation_used: boolean;
}

/**
 * Classifies a refresh token. The immediate predecessor stays valid for a while after its exchange, and for as long as
 * the present token is unused, because the client may have lost the reply that contained it. Any older token means
 * theft: the client that sends it, or the client that rotated it, has stolen it (RFC 9700 4.14.2).
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

/**
 * The claims of the present refresh token. They depend on the row alone, so that the same row gives the same token
 * again.
 */
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
 * When a session ends if a client refreshes it at `now` and never again: a day after the log-in. A remembered session
 * ends 30 days after `now`, and at most 180 days after the log-in.
 */
export function sessionEnd({ created_at, remember_me }: Pick<RefreshState, "created_at" | "remember_me">, now: number) {
  const createdAt = created_at.getTime();
  if (!remember_me) return new Date(createdAt + sessionTtlSeconds * 1000);
  const sliding = now + rememberedSessionTtlSeconds * 1000;
  return new Date(Math.min(sliding, createdAt + rememberedSessionAgeMaxSeconds * 1000));
}
