import { useEffect } from "react";
import { tellHydrated } from "./hydration.ts";

/**
 * Reports that the page is hydrated. React hydrates a page from the outside inwards, so the innermost component that
 * the server renders calls it: the head of a page, or the placeholder of ../browser-only.tsx.
 */
export function useHydrationReport() {
  useEffect(() => tellHydrated(), []);
}
