import { fromDayNumber } from "@daymark/domain/base/day";
import type { SiteStatistics as Statistics } from "@daymark/domain/operator/site-statistics";
import { EmptyState } from "@daymark/ui/empty-state";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import CloudOff from "lucide-react/icons/cloud-off";
import Hourglass from "lucide-react/icons/hourglass";
import { ChoiceLinks } from "../../../lib/form/choice-links.tsx";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { FailedState } from "../../tracking/offline/failed-state.tsx";
import { AdminPage } from "../admin/admin-page.tsx";
import { HabitsView } from "./habits-view.tsx";
import { rangeOf } from "./range.ts";
import { RangeChoice } from "./range-choice.tsx";
import { readSiteSearch, type SiteSearch, siteViews } from "./search.ts";
import "./site-statistics.css";
import { UsersView } from "./users-view.tsx";

const route = getRouteApi("/_admin/statistics");
/** The interval in which new numbers can appear. */
const refetchMilliseconds = 60_000;
const dayMilliseconds = 86_400_000;

/** Totals of the whole product: accounts and habits, over a range of days. */
export function SiteStatistics() {
  const { t } = useLingui();
  const search = readSiteSearch(route.useSearch() as Record<string, unknown>);
  const today = fromDayNumber(Math.floor(Date.now() / dayMilliseconds));
  const statistics = trpc.siteStatistics.get.useQuery(rangeOf(search, today), {
    placeholderData: keepPreviousData,
    refetchInterval: refetchMilliseconds,
  });
  return (
    <AdminPage title={t`Statistics`} intro={t`All accounts and habits in numbers. Days are in UTC.`}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <Views search={search} />
          <RangeChoice search={search} today={today} />
        </div>
        {statistics.data ? (
          <Shown statistics={statistics.data} search={search} isOld={statistics.isPlaceholderData} />
        ) : statistics.error ? (
          <FailedState
            icon={<CloudOff />}
            title={t`The statistics could not be loaded`}
            text={t`Nothing is lost. Try again in a moment.`}
            onRetry={() => statistics.refetch()}
          />
        ) : (
          <div aria-busy="true" className="flex flex-col gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-56" />
          </div>
        )}
      </div>
    </AdminPage>
  );
}

function Views({ search }: { search: SiteSearch }) {
  const { t } = useLingui();
  const names = { users: t`Users`, habits: t`Habits` };
  const { view: shown = "users", ...range } = search;
  return (
    <ChoiceLinks
      to="/statistics"
      label={t`What is counted`}
      choices={siteViews.map((view) => ({
        key: view,
        name: names[view],
        search: { ...range, ...(view !== "users" && { view }) },
        isChosen: view === shown,
      }))}
    />
  );
}

function Shown({ statistics, search, isOld }: { statistics: Statistics; search: SiteSearch; isOld: boolean }) {
  const { t } = useLingui();
  if (statistics.rolled_up_at === null) {
    return (
      <EmptyState
        icon={<Hourglass />}
        title={t`No data yet`}
        text={t`The first numbers appear here within a minute or two.`}
      />
    );
  }
  return (
    <div aria-busy={isOld} className={isOld ? "opacity-60 transition-opacity" : undefined}>
      <Notes statistics={statistics} />
      {search.view === "habits" ? <HabitsView statistics={statistics} /> : <UsersView statistics={statistics} />}
    </div>
  );
}

/** The range, the range it is compared with, and the age of the numbers. */
function Notes({ statistics: { from, to, before, today, rolled_up_at, counted_at } }: { statistics: Statistics }) {
  const { t } = useLingui();
  const format = useFormat();
  const ago = (instant: string) => format.relative(instant, Date.now());
  return (
    <div role="status" className="mb-8 flex max-w-[68ch] flex-col gap-1 text-sm text-ink-muted">
      <p className="text-base font-[560] text-ink">{format.range(from, to)}</p>
      <p>{t`Compared with the days right before: ${{ range: format.range(before.from, before.to) }}.`}</p>
      <p>
        {from <= today && today <= to ? t`Today is not over, so its numbers are still growing.` : null}{" "}
        {rolled_up_at ? t`Updated ${{ ago: ago(rolled_up_at) }}.` : null}{" "}
        {counted_at ? t`Accounts and habits were last counted ${{ ago: ago(counted_at) }}.` : null}
      </p>
    </div>
  );
}
