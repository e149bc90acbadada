import { classes } from "./classes.ts";

interface StrengthMeterProps {
  /** 0 (nothing typed) to 4 (strong). */
  score: 0 | 1 | 2 | 3 | 4;
  /** The score as text: many users cannot interpret color and length alone. */
  text: string;
}

export function StrengthMeter({ score, text }: StrengthMeterProps) {
  return (
    <div className="flex items-center gap-3 pt-0.5">
      <div aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <div
            key={step}
            className={classes(
              "h-1 rounded-full transition-colors duration-200",
              step <= score ? fills[score] : "bg-line",
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="min-w-20 text-right text-xs text-ink-muted">
        {text}
      </p>
    </div>
  );
}

const fills = ["bg-line", "bg-danger-text", "bg-warning-text", "bg-accent", "bg-success-text"] as const;
