import { createFileRoute, notFound } from "@tanstack/react-router";

/** The browser shows this for unknown addresses. The route itself is not found either, so that a reload gets a 404. */
export const Route = createFileRoute("/not-found")({
  beforeLoad: () => {
    throw notFound();
  },
});
