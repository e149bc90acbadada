declare global {
  interface Window {
    earlyPress?: { button: HTMLElement | undefined; listener: (event: Event) => void };
  }
}

/**
 * Runs in the head: remembers the last button that was pressed while the page's own script is still under way, and of
 * which the browser by itself does nothing. Plain and constant: the Content-Security-Policy knows it by its hash.
 */
export const earlyPressScript = `(function(w){var p=w.earlyPress={listener:function(e){p.button=e.target.closest("button[type=button]")||p.button}};w.addEventListener("click",p.listener,true)})(window);`;

/**
 * To be called when React begins to listen, which from then on misses nothing.
 *
 * @returns presses what was pressed before, to be called when the page is alive
 */
export function takeEarlyPress(): () => void {
  const { earlyPress } = window;
  if (!earlyPress) return () => {};
  removeEventListener("click", earlyPress.listener, true);
  return () => {
    if (earlyPress.button?.isConnected) earlyPress.button.click();
  };
}
