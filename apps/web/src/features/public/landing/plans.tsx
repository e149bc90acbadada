import { planLimits } from "@daymark/domain/account/plan";
import { Badge } from "@daymark/ui/badge";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { useSessionStatus, useSite } from "../../../lib/app.ts";
import { Section } from "./section.tsx";

export function Plans() {
  const isUser = useSessionStatus() === "user";
  const { signUp } = useSite();
  const free = planLimits("free");
  const paid = planLimits("paid");
  return (
    <Section
      id="plans"
      title={<Trans>Our Plans</Trans>}
      intro={<Trans>The free plan has everything a few habits need. The paid plan makes room for many.</Trans>}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <Plan
          name={<Trans context="plan">Free</Trans>}
          note={<Trans>For as long as you like</Trans>}
          lines={[
            <Plural key="good" value={free.good_habits} one="# good habit" other="# good habits" />,
            <Plural key="bad" value={free.bad_habits} one="# bad habit" other="# bad habits" />,
            <Plural key="hues" value={free.hues} one="# shade of color" other="# shades of color" />,
            <Plural key="layouts" value={free.layouts} one="# calendar layout" other="# calendar layouts" />,
            <Trans key="statistics">Basic statistics</Trans>,
          ]}
          foot={
            isUser || signUp !== "open" ? null : (
              <Link to="/signup" className={classes(buttonClass({ kind: "primary" }), "w-full")}>
                <Trans>Start for free</Trans>
              </Link>
            )
          }
        />
        <Plan
          name={<Trans context="plan">Paid</Trans>}
          badge={
            <Badge tone="accent">
              <Trans>Coming soon</Trans>
            </Badge>
          }
          note={<Trans>Not for sale yet</Trans>}
          lines={[
            <Plural key="good" value={paid.good_habits} one="# good habit" other="# good habits" />,
            <Plural key="bad" value={paid.bad_habits} one="# bad habit" other="# bad habits" />,
            <Plural key="hues" value={paid.hues} one="# shade of color" other="# shades of color" />,
            <Trans key="layouts">
              {free.layouts}+{paid.layouts - free.layouts} calendar layouts, including the full year
            </Trans>,
            <Trans key="statistics">Graph analytics</Trans>,
            <Trans key="sync">Settings synced between devices</Trans>,
          ]}
        />
      </div>
    </Section>
  );
}

interface PlanProps {
  name: ReactNode;
  badge?: ReactNode;
  note: ReactNode;
  lines: readonly ReactNode[];
  foot?: ReactNode;
}

function Plan({ name, badge, note, lines, foot }: PlanProps) {
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-6 sm:p-8">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-2xl">{name}</h3>
        {badge}
      </div>
      <p className="mt-1 text-ink-muted">{note}</p>
      <ul className="mt-6 flex flex-1 flex-col gap-3">
        {lines.map((line, index) => (
          <li key={index} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent-text" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      {foot ? <div className="mt-8">{foot}</div> : null}
    </article>
  );
}
