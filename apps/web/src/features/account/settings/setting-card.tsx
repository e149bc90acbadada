import { Card } from "@daymark/ui/card";
import { classes } from "@daymark/ui/classes";
import { type ReactNode, useId } from "react";

interface SettingCardProps {
  title: ReactNode;
  /** One sentence about its purpose. */
  description?: ReactNode;
  /** Shown beside the title: the current state. */
  status?: ReactNode;
  children: ReactNode;
}

/** Related settings. Lines separate the rows. */
export function SettingCard({ title, description, status, children }: SettingCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="overflow-hidden">
        <header className="px-5 pt-5 pb-4 sm:px-6">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="text-lg">
              {title}
            </h2>
            {status}
          </div>
          {description ? (
            <p className="mt-1 max-w-[62ch] text-[0.9375rem] leading-snug text-ink-muted">{description}</p>
          ) : null}
        </header>
        <div className="flex flex-col border-t border-line *:not-first:border-t *:not-first:border-line">
          {children}
        </div>
      </Card>
    </section>
  );
}

interface SettingRowProps {
  title: ReactNode;
  /** The current state, or a reason to change it. */
  text?: ReactNode;
  status?: ReactNode;
  /** The control, at the end of the line; on a phone below the text. */
  control?: ReactNode;
  /** Shown below both: a notice, an error. */
  children?: ReactNode;
}

/** One setting: its name, its state, and its control. */
export function SettingRow({ title, text, status, control, children }: SettingRowProps) {
  return (
    <div className="flex flex-col gap-3 px-5 py-4.5 sm:px-6">
      <div className="flex flex-col gap-x-8 gap-y-3 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="text-[0.9375rem] leading-snug font-[560] tracking-normal">{title}</h3>
            {status}
          </div>
          {text ? (
            <div className="mt-0.5 max-w-[60ch] text-sm leading-snug text-ink-muted [overflow-wrap:anywhere]">
              {text}
            </div>
          ) : null}
        </div>
        {control ? <div className="flex shrink-0 flex-wrap items-center gap-2">{control}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** A note inside a card: a pending change, a missing value, a warning. */
export function Notice({
  tone = "neutral",
  icon,
  action,
  children,
}: {
  tone?: "neutral" | "warning" | "danger" | "success";
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classes(
        "flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-control px-3.5 py-3 text-sm leading-snug",
        noticeTones[tone],
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2.5 [&>svg]:mt-px [&>svg]:size-[1.125rem] [&>svg]:shrink-0">
        {icon}
        <div className="min-w-0 text-ink [overflow-wrap:anywhere]">{children}</div>
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
    </div>
  );
}

const noticeTones = {
  neutral: "bg-sunken text-ink-muted",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
  success: "bg-success-soft text-success-text",
} as const;
