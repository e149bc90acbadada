/** The path of a request's address as the client sent it, without query and fragment. */
export function pathOf(url: string): string {
  return /^[^?#]*/.exec(url)?.[0] ?? "";
}

/**
 * Whether a path is still encoded after one decoding. No call is served under such a path: code that decodes it a
 * second time would see a name that the earlier checks did not see.
 *
 * @param url as the client sent it
 */
export function isEncodedTwice(url: string): boolean {
  if (!url.includes("%")) return false;
  try {
    return decodeURIComponent(pathOf(url)).includes("%");
  } catch {
    // The path is not UTF-8, so no route matches it either.
    return true;
  }
}

const printableLengthMax = 200;

/**
 * The path for a log, as the client sent it. Control characters stay encoded, because Node's parser refuses bare ones.
 * Parts that may be a token or a password are hidden.
 */
export function printablePath(url: string): string {
  const path = pathOf(url.slice(0, 4 * printableLengthMax));
  const shown = path.replace(tokenLike, (run) => (isToken(run) ? "[hidden]" : run));
  return shown.length > printableLengthMax ? `${shown.slice(0, printableLengthMax)}…` : shown;
}

/** A password has 8 characters or more; a token has 16 or more, of base64url with the dots of a JWT. */
const tokenLike = /[\w.~=-]{8,}/g;

/** Words, names of procedures, numbers and dates are no tokens. */
function isToken(run: string): boolean {
  return /[\dA-Z]/.test(run) && !/^[a-z]+(\.[a-z]+)+$/i.test(run) && !/^[\d-]+$/.test(run);
}
