import { refreshKey, tokenExpiryMs, tokenIssuedMs, tokenSubject } from "./token.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

export interface TokenStorageParts {
  /** Shared by all tabs: the refresh token and the rememberMe flag. */
  local: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Storage of this tab only: the access token. */
  tab: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The time of the device's clock, which may be wrong, in milliseconds since the epoch. */
  now: () => number;
}

const accessKey = "accessToken";
const rememberKey = "rememberMe";
/** Expiry of the newest access token, in milliseconds: tells a tab without it that another tab may have it. */
const expiryKey = "accessExpiry";
/**
 * The server's time minus the device's when the newest access token arrived, in milliseconds: a device clock may be
 * hours or days off.
 */
const clockOffsetKey = "clockOffset";

export type TokenStorage = ReturnType<typeof createTokenStorage>;

/** The tokens that the browser stores: one refresh token for all tabs, and an access token for each tab. */
export function createTokenStorage({ local, tab, now }: TokenStorageParts) {
  const refresh = () => local.getItem(refreshKey);
  const serverNow = () => now() + (Number(local.getItem(clockOffsetKey)) || 0);
  /**
   * Milliseconds until a token expires, negative if it has expired; null if there is none or its expiry cannot be read.
   */
  const remainingMs = (token: string | null) => {
    const expiry = tokenExpiryMs(token ?? "");
    return expiry === null ? null : expiry - serverNow();
  };
  /** Whether the browser has the session of another user than that one; false if it has none. */
  const isSessionOfAnother = (userId: string | null) => {
    const stored = refresh();
    return stored !== null && tokenSubject(stored) !== userId;
  };
  return {
    refresh,
    access: () => tab.getItem(accessKey),
    isRemembered: () => local.getItem(rememberKey) === "true",
    isSessionOfAnother,
    /** Whether an access token does not belong to the user whose refresh token is stored; false if none is stored. */
    isForeign: (access: string) => isSessionOfAnother(tokenSubject(access)),
    remainingMs,
    isExpired: (token: string) => (remainingMs(token) ?? 0) <= 0,
    /** True if this browser has received an access token that is still valid and is not the stale one. */
    mayBeInAnotherTab(stale: string | null) {
      const expiry = Number(local.getItem(expiryKey) ?? 0);
      return expiry > serverNow() && expiry !== (stale && tokenExpiryMs(stale));
    },
    /** Stores tokens that the server has just issued. */
    set({ access, refresh }: TokenPair) {
      tab.setItem(accessKey, access);
      const issued = tokenIssuedMs(access);
      local.setItem(clockOffsetKey, String(issued === null ? 0 : issued - now()));
      local.setItem(expiryKey, String(tokenExpiryMs(access) ?? 0));
      local.setItem(refreshKey, refresh);
    },
    /** No other tab gets the access token of this one any more. */
    withdrawOffer() {
      const held = tab.getItem(accessKey);
      if (held && Number(local.getItem(expiryKey)) === tokenExpiryMs(held)) local.removeItem(expiryKey);
    },
    setAccess: (access: string) => tab.setItem(accessKey, access),
    setRemembered: (isRemembered: boolean) => local.setItem(rememberKey, String(isRemembered)),
    clearAccess: () => tab.removeItem(accessKey),
    clear() {
      tab.removeItem(accessKey);
      for (const key of [refreshKey, rememberKey, expiryKey, clockOffsetKey]) local.removeItem(key);
    },
  };
}
