import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { readSearch } from "../../features/tracking/calendar/grid/search.ts";
import { warmDashboard } from "../../features/tracking/calendar/queries.ts";
import { Dashboard } from "../../features/tracking/dashboard/dashboard.tsx";
import { PageHead } from "../../lib/head.tsx";

const catalogs = ["dashboard"] as const;

export const Route = createFileRoute("/_user/dashboard")({
  staticData: { catalogs },
  validateSearch: readSearch,
  // The router merges the validated search with the search of the address, so invalid parameters have to be removed again.
  loaderDeps: ({ search }) => ({ month: readSearch({ ...search }).month }),
  loader: async ({ context, deps: { month } }) => {
    warmDashboard(context, month);
    await context.languages.need(...catalogs);
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
