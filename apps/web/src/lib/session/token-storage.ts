import { refreshKey, tokenExpiryMs, tokenSubject } from "./token.ts";

export interface TokenPair {
  access: string;
  refresh: string;
}

export interface TokenStorageParts {
  /** Shared by all tabs: the refresh token and the rememberMe flag. */
  local: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Storage of this tab only: the access token. */
  tab: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  now: () => number;
}

const accessKey = "accessToken";
const rememberKey = "rememberMe";
/** Expiry of the newest access token, in milliseconds: tells a tab without it that another tab may have it. */
const expiryKey = "accessExpiry";

export type TokenStorage = ReturnType<typeof createTokenStorage>;

/** The tokens that the browser stores: one refresh token for all tabs, and an access token for each tab. */
export function createTokenStorage({ local, tab, now }: TokenStorageParts) {
  const refresh = () => local.getItem(refreshKey);
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
    isExpired: (token: string) => (tokenExpiryMs(token) ?? 0) <= now(),
    /** True if this browser has received an access token that is still valid and is not the stale one. */
    mayBeInAnotherTab(stale: string | null) {
      const expiry = Number(local.getItem(expiryKey) ?? 0);
      return expiry > now() && expiry !== (stale && tokenExpiryMs(stale));
    },
    set({ access, refresh }: TokenPair) {
      tab.setItem(accessKey, access);
      local.setItem(expiryKey, String(tokenExpiryMs(access) ?? 0));
      local.setItem(refreshKey, refresh);
    },
    setAccess: (access: string) => tab.setItem(accessKey, access),
    setRemembered: (isRemembered: boolean) => local.setItem(rememberKey, String(isRemembered)),
    clearAccess: () => tab.removeItem(accessKey),
    clear() {
      tab.removeItem(accessKey);
      for (const key of [refreshKey, rememberKey, expiryKey]) local.removeItem(key);
    },
  };
}
