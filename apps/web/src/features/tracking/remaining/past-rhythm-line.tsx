import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { partOf } from "../habit/form/period-words.ts";
import { pastRhythmOf } from "./past-rhythm.ts";
import type { RhythmProps } from "./present-line.tsx";

/** "2 of 3, Nov 9 – 15, 2026": how far the habit was in the days that were judged together with a day; nothing without any. */
export default function PastRhythmLine({ habit, rules, entryOn, day, today, className }: RhythmProps) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const rhythm = pastRhythmOf(rules, entryOn, { day, today });
  if (!rhythm) return null;
  const { from, to, done, goal, of } = rhythm;
  const part = of === "days" ? { done: i18n.number(done), goal: i18n.number(goal) } : partOf(i18n, habit, done, goal);
  return (
    <p
      className={className}
    >{t`${{ done: part.done }} of ${{ goal: part.goal }}, ${{ days: format.range(from, to) }}`}</p>
  );
}
