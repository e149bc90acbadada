import type { CSSProperties, ReactNode } from "react";
import "../plot/plot.css";

interface FindingProps {
  /** What was found, in a sentence. */
  sentence: string;
  /** How large, how certain, and from how many days. */
  detail: string;
  style?: CSSProperties;
  children?: ReactNode;
}

/** A finding: its sentence, its picture, and what it rests on. */
export function Finding({ sentence, detail, style, children }: FindingProps) {
  return (
    <li style={style} className="flex min-w-0 flex-col gap-3 rounded-card bg-sunken p-4">
      <p className="break-words leading-snug">{sentence}</p>
      {children}
      <p className="text-sm leading-snug text-ink-muted">{detail}</p>
    </li>
  );
}

interface SideBar {
  key: string;
  label: string;
  figure: string;
  /** 0 to 1. */
  part: number;
}

/** Two or more bars below each other, with their figures as text. */
export function SideBars({ bars }: { bars: readonly SideBar[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {bars.map(({ key, label, figure, part }) => (
        <li key={key} className="flex flex-col gap-1">
          <span className="flex flex-wrap justify-between gap-x-3 text-sm">
            <span className="min-w-0 break-words">{label}</span>
            <span>{figure}</span>
          </span>
          <svg aria-hidden="true" className="plot block h-2 w-full" preserveAspectRatio="none" viewBox="0 0 100 8">
            <line className="plot-grid" x1="0" x2="100" y1="7.5" y2="7.5" />
            <rect className="plot-bar" x="0" y="0" width={Math.max(0.5, part * 100)} height="8" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
