import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ApiProvider } from "../lib/api.tsx";
import { requireGuest } from "../lib/guards.ts";

/** Wraps the pages that are for guests only. */
export const Route = createFileRoute("/_guest")({
  beforeLoad: requireGuest,
  loader: ({ context }) => context.languages.need("messages", "auth"),
  component: () => (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  ),
});
