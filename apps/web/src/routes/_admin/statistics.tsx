import { createFileRoute } from "@tanstack/react-router";
import { readSiteSearch } from "../../features/operator/site-statistics/search.ts";
import { SiteStatistics } from "../../features/operator/site-statistics/site-statistics.tsx";

export const Route = createFileRoute("/_admin/statistics")({
  validateSearch: readSiteSearch,
  loader: ({ context }) => context.languages.need("dashboard", "statistics"),
  component: SiteStatistics,
});
