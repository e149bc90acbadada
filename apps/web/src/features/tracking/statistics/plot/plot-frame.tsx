import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import "./plot.css";
import { nearestIndex } from "./plot.ts";
import { useWidth } from "./use-width.ts";

interface PlotFrameProps {
  /** A description of the chart in a sentence: its accessible name. */
  label: string;
  /** The name of the slider: "Month by month". */
  stepsLabel: string;
  /** In pixels. */
  height: number;
  /** The number of points. */
  count: number;
  /** The text of a point. */
  words: (index: number) => string;
  /** The point shown while the user points at none; by default the newest. */
  resting?: number;
  /** The positions of the points, in pixels from the left, ascending. */
  positions: (width: number) => readonly number[];
  /** Renders the chart; `active` is the point that the user points at. */
  children: (width: number, active: number | null) => ReactNode;
}

/**
 * A chart whose points the user reads by pointer, by touch, and by arrow keys. A slider over the chart handles the keys
 * and has the same text as the line below.
 */
export function PlotFrame(props: PlotFrameProps) {
  const { label, stepsLabel, height, count, words, positions, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [pointed, setPointed] = useState<number | null>(null);
  const active = pointed === null ? null : Math.min(pointed, count - 1);
  const shown = active ?? Math.min(props.resting ?? count - 1, count - 1);

  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (count < 2) return;
    const left = event.currentTarget.getBoundingClientRect().left;
    setPointed(nearestIndex(positions(width), event.clientX - left));
  };
  return (
    <div>
      <div
        ref={box}
        className="relative [touch-action:pan-y] select-none"
        style={{ height }}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => {
          // After a touch, the point stays active so that the user can read it.
          if (event.pointerType !== "touch") setPointed(null);
        }}
      >
        {width > 0 ? (
          <svg role="img" aria-label={label} width={width} height={height} className="plot block overflow-visible">
            {children(width, active)}
          </svg>
        ) : null}
        {count > 1 ? (
          <input
            type="range"
            aria-label={stepsLabel}
            aria-valuetext={words(shown)}
            min={0}
            max={count - 1}
            value={shown}
            onChange={(event) => setPointed(Number(event.currentTarget.value))}
            onFocus={() => setPointed(shown)}
            onBlur={() => setPointed(null)}
            className="plot-slider"
          />
        ) : null}
      </div>
      <p
        aria-hidden="true"
        className="mt-2 min-h-[2lh] text-sm leading-snug text-ink-muted tabular-nums sm:min-h-[1lh]"
      >
        {count > 0 ? words(shown) : null}
      </p>
    </div>
  );
}
