import type { ReactNode } from "react";
import { classes } from "./classes.ts";

declare module "react" {
  interface CSSProperties {
    /** Hue of a habit in degrees: all `habit` colors inside depend on it. */
    "--h"?: number;
    /** Filled part of a day mark, as a percentage. */
    "--fill"?: string;
  }
}

/** The result of a day; the names are those of the API. */
export type DayMarkResult =
  | "none"
  | "upcoming"
  | "skipped"
  | "rest"
  | "achieved"
  | "covered"
  | "awaiting"
  | "not_achieved"
  | "not_exceeded"
  | "exceeded";

interface DayMarkProps {
  result: DayMarkResult;
  /** The recorded number in small type; without it the mark shows the result's glyph. */
  value?: string | undefined;
  /** A line below the number, such as the second word of «2,3 тис.». */
  word?: ReactNode;
  /** Reached part of the goal, 0 to 1: how far the mark is filled while the goal is not achieved. */
  share?: number;
  /** True if a bad habit's day counts as kept without a record: it shows an empty ring and not a check. */
  isAssumed?: boolean;
  className?: string | undefined;
}

/**
 * One day of one habit. Glyph, fill, border and shape each distinguish the results, so color is never needed: good
 * habits are squares that fill up, bad habits are circles that stay empty. Decorative: the surrounding cell has the
 * text. Takes its hue from `--h` of an ancestor, and its size from `--mark` and `--mark-text` if these are set.
 */
export function DayMark({ result, value, word, share = 0, isAssumed = false, className }: DayMarkProps) {
  const fill = result === "awaiting" || result === "not_achieved" ? Math.min(1, Math.max(0, share)) : 0;
  return (
    <span
      aria-hidden="true"
      data-result={result}
      data-assumed={isAssumed || undefined}
      className={classes(base, isAssumed ? assumed : looks[result], fill > 0 && "day-mark-fill", className)}
      style={fill > 0 ? { "--fill": `${Math.round(fill * 100)}%` } : undefined}
    >
      {value ? (
        <span className={valueClass(result, value)}>
          {value}
          {word}
        </span>
      ) : isAssumed ? null : (
        glyphs[result]
      )}
    </span>
  );
}

// Nothing in a mark is positioned or clipped: the browser makes a layer for each such element, and a calendar of fifty
// habits shows several hundred marks.
const base =
  "inline-grid size-[var(--mark,2.25rem)] shrink-0 place-items-center align-middle text-[length:var(--mark-text,0.8125rem)] " +
  "font-[600] leading-none [&_svg]:size-[44%] [&_svg]:overflow-visible";

/** Text too long for the mark, or for the space inside the double border, is shown in smaller type and not cut off. */
function valueClass(result: DayMarkResult, value: string): string {
  const size = value.length < 3 ? "" : result === "exceeded" ? "text-[0.8em]" : value.length > 3 ? "text-[0.92em]" : "";
  return classes("max-w-full whitespace-nowrap", size && "tracking-[-0.04em]", size);
}

const square = "rounded-[27%]";
const round = "rounded-full";

// Forced colors remove fills and hatches; shape and border style then distinguish the results. Only the fill of an
// achieved day stays, in the selection colors.
const looks: Record<DayMarkResult, string> = {
  none: square,
  upcoming: `${square} border border-line border-dotted`,
  skipped: `${square} text-ink-muted`,
  rest: `${square} text-ink-muted`,
  achieved: `${square} bg-habit text-habit-ink forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]`,
  covered: `${square} bg-habit-soft text-habit-text forced-colors:border-2`,
  awaiting: `${square} border-[1.5px] border-habit-line border-dashed text-habit-text forced-colors:border-2`,
  not_achieved: `${square} border border-line text-ink-muted forced-colors:border-2`,
  not_exceeded: `${round} border-[1.5px] border-habit-line bg-habit-soft text-habit-text forced-colors:border-2`,
  exceeded: `${round} day-mark-hatch border-[3px] border-danger-text border-double text-danger-text forced-colors:border-4`,
};

const assumed = `${round} border-2 border-habit-line border-dotted text-habit-text`;

const glyphs: Record<DayMarkResult, ReactNode> = {
  none: null,
  upcoming: null,
  skipped: glyph("m4 4.5 3.5 3.5L4 11.5M8.5 4.5 12 8l-3.5 3.5"),
  rest: glyph("M8 8h.01", 5),
  covered: glyph("M3.5 8.8q2.2-3 4.5-.8t4.5-.8"),
  achieved: glyph("m3.2 8.4 3.1 3.1 6.5-6.8"),
  awaiting: null,
  not_achieved: glyph("M5 8h6"),
  not_exceeded: glyph("m4 8.3 2.7 2.7L12 5.4"),
  exceeded: glyph("m5 5 6 6m0-6-6 6"),
};

function glyph(path: string, strokeWidth = 2): ReactNode {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
