import "../../tracking/statistics/plot/plot.css";
import { areaPath, linearScale, linePath } from "../../tracking/statistics/plot/plot.ts";

/** In the units of its own picture, which is stretched over the width of its place. */
const size = { width: 200, height: 36 };

/** The course of a figure, without axis and numbers: a picture beside the text that tells the change. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const x = linearScale([0, Math.max(1, values.length - 1)], [1, size.width - 1]);
  const y = linearScale([0, most], [size.height - 2, 3]);
  const points = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className="mt-2 block h-9 w-full overflow-visible"
    >
      <path className="plot-area" d={areaPath(points, size.height - 1)} />
      <path className="plot-line" vectorEffect="non-scaling-stroke" d={linePath(points)} />
    </svg>
  );
}
