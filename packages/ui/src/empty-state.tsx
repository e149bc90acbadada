import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The next action for the user. */
  action?: ReactNode;
  tone?: "neutral" | "danger";
  className?: string;
}

export function EmptyState({ icon, title, text, action, tone = "neutral", className }: EmptyStateProps) {
  return (
    <div className={classes("flex flex-col items-center px-6 py-14 text-center", className)}>
      {icon ? (
        <div
          aria-hidden="true"
          className={classes(
            "mb-5 grid size-12 place-items-center rounded-2xl [&_svg]:size-6",
            tone === "danger" ? "bg-danger-soft text-danger-text" : "bg-raised text-ink-muted",
          )}
        >
          {icon}
        </div>
      ) : null}
      <h2 className="text-xl">{title}</h2>
      {text ? <p className="mt-2 max-w-[44ch] text-ink-muted">{text}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
