import { Card } from "@daymark/ui/card";
import { classes } from "@daymark/ui/classes";
import type { ReactNode } from "react";

/** Names with their values, in a card. */
export function Facts({ title, facts }: { title: ReactNode; facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <Card className="p-5">
      <h3 className="text-base font-[560] break-words">{title}</h3>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.9375rem]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  /** Whether the operator should check it. */
  isWarning?: boolean;
  children?: ReactNode;
}

/** One large figure with its name. */
export function Figure({ name, value, isWarning = false, children }: FigureProps) {
  return (
    <Card className={classes("p-5", isWarning && "border-warning-text/50 bg-warning-soft")}>
      <p className={classes("text-sm", isWarning ? "text-warning-text" : "text-ink-muted")}>{name}</p>
      <p className="mt-1 text-3xl font-[560] tabular-nums">{value}</p>
      {children ? <p className="mt-1 text-sm">{children}</p> : null}
    </Card>
  );
}
