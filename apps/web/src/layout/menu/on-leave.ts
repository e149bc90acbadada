import type { AnyRouter } from "@tanstack/react-router";

/**
 * Calls back where a person goes elsewhere, and at a press of a link in `menu` even where that leads to this very page.
 * The page's own first load, and its data asked for anew, are no reason to close what somebody has just opened.
 *
 * @returns takes it back
 */
export function onLeave(router: AnyRouter, menu: () => Element | null, callback: () => void): () => void {
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a") && menu()?.contains(target)) callback();
  };
  document.addEventListener("click", onClick);
  const unsubscribe = router.subscribe("onBeforeNavigate", ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) callback();
  });
  return () => {
    document.removeEventListener("click", onClick);
    unsubscribe();
  };
}
