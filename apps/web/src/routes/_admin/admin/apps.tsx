import { createFileRoute } from "@tanstack/react-router";
import { Apps } from "../../../features/operator/admin/apps.tsx";
import { readHistorySearch } from "../../../features/operator/admin/history/history-search.ts";

export const Route = createFileRoute("/_admin/admin/apps")({
  validateSearch: readHistorySearch,
  // The history has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: Apps,
});
