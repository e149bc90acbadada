import { useHydrated } from "@tanstack/react-router";
import { useState } from "react";
import { useApp } from "./app.ts";
import { NeedsScripts } from "./needs-scripts.tsx";
import { useHydrationReport } from "./page/use-hydration-report.ts";

/**
 * What the document contains where the browser will render the page: the page's title, and a sentence for readers
 * without scripts.
 */
function BrowserPage() {
  useHydrationReport();
  const { withoutScripts } = useApp();
  const isHydrated = useHydrated();
  // After a navigation the document has the title of the layout, until the page sets its own.
  const [isOfDocument] = useState(!isHydrated);
  return (
    <>
      {/* The browser has no titles of other pages. It hydrates with the title that the server sent. */}
      {isOfDocument ? <title>{withoutScripts?.title ?? document.title}</title> : null}
      <NeedsScripts />
    </>
  );
}

/**
 * Route options of a page that only the browser renders. The server renders the placeholder in its place, so that
 * nothing has to wait for the page's data before it may change the document. page/browser-page-titles.ts has the title.
 */
export const browserOnly = {
  ssr: false,
  pendingComponent: BrowserPage,
  // During a navigation the old page stays until the next one is loaded.
  pendingMs: Number.POSITIVE_INFINITY,
  // The router need not show the placeholder for its default of half a second.
  pendingMinMs: 0,
} as const;
