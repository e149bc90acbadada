/**
 * Copies a text to the clipboard.
 *
 * @returns false if the browser refuses it, or has no clipboard for pages, as over plain HTTP from another machine
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
