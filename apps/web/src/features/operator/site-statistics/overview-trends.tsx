import type { Trends } from "@daymark/domain/operator/operator-view";
import { linkClass } from "@daymark/ui/link";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../../account/settings/refusal.tsx";
import { hueStyle } from "../../tracking/habit/hues.ts";
import { FigureList } from "./figure-list.tsx";
import { Sparkline } from "./sparkline.tsx";

/** Whole days change at midnight; the job may count them again for an hour. */
const refreshMs = 600_000;

/** The last 28 whole days on the overview: each figure with its change and its course. */
export function OverviewTrends() {
  const query = trpc.overview.getTrends.useQuery({}, { refetchInterval: refreshMs });
  const format = useFormat();
  const range = query.data && format.range(query.data.from, query.data.to);
  return (
    <section aria-labelledby="trends-heading" className="mt-8" style={hueStyle(250)}>
      <h2 id="trends-heading" className="text-xl">
        <Trans>Trends</Trans>
      </h2>
      <p className="mt-1 mb-3 min-h-[1lh] text-sm text-ink-muted">
        {range ? (
          <Trans>
            {range} (UTC), compared with the 28 days before. Day by day in the{" "}
            <Link to="/statistics" className={linkClass}>
              statistics
            </Link>
            .
          </Trans>
        ) : null}
      </p>
      <Refusal error={query.error} />
      {query.isPending ? (
        <div aria-busy="true" className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-36 rounded-card" />
          ))}
        </div>
      ) : null}
      {query.data ? <Figures trends={query.data} /> : null}
    </section>
  );
}

function Figures({ trends }: { trends: Trends }) {
  const { t } = useLingui();
  const named = [
    ["sign_ups", t`New users`],
    ["active", t`Active users a day`],
    ["entries", t`Recorded entries`],
    ["requests", t`New feature requests`],
  ] as const;
  return (
    <FigureList
      figures={named.map(([key, name]) => ({
        key,
        name,
        figure: trends[key],
        note: <Sparkline values={trends[key].days.map(({ amount }) => amount)} />,
      }))}
    />
  );
}
