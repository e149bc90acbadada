/** Prefix of the session storage keys for feature requests that are being written. */
const requestPrefix = "request:";

export const requestDraftKey = (name: string) => requestPrefix + name;

/** Unfinished requests belong to their writer. */
export function forgetRequestDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(requestPrefix)) sessionStorage.removeItem(name);
}
