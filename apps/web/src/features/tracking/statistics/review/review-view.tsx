import type { Review } from "@daymark/domain/review/review";
import type { Habit } from "@daymark/domain/tracking/habit";
import { EmptyState } from "@daymark/ui/empty-state";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import { useMemo, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { archivedHabits } from "../../calendar/queries.ts";
import { YearStepper } from "../../share/year-stepper.tsx";
import { LoadFailed } from "../plot/load-failed.tsx";
import { reviewHabits } from "./habit-figures.ts";
import { HabitSection } from "./habit-section.tsx";
import { ReviewFigures } from "./review-figure-list.tsx";
import { reviewFigures } from "./review-figures.ts";
import { SharedReview } from "./shared-review.tsx";

interface ReviewViewProps {
  /** The active habits. */
  habits: readonly Habit[];
  today: string;
}

/** A year in review: its figures, a picture to share, a sheet to print, and each habit. */
export function ReviewView({ habits, today }: ReviewViewProps) {
  const thisYear = Number(today.slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const review = trpc.habit.review.useQuery({ year });
  const archived = trpc.habit.list.useQuery(archivedHabits);
  const [firstYear, setFirstYear] = useState(thisYear);
  // The stepper keeps its range while another year loads.
  const known = review.data?.first_year ?? firstYear;
  if (known < firstYear) setFirstYear(known);
  const error = (review.data ? null : review.error) ?? (archived.data ? null : archived.error);
  const all = useMemo(() => [...habits, ...(archived.data?.results ?? [])], [habits, archived.data]);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <YearStepper year={year} first={Math.min(firstYear, known)} last={thisYear} onYearChange={setYear} />
      {error ? (
        <LoadFailed error={error} onRetry={() => Promise.all([review.refetch(), archived.refetch()])} />
      ) : review.data && archived.data ? (
        <ReviewOfYear key={year} review={review.data} habits={all} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function ReviewOfYear({ review, habits }: { review: Review; habits: readonly Habit[] }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const known = useMemo(() => reviewHabits(review, habits), [review, habits]);
  const figures = useMemo(() => {
    const byId = new Map(known.map(({ habit }) => [habit.id, habit]));
    return reviewFigures({ review, habits: byId, i18n, format });
  }, [review, known, i18n, format]);
  const year = String(review.year);
  if (known.length === 0) {
    return (
      <EmptyState
        icon={<CalendarX2 />}
        title={t`Nothing in ${{ year }}`}
        text={t`No habit has a day in this year that counts.`}
      />
    );
  }
  return (
    <>
      <ReviewFigures figures={figures} span={format.range(review.from, review.to)} />
      <SharedReview review={review} habits={known} figures={figures} />
      <HabitSection habits={known} year={year} />
    </>
  );
}
