import type { Layout } from "@daymark/domain/tracking/dashboard";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";

/** A skeleton of the calendar while its habits load. */
export function CalendarSkeleton({ layout, days }: { layout: Layout; days: number }) {
  const { t } = useLingui();
  if (layout === "year") {
    return (
      <div aria-busy="true" className="flex flex-col gap-6 px-3 pt-6 pb-6 sm:px-4">
        <p className="sr-only" role="status">{t`Loading your habits`}</p>
        {Array.from({ length: 3 }, (_, row) => (
          <Skeleton key={row} className="h-36" />
        ))}
      </div>
    );
  }
  const rows = layout === "horizontal" ? 4 : 7;
  const columns = layout === "horizontal" ? days : 4;
  return (
    <div aria-busy="true" className="overflow-hidden px-3 pt-6 pb-6">
      <p className="sr-only" role="status">{t`Loading your habits`}</p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-12 items-center gap-3">
          <Skeleton className={layout === "horizontal" ? "h-8 w-28 shrink-0 sm:w-56" : "h-7 w-16 shrink-0"} />
          <div className="flex min-w-0 flex-1 justify-between gap-1 overflow-hidden">
            {Array.from({ length: columns }, (_, column) => (
              <Skeleton key={column} className="size-7 shrink-0 rounded-lg!" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
