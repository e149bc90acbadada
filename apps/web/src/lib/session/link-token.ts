/** The key of the session storage under which the page of a mailed link and its token are. */
const key = "linkToken";

/** Keeps the token for a reload of its page. It is not kept in the history, because the next person of the tab could go back. */
export function keepLinkToken(path: string, token: string): void {
  sessionStorage.setItem(key, `${path} ${token}`);
}

/** @returns an empty text where this tab has none for that page */
export function readLinkToken(path: string): string {
  const [page, token = ""] = (sessionStorage.getItem(key) ?? "").split(" ");
  return page === path ? token : "";
}

/** To be called when the token is used, when its page is left, and when a session begins or ends. */
export function forgetLinkToken(): void {
  sessionStorage.removeItem(key);
}
