import { Button } from "@daymark/ui/button";
import { DayMark, type DayMarkResult } from "@daymark/ui/day-mark";
import { useLingui } from "@lingui/react/macro";
import { showTool } from "../command/tools.ts";
import { hueStyle } from "../habit/hues.ts";

interface LegendBodyProps {
  open: boolean;
  /** Called if the legend cannot be fetched. */
  onClose: () => void;
}

/** The meaning of the marks, and the keys. */
export default function LegendBody({ open }: LegendBodyProps) {
  const { t } = useLingui();
  if (!open) return null;
  const marks: { result: DayMarkResult; words: string; value?: string; share?: number; isAssumed?: boolean }[] = [
    { result: "achieved", words: t`Goal achieved` },
    { result: "awaiting", words: t`Goal awaiting, today`, value: "12", share: 0.6 },
    { result: "covered", words: t`Covered by other days` },
    { result: "not_achieved", words: t`Goal not achieved` },
    { result: "not_exceeded", words: t`Limit not exceeded` },
    { result: "not_exceeded", words: t`Limit not exceeded, assumed`, isAssumed: true },
    { result: "exceeded", words: t`Limit exceeded` },
    { result: "skipped", words: t`Skipped` },
    { result: "rest", words: t`Day off, or not needed` },
    { result: "upcoming", words: t`Upcoming` },
  ];
  return (
    <div className="grid gap-x-12 gap-y-5 pt-1 pb-5 md:grid-cols-2">
      <ul
        className="grid grid-cols-2 gap-x-4 gap-y-2.5 self-start"
        style={{ ...hueStyle(225), "--mark": "1.75rem" } as object}
      >
        {marks.map(({ words, ...mark }) => (
          <li key={words} className="flex items-center gap-3 leading-tight">
            <DayMark {...mark} />
            {words}
          </li>
        ))}
        <li className="flex items-center gap-3 leading-tight">
          <span className="relative">
            <DayMark result="achieved" />
            <span aria-hidden="true" className="calendar-note" />
          </span>
          {t`Has a note`}
        </li>
        <li className="flex items-center gap-3 leading-tight">
          <span aria-hidden="true" className="w-(--mark) text-center text-[0.6875rem] text-ink-muted">
            5?
          </span>
          {t`Assumed days in a streak`}
        </li>
        <li className="flex items-center gap-3 leading-tight">
          <span className="relative">
            <DayMark result="achieved" />
            <span aria-hidden="true" className="calendar-waiting" />
          </span>
          {t`Waiting to be saved`}
        </li>
      </ul>
      {/* On a touch screen, one gesture replaces the keys. */}
      <p className="hidden pointer-coarse:block">{t`Press a day to record its goal or, for a bad habit, that there was none. Press it again, or hold it, to change it, skip it or add a note.`}</p>
      <div className="pointer-coarse:hidden flex flex-col gap-4 self-start">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 leading-snug">
          <Keys keys="← ↑ → ↓">{t`move from day to day; with Shift, select several`}</Keys>
          <Keys keys="0–9">{t`start an entry; Enter saves it and moves on`}</Keys>
          <Keys keys={t`Space`}>{t`record the goal and move on`}</Keys>
          <Keys keys="Enter">{t`edit, or check off`}</Keys>
          <Keys keys="S, N, Y">{t`skip, note, same as yesterday`}</Keys>
          <Keys keys="Ctrl+Z">{t`undo; with Shift, redo`}</Keys>
          <Keys keys="Ctrl+K">{t`all commands`}</Keys>
        </dl>
        <Button size="small" aria-haspopup="dialog" className="self-start" onClick={() => showTool("shortcuts")}>
          {t`All keyboard shortcuts`}
        </Button>
      </div>
    </div>
  );
}

function Keys({ keys, children }: { keys: string; children: string }) {
  return (
    <>
      <dt>
        <kbd className="whitespace-nowrap font-sans font-[560] text-ink">{keys}</kbd>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
