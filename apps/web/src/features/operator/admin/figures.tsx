import { Card } from "@daymark/ui/card";
import { classes } from "@daymark/ui/classes";
import type { ReactNode } from "react";

interface FactsProps {
  title: ReactNode;
  facts: readonly { name: string; value: ReactNode }[];
  /** The level of its heading. */
  level?: 2 | 3;
}

/** Names with their values, in a card. */
export function Facts({ title, facts, level = 3 }: FactsProps) {
  const Heading = `h${level}` as const;
  return (
    <Card className="p-5">
      <Heading className="text-base font-[560] break-words">{title}</Heading>
      <dl className="mt-3 flex flex-col gap-y-1.5 text-[0.9375rem]">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-4">
            <dt className="text-ink-muted">{name}</dt>
            {/* It is on a separate line if both do not fit. */}
            <dd className="ml-auto max-w-full text-right break-words tabular-nums">{value}</dd>
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
