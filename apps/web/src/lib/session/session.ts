import type { SuccessCode } from "@daymark/domain/base/successes";
import { refreshKey, timerDelayMs, tokenExpiryMs, tokenSubject } from "./token.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

/** `starting` until {@link Session.launch} has looked at what is stored. */
export type SessionStatus = "starting" | "guest" | "user";

/**
 * Why a session ended: logged out here, refused by the server on a call, expired at rest, ended by another tab, or gone
 * with its account.
 */
export type SessionEnd = "logged_out" | "terminated" | "expired" | "elsewhere" | "deleted";

/**
 * What came of asking for a new access token: there is one, the session is over, the server could not be asked, or
 * another person has logged in, who has nothing to do with the token that was refused.
 */
export type Renewal = "renewed" | "refused" | "unreachable" | "another";

/** The browser and the server as a session needs them; tests bring their own clock, storage and channel. */
export interface SessionParts {
  /**
   * Resolves when the status may change: React has hydrated the page. A change before that would draw parts anew for a
   * user, and React hydrates the rest of the page only after those: 600 ms later, because it spaces out such parts.
   */
  pageHydrated: Promise<void>;
  /** Shared by all tabs: the refresh token and the rememberMe flag. */
  local: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Of this tab alone: the access token. */
  tab: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  locks: { request<T>(name: string, callback: () => Promise<T>): Promise<T> };
  /** Tabs hand each other the access token, so that one refresh serves all. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  now: () => number;
  setTimer: (callback: () => void, delayMs: number) => unknown;
  clearTimer: (timer: unknown) => void;
  /** The successor tokens, or "refused"; rejects where the server could not be asked. */
  refresh: (refresh: string) => Promise<TokenPair | "refused">;
  /** Tells the server that a session is over, and gives what it says to that. */
  blacklist: (refresh: string) => Promise<SuccessCode>;
  onEnd: (reason: SessionEnd) => void;
  /** Loads the page anew: this page has known one person, and another one has logged in. */
  reload: () => void;
}

const accessKey = "accessToken";
const rememberKey = "rememberMe";
/** When the newest access token expires, in milliseconds: tells a tab without it that another may have it. */
const expiryKey = "accessExpiry";

const lockName = "daymark-session";
/** How long to wait for the token of another tab; the tab that had it may be closed by now. */
const arrivalMs = 300;
/** When to try again after the server could not be asked. */
const unreachableRetryMs = 30_000;
/** How long a page that opens waits to hear whether its session still lives; then it goes on with what is stored. */
const launchPatienceMs = 3_000;

/** Who is logged in on this browser. Only a refused refresh makes a guest of a user; an absent network does not. */
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
  /** Whether the browser has the session of another person than that one; false if it has none. */
  const isSessionOfAnother = (personId: string | null) => {
    const stored = refresh();
    return stored !== null && tokenSubject(stored) !== personId;
  };
  /**
   * The stored session is of another person than this page has known. That person may have logged out; answers to their calls
   * may still come, and the next person must not see them. A page may also miss a log-in, because the browser keeps pages
   * that one leaves, shows them again on "back", and sends them no event in between.
   */
  const isAnothers = () => status !== "starting" && userId !== null && isSessionOfAnother(userId);
  /** Whether an access token is not of the person whose refresh token is stored; false if none is stored. */
  const isForeign = (token: string) => isSessionOfAnother(tokenSubject(token));
  // What a page does for one person must not be sent in the name of another.
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
    // Whoever was not seen as a user yet is a guest with old tokens, and hears nothing of them.
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

  /** The user state is looked at again 3 s after the token expires: the refresh token's end where it is remembered. */
  const arm = (delayMs?: number) => {
    parts.clearTimer(timer);
    const token = isRemembered() ? refresh() : access();
    const expiry = token ? tokenExpiryMs(token) : null;
    if (expiry === null && delayMs === undefined) return;
    timer = parts.setTimer(() => void onTimer(), delayMs ?? timerDelayMs((expiry ?? 0) - now()));
  };

  const onTimer = async () => {
    const token = isRemembered() ? refresh() : access();
    // A delay too long for a timer was cut short: the token is not at its end yet.
    if (token && !isPast(token)) return arm();
    if ((await renew(access())) === "refused") end("expired");
  };

  /**
   * A new access token for the person whose old one no longer serves. A call of one person may be refused after another
   * has logged in, and must not be repeated in that one's name.
   *
   * @param stale the access token that no longer serves, null where there was none
   */
  async function renew(stale: string | null): Promise<Renewal> {
    const isOfAnother = () => stale !== null && isForeign(stale);
    if (isOfAnother()) return "another";
    const outcome = await renewStored(stale);
    return isOfAnother() ? "another" : outcome;
  }

  /** One refresh at a time across all tabs; a tab that waited finds the token that the one before it was given. */
  async function renewStored(stale: string | null): Promise<Renewal> {
    return locks.request(lockName, async () => {
      if (isAnothers()) return "another";
      const isFresh = () => {
        const held = access();
        return held !== null && held !== stale && !isPast(held);
      };
      if (!isFresh() && mayBeElsewhere(stale)) await arrival();
      if (isFresh()) return "renewed";
      // Read again inside the lock: the token this tab knew may have been followed by another.
      let current = refresh();
      try {
        while (current) {
          const answer = await parts.refresh(current);
          if (isAnothers()) return "another";
          if (refresh() === current) {
            if (answer !== "refused") keep(answer);
            return answer === "refused" ? "refused" : "renewed";
          }
          // Logged out or logged in anew meanwhile: the answer belongs to a session that is no longer ours, and a refusal
          // says nothing about the one that is stored now.
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

  /** True where a token that still serves was given to this browser, and it is not the stale one. */
  function mayBeElsewhere(stale: string | null): boolean {
    const expiry = Number(local.getItem(expiryKey) ?? 0);
    return expiry > now() && expiry !== (stale && tokenExpiryMs(stale));
  }

  /** Asks the other tabs for their token; resolves when one hands it over, or when that takes too long. */
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
    // Of a tab that has not heard yet who is logged in by now.
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
    // A network that swallows everything looks like a slow one: the page opens, and hears the answer when it comes.
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
    /** Who is logged in, or was until the session ended, as the tokens name them; null before anyone was. */
    get userId() {
      return userId;
    },
    /** Who is logged in now; null for a guest, and if another person than the page's has logged in elsewhere. */
    get currentUserId() {
      return status === "user" && userId === tokenSubject(refresh() ?? "") ? userId : null;
    },
    /** Why the last session of this page ended; null while none has. */
    get ended() {
      return ended;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Reads the stored tokens, once, when the page is hydrated; guards wait for it. */
    launch() {
      launching ??= start();
      return launching;
    },
    /**
     * Takes the tokens of a log-in.
     *
     * @returns "another" if this page has known another person: it sends nothing any more, and the caller has to load a new
     * document
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
     * Ends the session here at once, in the other tabs through the storage, and on the server. If another person has
     * logged in since, it ends nothing and loads the page anew.
     *
     * @returns what the server said to it, null where it said nothing or nothing good: one is logged out all the same
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
     * Before each navigation, and when the browser shows the page again: a session whose tokens are gone or past their end is
     * over. A page of another person is loaded anew; it keeps their tokens.
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
