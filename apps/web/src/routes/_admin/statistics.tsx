import { createFileRoute } from "@tanstack/react-router";
import { unvalidated } from "../../features/operator/admin/list/search-texts.ts";
import type { SiteSearch } from "../../features/operator/site-statistics/search.ts";
import { SiteStatistics } from "../../features/operator/site-statistics/site-statistics.tsx";

export const Route = createFileRoute("/_admin/statistics")({
  validateSearch: unvalidated<SiteSearch>("view", "days", "from", "to"),
  loader: ({ context }) => context.languages.need("dashboard", "statistics"),
  component: SiteStatistics,
});
