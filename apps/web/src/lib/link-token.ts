/** Of the session storage: the page of a mailed link that this tab has open, and the link's token. */
const key = "linkToken";

/** For a reload of its page; a token is never in the history, where whoever goes back would find it. */
export function keepLinkToken(path: string, token: string): void {
  sessionStorage.setItem(key, `${path} ${token}`);
}

/** @returns an empty text where this tab has none for that page */
export function readLinkToken(path: string): string {
  const [page, token = ""] = (sessionStorage.getItem(key) ?? "").split(" ");
  return page === path ? token : "";
}

/** The token is used, its page is left, or a session begins or ends: the next person in this tab must not find it. */
export function forgetLinkToken(): void {
  sessionStorage.removeItem(key);
}
