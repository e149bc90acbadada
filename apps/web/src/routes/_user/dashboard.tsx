import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { readSearch } from "../../features/tracking/calendar/grid/search.ts";
import { warmDashboard } from "../../features/tracking/calendar/queries.ts";
import { monthOf } from "../../features/tracking/clock/month.ts";
import { pageClock } from "../../features/tracking/clock/today.ts";
import { Dashboard } from "../../features/tracking/dashboard/dashboard.tsx";
import { PageHead } from "../../lib/head.tsx";

export const Route = createFileRoute("/_user/dashboard")({
  validateSearch: readSearch,
  // The router merges the validated search with that of the address, so invalid parameters have to be removed again.
  loaderDeps: ({ search }) => ({ month: readSearch({ ...search }).month }),
  loader: async ({ context, deps: { month } }) => {
    const today = pageClock().read();
    warmDashboard(context, month ?? monthOf(today), today);
    // The reasons of failures are in "messages", which cannot be fetched without a network.
    await context.languages.need("dashboard", "messages");
  },
  component: DashboardPage,
});

function DashboardPage() {
  const { t } = useLingui();
  const given = Route.useSearch();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  return (
    <>
      <PageHead title={t`Dashboard`} />
      <Dashboard search={search} />
    </>
  );
}
