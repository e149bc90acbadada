import { Badge } from "@daymark/ui/badge";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import CalendarHeart from "lucide-react/icons/calendar-heart";
import ChartSpline from "lucide-react/icons/chart-spline";
import Combine from "lucide-react/icons/combine";
import Lightbulb from "lucide-react/icons/lightbulb";
import Rows3 from "lucide-react/icons/rows-3";
import { OperatorHint } from "../habit/form/operator-hint.tsx";

/** Describes analytics to users whose plan does not include them, in text and without invented numbers. */
export function AnalyticsOffer() {
  const { t } = useLingui();
  const parts = [
    {
      icon: <Lightbulb />,
      name: t`Insights`,
      text: t`Which habits go together, on which weekdays they differ, what changed and whether you will reach a goal. Each insight shows its number of days and its likely range, and none is based on too few days.`,
    },
    {
      icon: <CalendarHeart />,
      name: t`Year in review`,
      text: t`Your days, amounts and longest streaks of a year, as a picture to share and a page to print. Names of habits stay hidden unless you show them.`,
    },
    {
      icon: <Rows3 />,
      name: t`Comparison`,
      text: t`The success rates of up to 5 habits, week by week, in one chart.`,
    },
    {
      icon: <ChartSpline />,
      name: t`Trend`,
      text: t`A habit day by day, with 7-day and 30-day averages that tell a good week from a good month.`,
    },
    {
      icon: <Combine />,
      name: t`Together`,
      text: t`Do two habits go together? How often you did one on days with the other, and whether that may be chance.`,
    },
  ];
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="max-w-[60ch] leading-snug">
          <Badge tone="accent">{t`Paid plan`}</Badge>{" "}
          {t`Analytics are part of the paid plan, which is coming soon. Every plan includes the statistics of each habit, with all their charts, tables and files.`}
        </p>
        <OperatorHint />
      </div>
      <ul className="grid gap-3 md:grid-cols-2">
        {parts.map(({ icon, name, text }) => (
          <li key={name} className="flex flex-col gap-2 rounded-card bg-sunken p-4">
            <span aria-hidden="true" className="text-accent-text [&_svg]:size-5">
              {icon}
            </span>
            <h3 className="text-base">{name}</h3>
            <p className="text-sm leading-snug text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="-mt-1 text-sm leading-snug text-ink-muted">
        {t`Each is also available as a table and a file, and uses only what you recorded.`}
      </p>
      <Link to="/home" hash="plans" className={classes(buttonClass(), "self-start")}>
        {t`See both plans`}
      </Link>
    </div>
  );
}
