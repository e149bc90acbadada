/** Names of what the session storage has of feature requests that are being written. */
const requestPrefix = "request:";

export const requestDraftKey = (name: string) => requestPrefix + name;

/** What is half written belongs to whoever wrote it. */
export function forgetRequestDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(requestPrefix)) sessionStorage.removeItem(name);
}
