import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { PageHead } from "../../lib/head.tsx";

export const Route = createFileRoute("/_user/dashboard")({
  loader: ({ context }) => context.languages.need("dashboard"),
  component: Dashboard,
});

function Dashboard() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Dashboard`} />
      <h1 className="text-3xl">{t`Dashboard`}</h1>
    </>
  );
}
