import { hasFreeDays } from "@daymark/domain/schedule/history";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { periodAround } from "../habit/period-progress.ts";
import { PresentLine, type RhythmProps } from "./present-line.tsx";

/** Only some habits have a rhythm of more than a day. Its words are in a catalog that comes later than the tooltip. */
export const PastRhythmLine = lazyComponent(
  () => import("./past-rhythm-line.tsx"),
  () => true,
  "statistics",
);

/** How far the habit is in the days that are judged together with a day, such as a week; nothing without any. */
export function RhythmLine(props: RhythmProps) {
  const { habit, rules, day, today } = props;
  const present = periodAround(habit, today);
  const isPresent = present !== null && present.from <= day && day <= present.to;
  if (isPresent) return <PresentLine {...props} />;
  return (
    <>
      {day === today ? <PresentLine {...props} /> : null}
      {hasFreeDays(rules) ? <PastRhythmLine {...props} /> : null}
    </>
  );
}
