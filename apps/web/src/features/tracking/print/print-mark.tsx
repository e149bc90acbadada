import type { DayResult } from "@daymark/domain/rules/result";
import type { HabitType } from "@daymark/domain/tracking/habit";

interface PrintMarkProps {
  type: HabitType;
  result: DayResult;
  /** The recorded number, shown in place of the glyph. */
  value?: string | undefined;
}

/**
 * A day in black and white. It uses no CSS backgrounds, because browsers print those only if the user enables it. Good
 * habits are squares, bad ones circles, as on the screen.
 */
export function PrintMark({ type, result, value }: PrintMarkProps) {
  if (result === "none") return null;
  const isSolid = result === "achieved" || result === "exceeded";
  const stroke = isSolid ? "#000" : result === "upcoming" || result === "awaiting" ? "#555" : "#888";
  const outline = {
    fill: isSolid ? "#000" : "#fff",
    stroke,
    strokeWidth: 1,
    ...(result === "not_achieved" && { strokeDasharray: "2 1.6" }),
  };
  const hasOutline = result !== "skipped" && result !== "rest" && result !== "covered";
  return (
    <svg viewBox="0 0 20 20" className="print-mark" aria-hidden="true" data-result={result}>
      {!hasOutline ? null : type === "good" ? (
        <rect x="1.5" y="1.5" width="17" height="17" rx="3.5" {...outline} />
      ) : (
        <circle cx="10" cy="10" r="8.5" {...outline} />
      )}
      {value ? (
        <text
          x="10"
          y="10"
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={value.length > 3 ? 6 : value.length > 2 ? 7.5 : 9}
          fontWeight="600"
          fill={isSolid ? "#fff" : "#000"}
        >
          {value}
        </text>
      ) : (
        <path
          d={glyphs[result] ?? ""}
          fill="none"
          stroke={isSolid ? "#fff" : "#333"}
          strokeWidth="1.9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}

const glyphs: Partial<Record<DayResult, string>> = {
  achieved: "m5.4 10.4 3.2 3.2 6-6.6",
  not_achieved: "M7 10h6",
  covered: "M6 10.7q2-2.6 4-.7t4-.7",
  not_exceeded: "m6 10.3 2.8 2.8 5-5.5",
  exceeded: "m6.5 6.5 7 7m0-7-7 7",
  skipped: "m6 6.5 3.5 3.5L6 13.5m5-7 3.5 3.5-3.5 3.5",
  rest: "M10 10h.01",
};
