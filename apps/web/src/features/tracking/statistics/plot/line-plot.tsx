import { Fragment } from "react";
import { hueStyle } from "../../habit/hues.ts";
import { areaPath, letterWidth, linearScale, linePath, shownLabels } from "./plot.ts";
import { PlotFrame } from "./plot-frame.tsx";

/** A line of a chart. Each has its own dash pattern and marker, so that no line needs a color to be recognized. */
export interface Series {
  key: string;
  /** Degrees; if absent, the hue is inherited. */
  hue?: number;
  /** One value for each point, in order; null is a gap. */
  values: readonly (number | null)[];
  style: LineStyle;
  hasArea?: boolean;
}

export type LineStyle = 0 | 1 | 2 | 3 | 4;

interface LinePlotProps {
  label: string;
  stepsLabel: string;
  series: readonly Series[];
  /** Labels below the points, if there is space. */
  pointLabels: readonly string[];
  /** Values with a horizontal line and a label; the last is the top of the chart. */
  ticks: readonly { value: number; label: string }[];
  words: (index: number) => string;
  height?: number;
}

const top = 10;
const bottom = 22;
const dashes = ["none", "7 4", "2 4", "10 3 2 3", "1 5"] as const;

/** Lines over time; the axis begins at 0. */
export function LinePlot({ series, pointLabels, ticks, words, height = 190, ...frame }: LinePlotProps) {
  const count = pointLabels.length;
  const left = Math.max(...ticks.map(({ label }) => label.length)) * letterWidth + 8;
  const y = linearScale([ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1], [height - bottom, top]);
  // The outer points are inset, so that their markers are not cut off.
  const positionsIn = (width: number) => {
    const x = linearScale([0, Math.max(1, count - 1)], [left + 6, width - 6]);
    return Array.from({ length: count }, (_, index) => x(index));
  };
  return (
    <PlotFrame {...frame} height={height} count={count} words={words} positions={positionsIn}>
      {(width, active) => {
        const xs = positionsIn(width);
        const labels = shownLabels(pointLabels, xs);
        return (
          <>
            {ticks.map(({ value, label }) => (
              <Fragment key={value}>
                <line className="plot-grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
                <text x={left - 6} y={y(value) + 4} textAnchor="end">
                  {label}
                </text>
              </Fragment>
            ))}
            {active === null ? null : (
              <line className="plot-cursor" x1={xs[active]} x2={xs[active]} y1={top} y2={height - bottom} />
            )}
            {series.map((line) => (
              <Line
                key={line.key}
                line={line}
                points={line.values.map((value, index) =>
                  value === null ? null : { x: xs[index] as number, y: y(value) },
                )}
                base={height - bottom}
                active={active}
              />
            ))}
            {pointLabels.map((label, index) =>
              labels[index] ? (
                <text
                  key={xs[index]}
                  x={xs[index]}
                  y={height - 6}
                  textAnchor={anchorOf(label, xs[index] as number, { left, width })}
                >
                  {label}
                </text>
              ) : null,
            )}
          </>
        );
      }}
    </PlotFrame>
  );
}

/** Labels at the ends stay inside the chart. */
function anchorOf(label: string, x: number, { left, width }: { left: number; width: number }) {
  const half = (label.length * letterWidth) / 2;
  if (x + half > width) return "end";
  return x - half < left - 8 ? "start" : "middle";
}

interface LineProps {
  line: Series;
  points: readonly ({ x: number; y: number } | null)[];
  base: number;
  active: number | null;
}

function Line({ line, points, base, active }: LineProps) {
  const last = points.findLastIndex((point) => point !== null);
  const marked = [last, active].filter((index, at, all) => index !== null && index >= 0 && all.indexOf(index) === at);
  return (
    <g style={line.hue === undefined ? undefined : hueStyle(line.hue)}>
      {line.hasArea ? <path className="plot-area" d={areaPath(points, base)} /> : null}
      <path className="plot-line" strokeDasharray={dashes[line.style]} d={linePath(points)} />
      {marked.map((index) => {
        const point = points[index as number];
        return point ? <Mark key={index} style={line.style} {...point} /> : null;
      })}
    </g>
  );
}

/** Circle, square, triangle, diamond, cross: eight to ten pixels wide. */
const marks: Record<LineStyle, string> = {
  0: "M-4,0A4,4 0 1,1 4,0A4,4 0 1,1 -4,0Z",
  1: "M-3.6,-3.6H3.6V3.6H-3.6Z",
  2: "M0,-4.6L4.4,3.2H-4.4Z",
  3: "M0,-5L5,0L0,5L-5,0Z",
  4: "M-4,-4L4,4M4,-4L-4,4",
};

function Mark({ style, x, y }: { style: LineStyle; x: number; y: number }) {
  return <path className="plot-dot" d={marks[style]} transform={`translate(${x} ${y})`} />;
}

/** A sample of a line for the legend. */
export function LineSample({ style, hue }: { style: LineStyle; hue?: number | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width="34"
      height="14"
      className="shrink-0"
      style={hue === undefined ? undefined : hueStyle(hue)}
    >
      <path className="plot-line" strokeDasharray={dashes[style]} d="M1,7H33" />
      <Mark style={style} x={17} y={7} />
    </svg>
  );
}
