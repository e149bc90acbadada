/** Of the local storage: what an admin has written of a post and could not save yet; whose it is comes next. */
export const writingPrefix = "writing:";

/** What was written goes with its writer, where they end the session themselves. */
export function forgetWritings(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(writingPrefix)) localStorage.removeItem(name);
}
