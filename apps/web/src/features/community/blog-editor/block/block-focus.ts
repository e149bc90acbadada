/** The element of a block that takes the focus: its text field, or its first control. */
export function mainOf(key: string): HTMLElement | null {
  return (
    document.getElementById(`${key}-main`) ??
    document.querySelector<HTMLElement>(`[data-block="${key}"] [aria-haspopup="menu"]`)
  );
}
