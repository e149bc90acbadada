import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger" | "info";

export function Badge({ tone = "neutral", className, ...rest }: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return (
    <span
      {...rest}
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-[560] leading-5",
        tones[tone],
        className,
      )}
    />
  );
}

const tones: Record<BadgeTone, string> = {
  neutral: "bg-raised text-ink-muted ring-1 ring-line ring-inset",
  accent: "bg-accent-soft text-accent-text",
  success: "bg-success-soft text-success-text",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
  info: "bg-info-soft text-info-text",
};
