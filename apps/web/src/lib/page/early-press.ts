declare global {
  interface Window {
    earlyPress?: { button: HTMLElement | undefined; listener: (event: Event) => void };
  }
}

/**
 * Runs in the head. Until the page's own script is loaded, it stores the last pressed button that does nothing without
 * scripts. Plain and constant: the Content-Security-Policy allows it by its hash.
 */
export const earlyPressScript = `(function(w){var p=w.earlyPress={listener:function(e){p.button=e.target.closest("button[type=button]")||p.button}};w.addEventListener("click",p.listener,true)})(window);`;

/**
 * Called when React begins to listen to events, from which on no press is lost.
 *
 * @returns a function that repeats the earlier press; called when the page is hydrated
 */
export function takeEarlyPress(): () => void {
  const { earlyPress } = window;
  if (!earlyPress) return () => {};
  removeEventListener("click", earlyPress.listener, true);
  return () => {
    if (earlyPress.button?.isConnected) earlyPress.button.click();
  };
}
