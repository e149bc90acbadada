import { createFileRoute } from "@tanstack/react-router";
import { AdminFrame } from "../features/operator/admin/admin-frame.tsx";
import { browserOnly } from "../lib/browser-only.tsx";
import { requireAdmin } from "../lib/guards.ts";

/**
 * Wraps every admin page; for other users these pages do not exist. The server renders only the shell: it knows no
 * caller.
 */
export const Route = createFileRoute("/_admin")({
  ...browserOnly,
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.languages.need("admin", "moderation", "settings", "messages"),
  component: AdminFrame,
});
