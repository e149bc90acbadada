/** Local storage prefix for text of a post that an admin could not save yet; the id of the owner follows. */
export const writingPrefix = "writing:";

/** Unsaved text is removed if its writer ends the session. */
export function forgetWritings(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(writingPrefix)) localStorage.removeItem(name);
}
