import type { AppResource } from "@daymark/domain/account/connected-app";
import type { createActivity } from "../user/activity.ts";
import { hashApiKey } from "./api-key.ts";
import { hashAppSecret } from "./app-token.ts";
import type { KeyCaller, SessionCaller, SessionRefusal } from "./caller.ts";
import type { Callers } from "./callers.ts";
import type { Tokens } from "./session-token.ts";

/** Finds the caller of a session's access token, of an API key or of an application's access token. */
export function createAuthentication(deps: {
  tokens: Tokens;
  callers: Callers;
  activity: ReturnType<typeof createActivity>;
  now: () => number;
}) {
  const { tokens, callers, activity, now } = deps;
  return {
    /** The caller of an access token, or the key of the error table that refuses it. */
    async authenticate(accessToken: string): Promise<SessionCaller | SessionRefusal> {
      const claims = await tokens.verifyAccess(accessToken, now());
      if (typeof claims === "string") return claims;
      const caller = await callers.bySession.get(claims.sessionId, claims.userId);
      if (caller?.user.id !== claims.userId) return "session_terminated";
      activity.note(claims.sessionId, now());
      return caller;
    },

    /**
     * The caller of an API key. An unknown, expired or revoked key, and a key of a deactivated user, get the same
     * refusal.
     *
     * @param inTurn runs the database query in a turn, because any client can cause the query with an unknown key
     */
    async authenticateKey(
      key: string,
      inTurn: <Result>(look: () => Promise<Result>) => Promise<Result> = (look) => look(),
    ): Promise<KeyCaller | "api_key_invalid"> {
      const hash = hashApiKey(key);
      if (hash === null) return "api_key_invalid";
      const caller = callers.byKey.recall(hash) ?? (await inTurn(async () => callers.byKey.get(hash, null)));
      return caller ?? "api_key_invalid";
    },

    /**
     * The caller of a connected application's access token. An unknown, expired or revoked token, a token for another
     * part of the server, and a token of a deactivated user get the same refusal.
     *
     * @param resource the part of the server that is called; null for one that is closed to applications
     * @param inTurn as of `authenticateKey`
     */
    async authenticateApp(
      token: string,
      resource: AppResource | null,
      inTurn: <Result>(look: () => Promise<Result>) => Promise<Result> = (look) => look(),
    ): Promise<KeyCaller | "token_invalid"> {
      const hash = hashAppSecret("accessToken", token);
      if (hash === null || resource === null) return "token_invalid";
      const caller = callers.byAppToken.recall(hash) ?? (await inTurn(async () => callers.byAppToken.get(hash, null)));
      return caller?.key.resource === resource ? caller : "token_invalid";
    },

    /**
     * Calls back once when an access token stops being valid: it has expired, or its session has ended on any node. It
     * ends work that lasts longer than a call, such as a stream.
     *
     * @returns a function that stops watching
     */
    watch(accessToken: string, onEnd: () => void): () => void {
      let stop = () => {};
      let isStopped = false;
      void tokens.verifyAccess(accessToken, now()).then((claims) => {
        if (isStopped) return;
        if (typeof claims === "string") onEnd();
        else stop = callers.watch(claims, claims.expiresAt - now(), onEnd);
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}
