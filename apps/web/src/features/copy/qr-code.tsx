import { useMemo } from "react";
import { encode } from "uqr";

/**
 * Always dark on white, in every theme: cameras cannot read other colors reliably. The white border is part of the
 * code.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-xl border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Width of the quiet zone in modules: ISO/IEC 18004 requires four. */
const border = 4;

/** The dark modules as one path, row by row. */
function drawn(text: string) {
  const { data, size } = encode(text, { ecc: "M", border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, size };
}
