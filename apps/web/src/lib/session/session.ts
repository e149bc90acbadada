import type { SuccessCode } from "@daymark/domain/base/successes";
import { createExpiryTimer, type ExpiryTimer, type ExpiryTimerParts } from "./expiry-timer.ts";
import { refreshKey, tokenSubject } from "./token.ts";
import { createTokenChannel, type TokenChannel, type TokenChannelParts } from "./token-channel.ts";
import { type Renewal, type RenewingPage, renewStored, type TokenRenewalParts } from "./token-renewal.ts";
import { createTokenStorage, type TokenPair, type TokenStorage, type TokenStorageParts } from "./token-storage.ts";

/** `starting` until {@link Session.launch} has read the stored tokens. */
export type SessionStatus = "starting" | "guest" | "user";

/**
 * Why a session ended: logged out here, refused by the server on a call, expired at rest, ended by another tab, or
 * ended with its account.
 */
export type SessionEnd = "logged_out" | "terminated" | "expired" | "elsewhere" | "deleted";

/** The server's message about a log-out, and where the browser also logs out of the provider it logged in with. */
export interface LoggedOut {
  detail: SuccessCode;
  logout_url?: string | undefined;
}

/** The interface of a session to the browser and the server; tests provide their own clock, storage and channel. */
export interface SessionParts extends TokenStorageParts, TokenChannelParts, TokenRenewalParts, ExpiryTimerParts {
  /**
   * Resolves when the status may change: React has hydrated the page. An earlier change would render components again
   * for a user, and React would hydrate the rest of the page only after those: 600 ms later, because it spaces out such
   * work.
   */
  pageHydrated: Promise<void>;
  /** Ends a session on the server and returns the server's message. */
  blacklist: (refresh: string) => Promise<LoggedOut>;
  onEnd: (reason: SessionEnd) => void;
  /** Reloads the page: it has known one user, and another one has logged in. */
  reload: () => void;
}

/** When to retry after the server could not be reached. */
const unreachableRetryMs = 30_000;
/** How long an opening page waits to learn whether its session is still valid. After that it uses the stored tokens. */
const launchTimeoutMs = 3_000;

