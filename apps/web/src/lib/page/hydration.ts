import { useEffect } from "react";

let tellHydrated = () => {};

/**
 * Resolves once React has hydrated everything that the server rendered of the first page. Never resolves on the server.
 */
export const pageHydrated = new Promise<void>((resolve) => {
  tellHydrated = resolve;
});

/**
 * Reports that the page is hydrated. React hydrates a page from the outside inwards, so the innermost component that
 * the server renders calls it: the head of a page, or the placeholder of ../browser-only.tsx.
 */
export function useHydrationReport() {
  useEffect(() => tellHydrated(), []);
}
