import type { SiteStatistics } from "@daymark/domain/operator/site-statistics";
import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { hueStyle } from "../../tracking/habit/hues.ts";
import { DayPicture } from "./day-picture.tsx";
import { FigureList } from "./figure-list.tsx";
import { PartPicture } from "./part-picture.tsx";
import { RetentionPicture } from "./retention-picture.tsx";
import { Pair, Part } from "./site-part.tsx";
import { languageNames, planNames, wayNames } from "./site-words.ts";
import { SpanPicture } from "./span-picture.tsx";

/** Active, new and returning users. */
export function UsersView({ statistics: { users, today } }: { statistics: SiteStatistics }) {
  const { t } = useLingui();
  const { totals, active } = users;
  const hasPlans = useSite().plans === "on";
  return (
    <div className="flex flex-col gap-12" style={hueStyle(250)}>
      <Part title={t`Accounts at the end of the range`}>
        <FigureList
          figures={[
            { key: "all", name: t`Accounts`, figure: totals.all },
            { key: "verified", name: t`Verified address`, figure: totals.verified },
            { key: "two_factor", name: t`Two-factor authentication`, figure: totals.two_factor },
            ...(hasPlans ? [{ key: "paid", name: t`Paid plan`, figure: totals.paid }] : []),
            { key: "active", name: t`Not deactivated`, figure: totals.active },
            { key: "newsletter", name: t`Newsletter`, figure: totals.newsletter },
            { key: "staff", name: t`Admins`, figure: totals.staff },
          ]}
        />
        <DayPicture title={t`Accounts by day`} measure={t`Accounts`} days={users.total_days} today={today} />
        <Pair>
          {hasPlans ? (
            <PartPicture title={t`Accounts by plan`} head={t`Plan`} names={planNames} parts={users.plans} />
          ) : null}
          <PartPicture
            title={t`Accounts by language`}
            head={t`Language`}
            names={languageNames}
            parts={users.languages}
          />
          <PartPicture
            title={t`Log-in methods`}
            head={t`Method`}
            names={wayNames}
            parts={users.providers}
            hasShares={false}
          />
        </Pair>
      </Part>
      <Part title={t`Sign-ups and deletions`}>
        <FigureList
          figures={[
            { key: "sign_ups", name: t`Sign-ups`, figure: users.sign_ups },
            { key: "deletions", name: t`Deleted accounts`, figure: users.deletions },
          ]}
        />
        <DayPicture title={t`Sign-ups by day`} measure={t`Sign-ups`} days={users.sign_ups.days} today={today} />
        <Pair>
          <PartPicture title={t`Sign-ups by method`} head={t`Method`} names={wayNames} parts={users.sign_ups_by_way} />
          <PartPicture
            title={t`Sign-ups by language`}
            head={t`Language`}
            names={languageNames}
            parts={users.sign_ups_by_language}
          />
        </Pair>
      </Part>
      <Part title={t`Active users`}>
        <FigureList figures={[{ key: "average", name: t`Daily active users, on average`, figure: active.average }]} />
        <DayPicture title={t`Active users by day`} measure={t`Active users`} days={active.days} today={today} />
        <Pair>
          <SpanPicture title={t`Active users by week`} measure={t`Active users`} kind="week" spans={active.weeks} />
          <SpanPicture title={t`Active users by month`} measure={t`Active users`} kind="month" spans={active.months} />
        </Pair>
        <RetentionPicture cohorts={users.retention} />
      </Part>
    </div>
  );
}