/** The user logged in on this browser. Only a refused refresh ends a session; a missing network does not. */
export class Session {
  readonly #parts: SessionParts;
  readonly #tokens: TokenStorage;
  readonly #channel: TokenChannel;
  readonly #timer: ExpiryTimer;
  readonly #listeners = new Set<() => void>();
  #status: SessionStatus = "starting";
  #userId: string | null = null;
  #ended: SessionEnd | null = null;
  #launching: Promise<void> | null = null;
  /** True from the launch until the page is hydrated. Until then the status stays as it is. */
  #isHydrating = false;
  /** Why the session ended before the page was hydrated. */
  #earlyEnd: SessionEnd | null = null;
  #early: Promise<boolean> = Promise.resolve(false);

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#tokens = createTokenStorage(parts);
    this.#channel = createTokenChannel(parts, { offer: () => this.#offer(), accept: (access) => this.#accept(access) });
    this.#timer = createExpiryTimer(parts, {
      // With rememberMe, the session lasts as long as the refresh token.
      remainingMs: () => this.#tokens.remainingMs(this.#tokens.isRemembered() ? this.#tokens.refresh() : this.access()),
      onExpired: () => void this.#onExpired(),
    });
  }

  get status(): SessionStatus {
    return this.#status;
  }

  /** The user who is logged in, or was until the session ended, by the tokens; null if there was none. */
  get userId(): string | null {
    return this.#userId;
  }

  /** The user who is logged in now; null for a guest, and if another user has logged in elsewhere. */
  get currentUserId(): string | null {
    return this.#status === "user" && this.#userId === this.#storedUserId() ? this.#userId : null;
  }

  /** Why the last session of this page ended; null if none has. */
  get ended(): SessionEnd | null {
    return this.#ended;
  }

  /** False if the user said at the log-in that others use this device too: then it stores no copy of what they see. */
  get isRemembered(): boolean {
    return this.#tokens.isRemembered();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The access token to send along, or null for a guest. */
  access(): string | null {
    const held = this.#tokens.access();
    // What a page does for one user must not be sent in the name of another.
    return held === null || this.#isReplaced() || this.#tokens.isForeign(held) ? null : held;
  }

  /** Milliseconds until the access token expires; 0 or less if it has expired, and 0 if there is none to send. */
  accessRemainingMs(): number {
    return this.#tokens.remainingMs(this.access()) ?? 0;
  }

  /**
   * Renews the stored tokens at once if they have expired, and sets the status when the page is hydrated; once. Route
   * guards wait for it.
   */
  launch(): Promise<void> {
    this.#launching ??= this.#start();
    return this.#launching;
  }

  /**
   * Whether the launched page may call the server for its user. Resolves as soon as that is known, which may be before
   * the page is hydrated, so that its first data can arrive meanwhile.
   */
  mayCall(): Promise<boolean> {
    return this.#early;
  }

  /** Called when the page closes: a new tab need not request its token, because it cannot answer any more. */
  leave(): void {
    this.#tokens.withdrawOffer();
  }

  /**
   * Takes the tokens of a log-in.
   *
   * @returns "another" if this page has known another user: it sends nothing any more, and the caller has to load a new
   *   document
   */
  begin(pair: TokenPair, { isRemembered }: { isRemembered: boolean }): "begun" | "another" {
    this.#tokens.setRemembered(isRemembered);
    this.#store(pair);
    if (this.#isReplaced()) return "another";
    this.#showUser();
    return "begun";
  }

  /**
   * A new access token for the user whose old one no longer works. A call of one user may be refused after another has
   * logged in, and must not be repeated as the other user.
   *
   * @param stale the access token that no longer works, null if there was none
   */
  async renew(stale: string | null): Promise<Renewal> {
    const isOfAnother = () => stale !== null && this.#tokens.isForeign(stale);
    if (isOfAnother()) return "another";
    const outcome = await this.#renewStored(stale);
    return isOfAnother() ? "another" : outcome;
  }

  end(reason: SessionEnd): void {
    this.#timer.stop();
    this.#tokens.clear();
    if (this.#isHydrating) {
      this.#earlyEnd = reason;
      return;
    }
    // A visitor whose tokens had expired before the page opened is a guest, and gets no message about them.
    const wasUser = this.#status === "user";
    this.#showGuest(reason);
    if (wasUser) this.#parts.onEnd(reason);
  }

  /**
   * Ends the session here at once, in other tabs through the storage, and on the server. If another user has logged in
   * since, it ends nothing and reloads the page.
   *
   * @returns the server's message, or null if there was none or the call failed: the user is logged out in any case
   */
  async logOut(): Promise<LoggedOut | null> {
    if (this.#isReplaced()) {
      this.#parts.reload();
      return null;
    }
    const current = this.#tokens.refresh();
    const told = current ? this.#parts.blacklist(current) : null;
    this.end("logged_out");
    return (await told?.catch(() => null)) ?? null;
  }

  /**
   * Called before each navigation, when another tab has changed the session, and when the browser shows the page again:
   * a session whose tokens are gone or expired is over. A page of another user is reloaded; it keeps that user's tokens.
   */
  validate(): void {
    const current = this.#tokens.refresh();
    if (this.#isReplaced()) this.#parts.reload();
    else if (this.#status === "user" && !current) this.end("elsewhere");
    else if (this.#status === "user" && current && this.#tokens.isExpired(current)) this.end("expired");
  }

  /**
   * Handles a change of the shared storage by another tab. It checks the storage as it is now, because the event may
   * come late. The message of a log-in is not enough to notice another user: it may arrive before this tab can read the
   * new tokens, and is dropped then.
   *
   * @param event its `key` is null if the other tab emptied the whole storage
   */
  onStorage({ key }: Pick<StorageEvent, "key">): void {
    if (key === null || key === refreshKey) this.validate();
  }

  async #start(): Promise<void> {
    this.#isHydrating = true;
    const early = this.#storedUserId();
    const first = this.#tokens.refresh();
    const renewing = this.#renewIfExpired();
    this.#early =
      renewing === null ? Promise.resolve(early !== null) : renewing.then((outcome) => outcome === "renewed");
    await this.#parts.pageHydrated;
    this.#isHydrating = false;
    // The page may have fetched data for one user, and meanwhile another has logged in.
    if (early !== null && this.#tokens.isSessionOfAnother(early)) return this.#parts.reload();
    if (this.#earlyEnd !== null && !this.#tokens.refresh()) return this.#endEarly(this.#earlyEnd, early);
    const held = this.access();
    const stored = this.#tokens.refresh();
    if (!held || !stored) this.#tokens.clearAccess();
    if (!stored) return this.#setStatus("guest");
    this.#userId = tokenSubject(stored);
    if (held && !this.#tokens.isExpired(held)) return this.#showUser();
    // The first renewal says nothing about the tokens of a log-in in another tab since.
    const renewal = (stored === first ? renewing : null) ?? this.#renewStored(held);
    let timeout: unknown;
    const late = new Promise<"late">((resolve) => {
      timeout = this.#parts.setTimer(() => resolve("late"), launchTimeoutMs);
    });
    const outcome = await Promise.race([renewal, late]);
    this.#parts.clearTimer(timeout);
    if (outcome === "refused") return this.end("expired");
    this.#setStatus("user");
    if (outcome !== "late") return;
    // A network that drops all packets looks like a slow one: the page opens now, and handles the answer when it comes.
    void renewal.then((answer) => {
      if (answer === "refused" && this.#status === "user") this.end("expired");
    });
  }

  #renewIfExpired(): Promise<Renewal> | null {
    const held = this.access();
    if (!this.#tokens.refresh() || (held && !this.#tokens.isExpired(held))) return null;
    return this.#renewStored(held);
  }

  #renewStored(stale: string | null): Promise<Renewal> {
    const page: RenewingPage = {
      tokens: this.#tokens,
      channel: this.#channel,
      access: () => this.access(),
      isReplaced: () => this.#isReplaced(),
      onRenewed: (pair) => {
        this.#store(pair);
        this.#showUser();
      },
      onUnreachable: () => this.#timer.arm(unreachableRetryMs),
    };
    return renewStored(this.#parts, page, stale);
  }

  #store(pair: TokenPair): void {
    this.#tokens.set(pair);
    this.#channel.send(pair.access);
  }

  #showUser(): void {
    if (this.#isHydrating) return;
    this.#setStatus("user");
    this.#timer.arm();
  }

  /** The server refused a call that the page sent for its user before it was hydrated. */
  #endEarly(reason: SessionEnd, userId: string | null): void {
    this.#userId = userId;
    this.#showGuest(reason);
    this.#parts.onEnd(reason);
  }

  #showGuest(reason: SessionEnd): void {
    this.#ended = reason;
    this.#setStatus("guest");
  }

  #setStatus(status: SessionStatus): void {
    if (status === "user") this.#userId = this.#storedUserId();
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  #storedUserId(): string | null {
    return tokenSubject(this.#tokens.refresh() ?? "");
  }

  /**
   * True if the stored session belongs to another user than this page has known. That user may have logged out; answers
   * to their calls may still come, and the next user must not see them. A page may also miss a log-in, because the
   * browser keeps pages in the back/forward cache, shows them on back navigation, and sends them no event in between.
   */
  #isReplaced(): boolean {
    return this.#status !== "starting" && this.#userId !== null && this.#tokens.isSessionOfAnother(this.#userId);
  }

  async #onExpired(): Promise<void> {
    if ((await this.renew(this.access())) === "refused") this.end("expired");
  }

  /** The token for another tab. */
  #offer(): string | null {
    const held = this.access();
    return this.#tokens.refresh() && held && !this.#tokens.isExpired(held) ? held : null;
  }

  /** Takes the token of another tab, which may not know yet which user is logged in now. */
  #accept(access: string): boolean {
    if (!this.#tokens.refresh() || this.#tokens.isForeign(access)) return false;
    this.#tokens.setAccess(access);
    if (this.#isReplaced()) {
      this.#parts.reload();
      return false;
    }
    this.#showUser();
    return true;
  }
}
