import type { TokenChannel } from "./token-channel.ts";
import type { TokenPair, TokenStorage } from "./token-storage.ts";

/**
 * The result of requesting a new access token: there is one, the session is over, the server could not be reached, or
 * another user has logged in, to whom the refused token does not belong.
 */
export type Renewal = "renewed" | "refused" | "unreachable" | "another";

export interface TokenRenewalParts {
  locks: { request<T>(name: string, callback: () => Promise<T>): Promise<T> };
  /** The new pair of tokens, or "refused"; rejects if the server could not be reached. */
  refresh: (refresh: string) => Promise<TokenPair | "refused">;
}

/** The page whose token is renewed. */
export interface RenewingPage {
  tokens: TokenStorage;
  channel: TokenChannel;
  /** The access token that this page may send; null if there is none. */
  access: () => string | null;
  /** True if the stored session belongs to another user than this page shows. */
  isReplaced: () => boolean;
  onRenewed: (pair: TokenPair) => void;
  onUnreachable: () => void;
}

const lockName = "daymark-session";

/**
 * One refresh at a time across all tabs; a tab that waited finds the token that the previous tab received. It renews
 * the session that is stored when the answer comes.
 *
 * @param stale the access token that no longer works, null if there was none
 */
export function renewStored(parts: TokenRenewalParts, page: RenewingPage, stale: string | null): Promise<Renewal> {
  const isFresh = () => {
    const held = page.access();
    return held !== null && held !== stale && !page.tokens.isExpired(held);
  };
  return parts.locks.request(lockName, async () => {
    if (page.isReplaced()) return "another";
    if (!isFresh() && page.tokens.mayBeInAnotherTab(stale)) await page.channel.request();
    if (isFresh()) return "renewed";
    try {
      return await refreshStored(parts, page, isFresh);
    } catch {
      page.onUnreachable();
      return "unreachable";
    }
  });
}

async function refreshStored(
  parts: TokenRenewalParts,
  { tokens, isReplaced, onRenewed }: RenewingPage,
  isFresh: () => boolean,
): Promise<Renewal> {
  // Read inside the lock: another tab may have replaced the token this tab knew.
  let current = tokens.refresh();
  while (current) {
    const answer = await parts.refresh(current);
    if (isReplaced()) return "another";
    if (tokens.refresh() === current) {
      if (answer !== "refused") onRenewed(answer);
      return answer === "refused" ? "refused" : "renewed";
    }
    // The user logged out or logged in again meanwhile: the answer belongs to a session that is no longer ours, and a
    // refusal says nothing about the one stored now.
    current = tokens.refresh();
    if (current && isFresh()) return "renewed";
  }
  return "refused";
}
