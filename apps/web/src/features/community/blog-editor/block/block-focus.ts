/** What of a block takes the focus: its text, or the first thing that can be done with it. */
export function mainOf(key: string): HTMLElement | null {
  return (
    document.getElementById(`${key}-main`) ??
    document.querySelector<HTMLElement>(`[data-block="${key}"] [aria-haspopup="menu"]`)
  );
}
