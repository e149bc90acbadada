import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import "./plot.css";
import { nearestIndex } from "./plot.ts";
import { useWidth } from "./use-width.ts";

interface PlotFrameProps {
  /** What the picture shows, in a sentence: its name for whoever does not see it. */
  label: string;
  /** What its points are read off by: "Month by month". */
  stepsLabel: string;
  /** In pixels. */
  height: number;
  /** How many points can be read off. */
  count: number;
  /** What is read off a point. */
  words: (index: number) => string;
  /** The point that is read off before anybody points at one; by default the newest. */
  resting?: number;
  /** Where the points stand, in pixels from the left, ascending. */
  positions: (width: number) => readonly number[];
  /** Draws the picture; `active` is the point that is pointed at. */
  children: (width: number, active: number | null) => ReactNode;
}

/**
 * A drawn picture whose points can be read off: by pointing, by a finger, and by arrow keys, as it lies under a slider
 * that says the same as the line beneath it.
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
        className="relative touch-pan-y select-none"
        style={{ height }}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => {
          // What a finger has pointed at stays to be read.
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
