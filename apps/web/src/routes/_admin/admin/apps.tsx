import { createFileRoute } from "@tanstack/react-router";
import { Apps } from "../../../features/operator/admin/apps.tsx";
import type { HistorySearch } from "../../../features/operator/admin/history/history-search.ts";
import { unvalidated } from "../../../features/operator/admin/list/search-texts.ts";

export const Route = createFileRoute("/_admin/admin/apps")({
  validateSearch: unvalidated<HistorySearch>("hours"),
  // The history has the controls of the statistics' pictures.
  loader: ({ context }) => context.languages.need("statistics"),
  component: Apps,
});
