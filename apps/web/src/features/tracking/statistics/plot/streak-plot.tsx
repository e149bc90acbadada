import { toDayNumber } from "@daymark/domain/base/day";
import { Fragment } from "react";
import { Star } from "./bar-plot.tsx";
import { letterWidth, linearScale } from "./plot.ts";
import { PlotFrame } from "./plot-frame.tsx";

export interface StreakBar {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** In days or weeks, depending on the habit. */
  length: number;
  figure: string;
  words: string;
  isLongest: boolean;
  isCurrent: boolean;
}

interface StreakPlotProps {
  label: string;
  stepsLabel: string;
  /** Ascending. */
  streaks: readonly StreakBar[];
  /** The time span of the chart. */
  from: string;
  to: string;
  /** Labels below the start and the end. */
  fromLabel: string;
  toLabel: string;
}

const height = 150;
const top = 30;
const bottom = 22;
/** The minimum width of a bar. */
const widthMin = 2;

/** Streaks over time: the width of a bar is its duration, the height its length. */
export function StreakPlot({ streaks, from, to, fromLabel, toLabel, ...frame }: StreakPlotProps) {
  const longest = Math.max(1, ...streaks.map(({ length }) => length));
  const y = linearScale([0, longest], [height - bottom, top]);
  const boxesIn = (width: number) => {
    const x = linearScale([toDayNumber(from), toDayNumber(to) + 1], [0, width]);
    return streaks.map((streak) => {
      const left = x(toDayNumber(streak.from));
      return { left, width: Math.max(widthMin, x(toDayNumber(streak.to) + 1) - left - 1) };
    });
  };
  return (
    <PlotFrame
      {...frame}
      height={height}
      count={streaks.length}
      words={(index) => streaks[index]?.words ?? ""}
      positions={(width) => boxesIn(width).map((box) => box.left + box.width / 2)}
    >
      {(width, active) => {
        const boxes = boxesIn(width);
        const labelled = labelledStreaks(streaks, boxes, width);
        return (
          <>
            <line className="plot-grid" x1={0} x2={width} y1={height - bottom + 0.5} y2={height - bottom + 0.5} />
            {streaks.map(({ from: first, length, figure, isLongest, isCurrent }, index) => {
              const box = boxes[index] as { left: number; width: number };
              const barTop = y(length);
              const middle = Math.min(width - 8, Math.max(8, box.left + box.width / 2));
              return (
                <Fragment key={first}>
                  <rect
                    className="plot-bar"
                    data-active={index === active || undefined}
                    x={box.left}
                    y={barTop}
                    width={box.width}
                    height={height - bottom - barTop}
                    rx={Math.min(4, box.width / 3)}
                  />
                  {labelled.has(index) ? (
                    <text x={middle} y={barTop - 7} textAnchor="middle" className="plot-strong">
                      {figure}
                    </text>
                  ) : null}
                  {isLongest ? <Star x={middle} y={barTop - 23} /> : null}
                  {isCurrent ? <circle className="plot-dot" cx={width - 4} cy={barTop} r={4} /> : null}
                </Fragment>
              );
            })}
            <text x={0} y={height - 6}>
              {fromLabel}
            </text>
            <text x={width} y={height - 6} textAnchor="end">
              {toLabel}
            </text>
          </>
        );
      }}
    </PlotFrame>
  );
}

/** The longest streaks have a label, as long as labels do not overlap. */
export function labelledStreaks(
  streaks: readonly { length: number; figure: string }[],
  boxes: readonly { left: number; width: number }[],
  width: number,
): Set<number> {
  const taken: { from: number; to: number }[] = [];
  const labelled = new Set<number>();
  const byLength = streaks
    .map((_, index) => index)
    .sort((a, b) => (streaks[b]?.length ?? 0) - (streaks[a]?.length ?? 0));
  for (const index of byLength) {
    const box = boxes[index];
    const half = ((streaks[index]?.figure.length ?? 1) * letterWidth) / 2 + 3;
    if (!box) continue;
    const middle = box.left + box.width / 2;
    const span = { from: middle - half, to: middle + half };
    const isFree = taken.every((other) => other.to <= span.from || other.from >= span.to);
    if (!isFree || span.from < -half || span.to > width + half) continue;
    taken.push(span);
    labelled.add(index);
  }
  return labelled;
}
