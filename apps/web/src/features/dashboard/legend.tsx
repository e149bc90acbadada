import { DayMark, type DayMarkResult } from "@daymark/ui/day-mark";
import { useLingui } from "@lingui/react/macro";
import { hueStyle } from "../habit/hues.ts";

/** What the marks mean, and the keys. Folded away: who knows them needs no reminder. */
export function Legend() {
  const { t } = useLingui();
  const marks: { result: DayMarkResult; words: string; value?: string; share?: number }[] = [
    { result: "achieved", words: t`Goal achieved` },
    { result: "awaiting", words: t`Goal awaiting, today`, value: "12", share: 0.6 },
    { result: "not_achieved", words: t`Goal not achieved` },
    { result: "not_exceeded", words: t`Limit not exceeded` },
    { result: "exceeded", words: t`Limit exceeded` },
    { result: "skipped", words: t`Skipped` },
    { result: "rest", words: t`Day off` },
    { result: "upcoming", words: t`Upcoming` },
  ];
  return (
    <details className="group/legend border-t border-line px-4 text-sm text-ink-muted">
      <summary className="flex min-h-11 w-fit items-center gap-2 rounded-lg font-[530] hover:text-ink">
        <span aria-hidden="true" className="transition-transform group-open/legend:rotate-90">
          ›
        </span>
        {t`Marks and keys`}
      </summary>
      <div className="grid gap-x-12 gap-y-5 pt-1 pb-5 md:grid-cols-2">
        <ul
          className="grid grid-cols-2 gap-x-4 gap-y-2.5 self-start"
          style={{ ...hueStyle(225), "--mark": "1.75rem" } as object}
        >
          {marks.map(({ words, ...mark }) => (
            <li key={mark.result} className="flex items-center gap-3 leading-tight">
              <DayMark {...mark} />
              {words}
            </li>
          ))}
        </ul>
        {/* A finger has one gesture instead of the keys. */}
        <p className="hidden pointer-coarse:block">{t`Press and hold a day to skip it or to add a note.`}</p>
        <dl className="pointer-coarse:hidden grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 self-start leading-snug">
          <Keys keys="← ↑ → ↓">{t`move from day to day`}</Keys>
          <Keys keys="Home, End">{t`ends of the row; with Ctrl, of the calendar`}</Keys>
          <Keys keys="Page Up, Page Down">{t`a month back or forward; with Shift, a year`}</Keys>
          <Keys keys="0–9">{t`start an entry; Enter saves it and moves on`}</Keys>
          <Keys keys="Enter">{t`edit, or check off`}</Keys>
          <Keys keys="F2">{t`note and skip; so does a right click`}</Keys>
          <Keys keys="Backspace">{t`clear`}</Keys>
          <Keys keys="Ctrl+Z">{t`undo; with Shift, redo`}</Keys>
        </dl>
      </div>
    </details>
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
