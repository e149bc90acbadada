import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import "../../tracking/statistics/plot/plot.css";
import { bandsOf, letterWidth, linearScale, nearestIndex, shownLabels } from "../../tracking/statistics/plot/plot.ts";
import { useWidth } from "../../tracking/statistics/plot/use-width.ts";

/** A bar of three parts, from its foot up. */
export interface StackedBar {
  key: string;
  /** Label below the bar; empty if it has none. */
  label: string;
  /** The values of the plain part, the hatched part and the solid part. */
  parts: readonly [number, number, number];
  /** Text shown when the bar is active. */
  words: string;
}

interface BrushPlotProps {
  /** A description of the chart in a sentence: its accessible name. */
  label: string;
  /** The name of the slider, with the keys. */
  stepsLabel: string;
  bars: readonly StackedBar[];
  /** The names of the parts, for the legend. */
  partNames: readonly [string, string, string];
  /** The values with a horizontal line; the last is the top of the chart. */
  ticks: readonly { value: number; label: string }[];
  /** The user has chosen bars, from the first to the last, both included. */
  onSelect: (first: number, last: number) => void;
}

const height = 140;
const top = 8;
const bottom = 20;

/**
 * Stacked bars over time, of which the user chooses some: by a click, by drawing over several, or with the arrow keys
 * and Enter. With Shift, the arrow keys extend the choice. A slider over the chart takes the keys.
 */
export function BrushPlot({ label, stepsLabel, bars, partNames, ticks, onSelect }: BrushPlotProps) {
  const hatch = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [active, setActive] = useState<number | null>(null);
  /** Where the choice began. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const shown = Math.min(active ?? bars.length - 1, bars.length - 1);
  const left = Math.max(...ticks.map(({ label }) => label.length)) * letterWidth + 8;
  const bands = bandsOf(bars.length, [left, width], 0.15);
  const centers = bars.map((_, index) => bands.center(index));
  const y = linearScale([0, ticks.at(-1)?.value ?? 1], [height - bottom, top]);
  const indexAt = (event: PointerEvent<HTMLDivElement>) =>
    nearestIndex(centers, event.clientX - event.currentTarget.getBoundingClientRect().left);
  const select = (end: number) => {
    const begin = anchor ?? end;
    setAnchor(null);
    onSelect(Math.min(begin, end), Math.max(begin, end));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return select(shown);
    if (event.key === "Escape") return setAnchor(null);
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setAnchor(event.shiftKey ? (anchor ?? shown) : null);
    setActive(Math.max(0, Math.min(bars.length - 1, shown + step)));
  };
  const chosen =
    anchor === null || active === null
      ? null
      : { x: bands.left(Math.min(anchor, active)), bars: Math.abs(anchor - active) + 1 };
  const labels = shownLabels(
    bars.map(({ label }) => label),
    centers,
  );
  return (
    <div>
      <div
        ref={box}
        className="relative cursor-crosshair [touch-action:pan-y] select-none"
        style={{ height }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setActive(indexAt(event));
          setAnchor(indexAt(event));
        }}
        onPointerMove={(event) => setActive(indexAt(event))}
        onPointerUp={(event) => {
          if (anchor !== null) select(indexAt(event));
        }}
        onPointerCancel={() => setAnchor(null)}
        onPointerLeave={() => {
          if (anchor === null) setActive(null);
        }}
      >
        {width > 0 ? (
          <svg role="img" aria-label={label} width={width} height={height} className="plot block overflow-visible">
            <defs>
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <line className="stroke-warning-text" x1="0" y1="0" x2="0" y2="5" strokeWidth="5.5" />
              </pattern>
            </defs>
            {ticks.map(({ value, label }) => (
              <g key={value}>
                <line className="plot-grid" x1={left} x2={width} y1={y(value) + 0.5} y2={y(value) + 0.5} />
                <text x={left - 6} y={y(value) + 4} textAnchor="end">
                  {label}
                </text>
              </g>
            ))}
            {chosen ? (
              <rect
                className="fill-accent-soft stroke-accent-text"
                x={chosen.x}
                y={top}
                width={chosen.bars * bands.step}
                height={height - bottom - top}
              />
            ) : null}
            {bars.map(({ key, parts, label }, index) => (
              <g key={key} data-bar={index}>
                {stack(parts).map(({ part, from, to }) => (
                  <rect
                    key={part}
                    className={partClasses[part]}
                    style={part === 1 ? { fill: `url(#${hatch})` } : undefined}
                    x={bands.left(index)}
                    // A small part is still visible beside a large one.
                    y={Math.min(y(to), y(from) - 2)}
                    width={bands.width}
                    height={Math.max(2, y(from) - y(to))}
                  />
                ))}
                {labels[index] ? (
                  <text x={centers[index]} y={height - 4} textAnchor={index === 0 ? "start" : "middle"}>
                    {label}
                  </text>
                ) : null}
              </g>
            ))}
            {active === null ? null : (
              <line className="plot-cursor" x1={centers[active]} x2={centers[active]} y1={top} y2={height - bottom} />
            )}
          </svg>
        ) : null}
        <input
          type="range"
          aria-label={stepsLabel}
          aria-valuetext={bars[shown]?.words}
          min={0}
          max={Math.max(0, bars.length - 1)}
          value={shown}
          onChange={(event) => setActive(Number(event.currentTarget.value))}
          onKeyDown={onKeyDown}
          onFocus={() => setActive(shown)}
          onBlur={() => {
            setActive(null);
            setAnchor(null);
          }}
          className="plot-slider"
        />
      </div>
      <p aria-hidden="true" className="mt-1 min-h-[1lh] text-sm text-ink-muted tabular-nums">
        {active === null ? null : bars[shown]?.words}
      </p>
      {width > 0 ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-muted">
          {partNames.map((name, part) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" width={12} height={12}>
                <rect
                  className={partClasses[part]}
                  style={part === 1 ? { fill: `url(#${hatch})` } : undefined}
                  width={12}
                  height={12}
                />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const partClasses = ["fill-ink-muted/45", "", "fill-danger-fill"] as const;

/** The parts that are not empty, with the sums below and up to each. */
function stack(parts: StackedBar["parts"]): { part: 0 | 1 | 2; from: number; to: number }[] {
  let sum = 0;
  return parts.flatMap((value, part) => {
    const from = sum;
    sum += value;
    return value === 0 ? [] : [{ part: part as 0 | 1 | 2, from, to: sum }];
  });
}
