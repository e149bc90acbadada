import type { SuccessCode } from "@daymark/domain/base/successes";
import { refreshKey, timerDelayMs, tokenExpiryMs, tokenSubject } from "./token.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

/** `starting` until {@link Session.launch} has read the stored tokens. */
export type SessionStatus = "starting" | "guest" | "user";

/**
 * Why a session ended: logged out here, refused by the server on a call, expired at rest, ended by another tab, or
 * ended with its account.
 */
export type SessionEnd = "logged_out" | "terminated" | "expired" | "elsewhere" | "deleted";

/**
 * The result of requesting a new access token: there is one, the session is over, the server could not be reached, or
 * another user has logged in, to whom the refused token does not belong.
 */
export type Renewal = "renewed" | "refused" | "unreachable" | "another";

/** The interface of a session to the browser and the server; tests provide their own clock, storage and channel. */
export interface SessionParts {
  /**
   * Resolves when the status may change: React has hydrated the page. An earlier change would render components again
   * for a user, and React would hydrate the rest of the page only after those: 600 ms later, because it spaces out such
   * work.
   */
  pageHydrated: Promise<void>;
  /** Shared by all tabs: the refresh token and the rememberMe flag. */
  local: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Storage of this tab only: the access token. */
  tab: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  locks: { request<T>(name: string, callback: () => Promise<T>): Promise<T> };
  /** Tabs pass each other the access token, so that one refresh serves all. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  now: () => number;
  setTimer: (callback: () => void, delayMs: number) => unknown;
  clearTimer: (timer: unknown) => void;
  /** The new pair of tokens, or "refused"; rejects if the server could not be reached. */
  refresh: (refresh: string) => Promise<TokenPair | "refused">;
  /** Ends a session on the server and returns the server's message. */
  blacklist: (refresh: string) => Promise<SuccessCode>;
  onEnd: (reason: SessionEnd) => void;
  /** Reloads the page: it has known one user, and another one has logged in. */
  reload: () => void;
}

const accessKey = "accessToken";
const rememberKey = "rememberMe";
/** Expiry of the newest access token, in milliseconds: tells a tab without it that another tab may have it. */
const expiryKey = "accessExpiry";

const lockName = "daymark-session";
/** How long to wait for another tab's token; the tab that had it may be closed by now. */
const arrivalMs = 300;
/** When to retry after the server could not be reached. */
const unreachableRetryMs = 30_000;
/** How long an opening page waits to learn whether its session is still valid. After that it uses the stored tokens. */
const launchPatienceMs = 3_000;

