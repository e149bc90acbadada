import type { SiteStatistics } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { unitNames } from "../../tracking/habit/form/unit-words.ts";
import { hueStyle } from "../../tracking/habit/hues.ts";
import { DayPicture } from "./day-picture.tsx";
import { FigureList } from "./figure-list.tsx";
import { PartPicture } from "./part-picture.tsx";
import { Pair, Part } from "./site-part.tsx";
import { entryNames, planNames, typeNames } from "./site-words.ts";

/** Statistics of habits, and how much users record. */
export function HabitsView({ statistics: { habits, today } }: { statistics: SiteStatistics }) {
  const { t } = useLingui();
  const { totals } = habits;
  const { plans } = useSite();
  return (
    <div className="flex flex-col gap-12" style={hueStyle(150)}>
      <Part title={t`Habits at the end of the range`}>
        <FigureList
          figures={[
            { key: "all", name: t`Habits`, figure: totals.all },
            { key: "active", name: t`In use`, figure: totals.active },
            { key: "archived", name: t`Archived`, figure: totals.archived },
          ]}
        />
        <DayPicture title={t`Habits by day`} measure={t`Habits`} days={habits.total_days} today={today} />
        <Pair>
          <PartPicture title={t`Habits by type`} head={t`Type`} names={typeNames} parts={habits.types} />
          {plans === "on" ? (
            <PartPicture title={t`Habits by plan`} head={t`Plan`} names={planNames} parts={habits.plans} />
          ) : null}
          <PartPicture title={t`Habits by unit`} head={t`Unit`} names={unitNames} parts={habits.units} />
        </Pair>
      </Part>
      <Part title={t`New habits`}>
        <FigureList figures={[{ key: "created", name: t`Created habits`, figure: habits.created }]} />
        <DayPicture
          title={t`Created habits by day`}
          measure={t`Created habits`}
          days={habits.created.days}
          today={today}
        />
        <PartPicture
          title={t`Created habits by type`}
          head={t`Type`}
          names={typeNames}
          parts={habits.created_by_type}
        />
      </Part>
      <Part title={t`Progress`}>
        <FigureList
          figures={[
            {
              key: "entries",
              name: t`Recorded habit days`,
              figure: habits.entries,
              note: t`A day counts again each time it changes.`,
            },
          ]}
        />
        <DayPicture
          title={t`Progress by day`}
          measure={t`Recorded habit days`}
          days={habits.entries.days}
          today={today}
        />
        <PartPicture title={t`What was recorded`} head={t`Kind`} names={entryNames} parts={habits.entries_by_kind} />
      </Part>
    </div>
  );
}
