import { createFileRoute } from "@tanstack/react-router";
import { Apps } from "../../../features/operator/admin/apps.tsx";
import type { HistorySearch } from "../../../features/operator/admin/history/history-search.ts";

export const Route = createFileRoute("/_admin/admin/apps")({
  // The page validates it, so that the rules are not part of every page's first load.
  validateSearch: (given: Record<string, unknown>): HistorySearch => given,
  // The history has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: Apps,
});
