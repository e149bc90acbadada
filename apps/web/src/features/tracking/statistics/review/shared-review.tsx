import type { Review } from "@daymark/domain/review/review";
import { Button } from "@daymark/ui/button";
import { Segmented } from "@daymark/ui/segmented";
import { Skeleton } from "@daymark/ui/skeleton";
import { useLingui } from "@lingui/react/macro";
import Printer from "lucide-react/icons/printer";
import { useMemo, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { AltText } from "../../share/alt-text.tsx";
import type { CardTheme } from "../../share/palette.ts";
import { ScenePreview } from "../../share/scene-preview.tsx";
import { ShareActions } from "../../share/share-actions.tsx";
import { type DataTable, figure, words } from "../plot/data-table.ts";
import { Picture } from "../plot/picture.tsx";
import type { ReviewHabit } from "./habit-figures.ts";
import { type Names, NamesChoice } from "./names-choice.tsx";
import type { ReviewFigure } from "./review-figures.ts";
import { ReviewSheet } from "./review-sheet.tsx";
import { monthNames, useReviewCard } from "./use-review-card.ts";

interface SharedReviewProps {
  review: Review;
  habits: readonly ReviewHabit[];
  figures: readonly ReviewFigure[];
}

/** The year as a picture to save, to share and to print. The browser draws it; names are hidden until their owner shows them. */
export function SharedReview({ review, habits, figures }: SharedReviewProps) {
  const { t } = useLingui();
  const [theme, setTheme] = useState<CardTheme>(() =>
    document.documentElement.dataset.theme === "light" ? "light" : "dark",
  );
  const [names, setNames] = useState<Names>({ areShown: false, hidden: new Set() });
  const named = useMemo(
    () => new Set(names.areShown ? habits.flatMap(({ habit }) => (names.hidden.has(habit.id) ? [] : [habit.id])) : []),
    [habits, names],
  );
  const options = useMemo(() => ({ theme, named }), [theme, named]);
  const card = useReviewCard({ review, habits, figures, options });
  return (
    <Picture
      title={t`The year, day by day`}
      owner={String(review.year)}
      dataTable={useMonthTable(review)}
      summary={t`Created in your browser. Nobody sees it unless you share it.`}
    >
      <div className="flex flex-col gap-5">
        {card ? <ScenePreview scene={card.scene} alt={card.alt} /> : <Skeleton className="aspect-[4/5] w-full" />}
        <Segmented<CardTheme>
          label={t`Colors`}
          options={[
            { value: "light", label: t`Light` },
            { value: "dark", label: t`Dark` },
          ]}
          value={theme}
          onValueChange={setTheme}
          className="w-full sm:w-72"
        />
        <NamesChoice habits={habits.map(({ habit }) => habit)} names={names} onNamesChange={setNames} />
        {card ? (
          <>
            <ShareActions scene={card.scene} alt={card.alt} name={`daymark-review-${review.year}`} pngScale={1}>
              <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
                {t`Print`}
              </Button>
            </ShareActions>
            <AltText text={card.alt} />
            <ReviewSheet review={review} habits={habits} figures={figures} named={named} />
          </>
        ) : null}
      </div>
    </Picture>
  );
}

/** The squares in numbers, month by month. */
function useMonthTable(review: Review): DataTable {
  const { t } = useLingui();
  const format = useFormat();
  const names = monthNames(format);
  const exact = (value: number) => format.number(value);
  return {
    caption: t`The year, day by day`,
    columns: [
      { name: t`Month` },
      ...[t`Active days`, t`Days done`, t`Days that count`, t`Days within limits`, t`Days with a limit`].map(
        (name) => ({
          name,
          isNumber: true,
        }),
      ),
    ],
    rows: review.months.map((month) => [
      words(names[Number(month.month.slice(5)) - 1] ?? "", month.month),
      ...(["active_days", "done_days", "due_days", "kept_days", "limit_days"] as const).map((name) =>
        figure(month[name], exact),
      ),
    ]),
  };
}
