import { Fragment, useId } from "react";
import { bandsOf, letterWidth, linearScale, shownLabels } from "./plot.ts";
import { PlotFrame } from "./plot-frame.tsx";

export interface Bar {
  key: string;
  /** Label below the bar. */
  label: string;
  /** Null if there is no data, which is not 0. */
  value: number | null;
  /** Shown above the bar if there is space. */
  figure: string;
  /** Text shown when the bar is active. */
  words: string;
  /** Quiet bars are hatched. */
  tone?: "plain" | "quiet";
  /** The best bar has a star. */
  isBest?: boolean;
}

interface BarPlotProps {
  label: string;
  stepsLabel: string;
  bars: readonly Bar[];
  /** The value at the full height of the chart. */
  max: number;
  resting?: number;
  /** A vertical line, at a number of columns from the left, with its label. */
  line?: { at: number; label: string } | undefined;
}

const height = 172;
const top = 30;
const bottom = 22;

/** Bars side by side, each with its label below and, if there is space, its number above. */
export function BarPlot({ bars, max, line, ...frame }: BarPlotProps) {
  const hatch = useId();
  const y = linearScale([0, max], [height - bottom, top]);
  const figureRoom = Math.max(...bars.map(({ figure }) => figure.length)) * letterWidth + 2;
  const bandsIn = (width: number) => bandsOf(bars.length, [0, width], bars.length > 40 ? 0.12 : 0.28);
  return (
    <PlotFrame
      {...frame}
      height={height}
      count={bars.length}
      words={(index) => bars[index]?.words ?? ""}
      positions={(width) => bars.map((_, index) => bandsIn(width).center(index))}
    >
      {(width, active) => {
        const bands = bandsIn(width);
        const barWidth = Math.min(bands.width, 56);
        const labels = shownLabels(
          bars.map(({ label }) => label),
          bars.map((_, index) => bands.center(index)),
        );
        const hasFigures = bands.step >= figureRoom;
        return (
          <>
            <Hatch id={hatch} />
            <line className="plot-grid" x1={0} x2={width} y1={height - bottom + 0.5} y2={height - bottom + 0.5} />
            {bars.map(({ key, label, value, figure, tone, isBest }, index) => {
              const x = bands.center(index);
              const barTop = y(value ?? 0);
              // A bar of 0 is still visible.
              const barHeight = Math.max(2, height - bottom - barTop);
              return (
                <Fragment key={key}>
                  {value === null ? null : (
                    <rect
                      className="plot-bar"
                      data-tone={tone}
                      data-active={index === active || undefined}
                      x={x - barWidth / 2}
                      y={height - bottom - barHeight}
                      width={barWidth}
                      height={barHeight}
                      rx={Math.min(4, barWidth / 3)}
                      style={tone === "quiet" ? { fill: `url(#${hatch})` } : undefined}
                    />
                  )}
                  {hasFigures ? (
                    <text
                      x={x}
                      y={(value === null ? height - bottom : barTop) - 7}
                      textAnchor="middle"
                      className="plot-strong"
                    >
                      {figure}
                    </text>
                  ) : null}
                  {isBest ? <Star x={x} y={barTop - (hasFigures ? 24 : 12)} /> : null}
                  {labels[index] ? (
                    <text
                      x={x}
                      y={height - 6}
                      textAnchor="middle"
                      className={index === active ? "plot-strong" : undefined}
                    >
                      {label}
                    </text>
                  ) : null}
                </Fragment>
              );
            })}
            {line ? <MarkLine x={line.at * bands.step} width={width} label={line.label} /> : null}
          </>
        );
      }}
    </PlotFrame>
  );
}

function MarkLine({ x, width, label }: { x: number; width: number; label: string }) {
  const isLeft = x + label.length * letterWidth + 6 > width;
  return (
    <g>
      <line className="plot-mark" x1={x} x2={x} y1={4} y2={height - bottom} strokeDasharray="4 3" />
      <text x={isLeft ? x - 5 : x + 5} y={13} textAnchor={isLeft ? "end" : "start"} className="plot-strong">
        {label}
      </text>
    </g>
  );
}

/** A hatch pattern, to distinguish bars without color. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className="plot-hatch" x1="0" y1="0" x2="0" y2="6" strokeWidth="3" />
      </pattern>
    </defs>
  );
}

/** Eleven pixels wide, centered at the point. */
export function Star({ x, y }: { x: number; y: number }) {
  return (
    <path
      className="plot-bar"
      transform={`translate(${x} ${y})`}
      d="M0-5.6 1.6-1.9 5.6-1.6 2.6 1.1 3.5 5 0 2.9-3.5 5-2.6 1.1-5.6-1.6-1.6-1.9Z"
    />
  );
}
