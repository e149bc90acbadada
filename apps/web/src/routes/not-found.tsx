import { createFileRoute, notFound } from "@tanstack/react-router";

/** Where the browser shows what leads nowhere. Asked for by itself it leads nowhere either, so that no reload finds it. */
export const Route = createFileRoute("/not-found")({
  beforeLoad: () => {
    throw notFound();
  },
});
