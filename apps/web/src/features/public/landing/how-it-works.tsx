import { DayMark } from "@daymark/ui/day-mark";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Section } from "./section.tsx";

export function HowItWorks() {
  const { t } = useLingui();
  return (
    <Section
      id="how-it-works"
      title={<Trans>How It Works</Trans>}
      intro={<Trans>Three steps, and the first takes a minute.</Trans>}
    >
      <ol className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
        <Step
          title={t`Name the habit`}
          text={t`Give it a goal to reach or a limit to stay under, in any unit: minutes, kilometers, cups or repetitions. Choose its days off and a color.`}
          picture={
            <span
              style={{ "--h": 225 }}
              className="flex items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3"
            >
              <span className="h-8 w-1 rounded-full bg-habit" />
              <span className="text-left text-sm">
                <span className="block font-[560]">
                  <Trans context="sample habit">Read</Trans>
                </span>
                <span className="block text-ink-muted">
                  <Trans context="sample habit">20 minutes</Trans>
                </span>
              </span>
            </span>
          }
        />
        <Step
          title={t`Mark the day`}
          text={t`One press for a habit you simply do, a number for one you count. Use your thumb, your mouse or just the keyboard: type the digits and press Enter.`}
          picture={
            <span style={{ "--h": 135 }} className="flex items-center gap-2">
              <DayMark result="awaiting" value="1" share={0.33} />
              <DayMark result="awaiting" value="2" share={0.66} />
              <DayMark result="achieved" value="3" />
            </span>
          }
        />
        <Step
          title={t`See it add up`}
          text={t`Total, current streak, longest streak and a map of the year for each habit. Days off and days you skip on purpose never break a streak.`}
          picture={
            <span style={{ "--h": 180 }} className="flex items-center gap-1.5">
              {(["achieved", "rest", "achieved", "skipped", "achieved"] as const).map((result, index) => (
                <DayMark key={index} result={result} />
              ))}
            </span>
          }
        />
      </ol>
    </Section>
  );
}

function Step({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <li className="grid grid-cols-1 gap-6 bg-surface p-6 sm:grid-cols-[minmax(0,1fr)_15rem] sm:items-center sm:p-8">
      <div className="min-w-0">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-2 max-w-[52ch] text-ink-muted">{text}</p>
      </div>
      <div aria-hidden="true" className="flex min-h-24 items-center justify-center rounded-xl bg-sunken px-4">
        {picture}
      </div>
    </li>
  );
}