/** The user logged in on this browser. Only a refused refresh ends a session; a missing network does not. */
export function createSession(parts: SessionParts) {
  const { local, tab, locks, channel, now } = parts;
  const listeners = new Set<() => void>();
  const arrivals = new Set<() => void>();
  let status: SessionStatus = "starting";
  let timer: unknown = null;
  let launching: Promise<void> | null = null;
  let userId: string | null = null;
  let ended: SessionEnd | null = null;

  const refresh = () => local.getItem(refreshKey);
  /** Whether the browser has the session of another user than that one; false if it has none. */
  const isSessionOfAnother = (personId: string | null) => {
    const stored = refresh();
    return stored !== null && tokenSubject(stored) !== personId;
  };
  /**
   * True if the stored session belongs to another user than this page has known. That user may have logged out; answers
   * to their calls may still come, and the next user must not see them. A page may also miss a log-in, because the
   * browser keeps pages in the back/forward cache, shows them on back navigation, and sends them no event in between.
   */
  const isAnothers = () => status !== "starting" && userId !== null && isSessionOfAnother(userId);
  /** Whether an access token does not belong to the user whose refresh token is stored; false if none is stored. */
  const isForeign = (token: string) => isSessionOfAnother(tokenSubject(token));
  // What a page does for one user must not be sent in the name of another.
  const access = () => {
    const held = tab.getItem(accessKey);
    return held === null || isAnothers() || isForeign(held) ? null : held;
  };
  const isRemembered = () => local.getItem(rememberKey) === "true";
  const isPast = (token: string) => (tokenExpiryMs(token) ?? 0) <= now();

  const setStatus = (next: SessionStatus) => {
    if (next === "user") userId = tokenSubject(refresh() ?? "");
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener();
  };

  const store = (pair: TokenPair) => {
    tab.setItem(accessKey, pair.access);
    local.setItem(expiryKey, String(tokenExpiryMs(pair.access) ?? 0));
    local.setItem(refreshKey, pair.refresh);
    channel.postMessage({ access: pair.access });
  };

  const keep = (pair: TokenPair) => {
    store(pair);
    setStatus("user");
    arm();
  };

  const end = (reason: SessionEnd) => {
    // A visitor who was not yet shown as a user is a guest with old tokens, and gets no message about them.
    const wasUser = status === "user";
    parts.clearTimer(timer);
    tab.removeItem(accessKey);
    local.removeItem(refreshKey);
    local.removeItem(rememberKey);
    local.removeItem(expiryKey);
    ended = reason;
    setStatus("guest");
    if (wasUser) parts.onEnd(reason);
  };

  /** Checks the session again 3 s after the token expires; with rememberMe, the expiry of the refresh token counts. */
  const arm = (delayMs?: number) => {
    parts.clearTimer(timer);
    const token = isRemembered() ? refresh() : access();
    const expiry = token ? tokenExpiryMs(token) : null;
    if (expiry === null && delayMs === undefined) return;
    timer = parts.setTimer(() => void onTimer(), delayMs ?? timerDelayMs((expiry ?? 0) - now()));
  };

  const onTimer = async () => {
    const token = isRemembered() ? refresh() : access();
    // The delay was too long for one timer, so the token has not expired yet.
    if (token && !isPast(token)) return arm();
    if ((await renew(access())) === "refused") end("expired");
  };

  /**
   * A new access token for the user whose old one no longer works. A call of one user may be refused after another has
   * logged in, and must not be repeated as the other user.
   *
   * @param stale the access token that no longer works, null if there was none
   */
  async function renew(stale: string | null): Promise<Renewal> {
    const isOfAnother = () => stale !== null && isForeign(stale);
    if (isOfAnother()) return "another";
    const outcome = await renewStored(stale);
    return isOfAnother() ? "another" : outcome;
  }

  /** One refresh at a time across all tabs; a tab that waited finds the token that the previous tab received. */
  async function renewStored(stale: string | null): Promise<Renewal> {
    return locks.request(lockName, async () => {
      if (isAnothers()) return "another";
      const isFresh = () => {
        const held = access();
        return held !== null && held !== stale && !isPast(held);
      };
      if (!isFresh() && mayBeElsewhere(stale)) await arrival();
      if (isFresh()) return "renewed";
      // Read again inside the lock: another tab may have replaced the token this tab knew.
      let current = refresh();
      try {
        while (current) {
          const answer = await parts.refresh(current);
          if (isAnothers()) return "another";
          if (refresh() === current) {
            if (answer !== "refused") keep(answer);
            return answer === "refused" ? "refused" : "renewed";
          }
          // The user logged out or logged in again meanwhile: the answer belongs to a session that is no longer ours,
          // and a refusal says nothing about the one stored now.
          current = refresh();
          if (current && isFresh()) return "renewed";
        }
        return "refused";
      } catch {
        arm(unreachableRetryMs);
        return "unreachable";
      }
    });
  }

  /** True if this browser has received a token that is still valid and is not the stale one. */
  function mayBeElsewhere(stale: string | null): boolean {
    const expiry = Number(local.getItem(expiryKey) ?? 0);
    return expiry > now() && expiry !== (stale && tokenExpiryMs(stale));
  }

  /** Asks the other tabs for their token; resolves when one sends it, or after a timeout. */
  function arrival(): Promise<void> {
    channel.postMessage({ isAsking: true });
    return new Promise((resolve) => {
      const done = () => {
        arrivals.delete(done);
        parts.clearTimer(late);
        resolve();
      };
      const late = parts.setTimer(done, arrivalMs);
      arrivals.add(done);
    });
  }

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || !refresh()) return;
    const held = access();
    if ("isAsking" in data && held && !isPast(held)) channel.postMessage({ access: held });
    if (!("access" in data) || typeof data.access !== "string") return;
    // From a tab that does not know yet which user is logged in now.
    if (isForeign(data.access)) return;
    tab.setItem(accessKey, data.access);
    if (isAnothers()) return parts.reload();
    setStatus("user");
    arm();
    for (const done of [...arrivals]) done();
  });

  async function start() {
    await parts.pageHydrated;
    const held = access();
    const stored = refresh();
    if (!held || !stored) tab.removeItem(accessKey);
    if (!stored) return setStatus("guest");
    userId = tokenSubject(stored);
    if (held && !isPast(held)) {
      setStatus("user");
      return arm();
    }
    // Renews the session that is stored when the answer comes, because this page has shown no data yet.
    const renewal = renewStored(held);
    let timeout: unknown;
    const late = new Promise<"late">((resolve) => {
      timeout = parts.setTimer(() => resolve("late"), launchPatienceMs);
    });
    const outcome = await Promise.race([renewal, late]);
    parts.clearTimer(timeout);
    if (outcome === "refused") return end("expired");
    setStatus("user");
    if (outcome !== "late") return;
    // A network that drops all packets looks like a slow one: the page opens now, and handles the answer when it comes.
    void renewal.then((answer) => {
      if (answer === "refused" && status === "user") end("expired");
    });
  }

  return {
    get status() {
      return status;
    },
    /** The access token to send along, or null for a guest. */
    access,
    /** The user who is logged in, or was until the session ended, by the tokens; null if there was none. */
    get userId() {
      return userId;
    },
    /** The user who is logged in now; null for a guest, and if another user has logged in elsewhere. */
    get currentUserId() {
      return status === "user" && userId === tokenSubject(refresh() ?? "") ? userId : null;
    },
    /** Why the last session of this page ended; null if none has. */
    get ended() {
      return ended;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Reads the stored tokens, once, when the page is hydrated; route guards wait for it. */
    launch() {
      launching ??= start();
      return launching;
    },
    /**
     * Takes the tokens of a log-in.
     *
     * @returns "another" if this page has known another user: it sends nothing any more, and the caller has to load a
     *   new document
     */
    begin(pair: TokenPair, options: { isRemembered: boolean }): "begun" | "another" {
      local.setItem(rememberKey, String(options.isRemembered));
      store(pair);
      if (isAnothers()) return "another";
      setStatus("user");
      arm();
      return "begun";
    },
    renew,
    end,
    /**
     * Ends the session here at once, in other tabs through the storage, and on the server. If another user has logged
     * in since, it ends nothing and reloads the page.
     *
     * @returns the server's message, or null if there was none or the call failed: the user is logged out in any case
     */
    async logOut(): Promise<SuccessCode | null> {
      if (isAnothers()) {
        parts.reload();
        return null;
      }
      const current = refresh();
      const told = current ? parts.blacklist(current) : null;
      end("logged_out");
      return (await told?.catch(() => null)) ?? null;
    },
    /**
     * Called before each navigation, and when the browser shows the page again: a session whose tokens are gone or
     * expired is over. A page of another user is reloaded; it keeps that user's tokens.
     */
    validate() {
      if (isAnothers()) return parts.reload();
      if (status !== "user") return;
      const current = refresh();
      if (!current) end("elsewhere");
      else if (isPast(current)) end("expired");
    },
    /**
     * Handles a change of the shared storage by another tab. It checks the storage as it is now, because the event may come
     * late.
     *
     * @param event its `key` is null if the other tab emptied the whole storage
     */
    onStorage({ key }: Pick<StorageEvent, "key">) {
      const mayBeGone = key === null || key === refreshKey;
      if (mayBeGone && status === "user" && refresh() === null) end("elsewhere");
    },
  };
}

export type Session = ReturnType<typeof createSession>;
