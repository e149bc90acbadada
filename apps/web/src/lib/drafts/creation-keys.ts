import { newId } from "../page/new-id.ts";

/** Prefix of the session storage keys for creations that were sent and not answered. */
const creationPrefix = "creation:";

/**
 * The Idempotency-Key of a creation: the same for the same content, until it is created. Stored for this tab, as the
 * drafts are, so that a user who reloads after a lost answer and sends the draft again creates nothing twice.
 *
 * @param content what is created, where, and by whom
 */
export function creationKey(content: string): string {
  const name = creationPrefix + content;
  const key = sessionStorage.getItem(name) ?? newId();
  sessionStorage.setItem(name, key);
  return key;
}

/** Called once it is created: the same content is another creation from now on. */
export function forgetCreation(content: string): void {
  sessionStorage.removeItem(creationPrefix + content);
}

/** The content belongs to its writer. */
export function forgetCreations(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(creationPrefix)) sessionStorage.removeItem(name);
}
