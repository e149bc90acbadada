/** Session storage key: the page of a mailed link and its token. */
const key = "linkToken";

/**
 * Keeps the token for a reload of its page. The history does not hold it, because the next user of the tab could go
 * back.
 */
export function keepLinkToken(path: string, token: string): void {
  sessionStorage.setItem(key, `${path} ${token}`);
}

/** @returns an empty text if this tab has none for that page */
export function readLinkToken(path: string): string {
  const [page, token = ""] = (sessionStorage.getItem(key) ?? "").split(" ");
  return page === path ? token : "";
}

/** Called when the token is used, when the user leaves its page, and when a session begins or ends. */
export function forgetLinkToken(): void {
  sessionStorage.removeItem(key);
}
