import type { ReactNode } from "react";
import { classes } from "./classes.ts";

declare module "react" {
  interface CSSProperties {
    /** Hue of a habit in degrees: all `habit` colours inside follow it. */
    "--h"?: number;
  }
}

/** What a day came to; the words are the contract's. */
export type DayMarkResult =
  | "none"
  | "upcoming"
  | "skipped"
  | "rest"
  | "achieved"
  | "awaiting"
  | "not_achieved"
  | "not_exceeded"
  | "exceeded";

interface DayMarkProps {
  result: DayMarkResult;
  /** The recorded number, written small; without one the result's glyph stands alone. */
  value?: string | undefined;
  /** Part of the goal that is reached, 0 to 1: how far the mark is filled while it is not achieved. */
  share?: number;
  className?: string;
}

/**
 * One day of one habit. Glyph, fill, border and shape each tell the results apart, so nothing rests on colour:
 * good habits are squares that fill up, bad habits are rounds that stay clear. Decorative: the cell around it has
 * the words. Takes its hue from `--h` of an ancestor.
 */
export function DayMark({ result, value, share = 0, className }: DayMarkProps) {
  const fill = result === "awaiting" || result === "not_achieved" ? Math.min(1, Math.max(0, share)) : 0;
  return (
    <span aria-hidden="true" data-result={result} className={classes(base, looks[result], className)}>
      {fill > 0 ? (
        <span className="absolute inset-x-0 bottom-0 bg-habit-soft" style={{ height: `${Math.round(fill * 100)}%` }} />
      ) : null}
      {value ? <span className="relative max-w-full truncate px-0.5">{value}</span> : glyphs[result]}
    </span>
  );
}

const base =
  "relative grid size-9 place-items-center overflow-hidden rounded-[0.6rem] text-[0.8125rem] font-[600] leading-none " +
  "tabular-nums transition-[background-color,border-color,color,transform] duration-120 forced-colors:border-2 [&_svg]:relative [&_svg]:size-4";

const looks: Record<DayMarkResult, string> = {
  none: "",
  upcoming: "border border-line/60 border-dashed",
  skipped: "text-ink-muted",
  rest: "text-ink-muted",
  achieved: "bg-habit text-habit-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]",
  awaiting: "border-[1.5px] border-habit-line border-dashed text-habit-text",
  not_achieved: "border border-line bg-sunken text-ink-muted",
  not_exceeded: "rounded-full border-2 border-habit-line bg-habit-soft text-habit-text",
  exceeded: "day-mark-hatch rounded-full border-2 border-danger-text text-danger-text",
};

const glyphs: Record<DayMarkResult, ReactNode> = {
  none: null,
  upcoming: null,
  skipped: glyph("m4 4.5 3.5 3.5L4 11.5M8.5 4.5 12 8l-3.5 3.5"),
  rest: glyph("M8 8h.01"),
  achieved: glyph("m3.2 8.4 3.1 3.1 6.5-6.8"),
  awaiting: null,
  not_achieved: glyph("M5 8h6"),
  not_exceeded: glyph("m4 8.3 2.7 2.7L12 5.4"),
  exceeded: glyph("m5 5 6 6m0-6-6 6"),
};

function glyph(path: string): ReactNode {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
