import type { AnyRouter } from "@tanstack/react-router";

/**
 * Calls back when the user navigates to another page, and on a click on a link in `menu` even if it leads to the
 * current page. The first load of a page, or a refetch of its data, must not close a menu that the user has just
 * opened.
 *
 * @returns removes the listeners
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
