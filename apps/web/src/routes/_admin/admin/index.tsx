import { createFileRoute } from "@tanstack/react-router";
import { Findings } from "../../../features/operator/admin/findings.tsx";
import { Overview } from "../../../features/operator/admin/overview.tsx";
import { OverviewTrends } from "../../../features/operator/site-statistics/overview-trends.tsx";

export const Route = createFileRoute("/_admin/admin/")({ component: OverviewWithTrends });

function OverviewWithTrends() {
  return (
    <Overview findings={<Findings />}>
      <OverviewTrends />
    </Overview>
  );
}
