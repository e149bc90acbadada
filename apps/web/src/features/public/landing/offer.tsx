import { Trans, useLingui } from "@lingui/react/macro";
import Braces from "lucide-react/icons/braces";
import CalendarDays from "lucide-react/icons/calendar-days";
import Flame from "lucide-react/icons/flame";
import Languages from "lucide-react/icons/languages";
import NotebookPen from "lucide-react/icons/notebook-pen";
import Ruler from "lucide-react/icons/ruler";
import { useSite } from "../../../lib/app.ts";
import { Section } from "./section.tsx";

export function Offer() {
  const { t } = useLingui();
  const hasPlans = useSite().plans === "on";
  const items = [
    {
      icon: <CalendarDays />,
      title: hasPlans ? t`A calendar in two layouts` : t`A calendar in three layouts`,
      text: hasPlans
        ? t`Days across for a wide screen, days down for a phone. Any month, any year of the century.`
        : t`Days across for a wide screen, days down for a phone, or the whole year of each habit at a glance.`,
    },
    {
      icon: <Flame />,
      title: t`Statistics for each habit`,
      text: hasPlans
        ? t`Total, current and longest streak, and your year at a glance, as a chart or a table.`
        : t`Total, current and longest streak, and habits compared week by week, as charts or tables.`,
    },
    {
      icon: <NotebookPen />,
      title: t`Notes and reminders`,
      text: t`Pin a thought, add a note to any day, and get reminders by email or notification.`,
    },
    {
      icon: <Ruler />,
      title: t`Units that convert`,
      text: t`Time, distance, mass, volume, energy: record miles, read kilometers.`,
    },
    {
      icon: <Languages />,
      title: t`Two languages, three themes`,
      text: t`English and Ukrainian throughout. Light, dark, or matching your system.`,
    },
    {
      icon: <Braces />,
      title: t`Your data, in and out`,
      text: t`Import from Loop Habit Tracker, export everything, and script it with the REST API.`,
    },
  ];
  return (
    <Section
      id="offer"
      title={<Trans>What We Offer</Trans>}
      intro={hasPlans ? <Trans>All of it on the free plan.</Trans> : <Trans>All of it for every account.</Trans>}
    >
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">
        {items.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4 bg-surface p-6">
            <span aria-hidden="true" className="mt-0.5 text-accent-text [&_svg]:size-5">
              {icon}
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1.5 text-[0.9375rem] text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
