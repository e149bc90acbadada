import { securityEventDays } from "@daymark/domain/account/security-event";
import { Trans, useLingui } from "@lingui/react/macro";
import { SettingCard } from "../settings/setting-card.tsx";
import { Timeline } from "./timeline.tsx";
import { useEventPages } from "./use-event-pages.ts";

/** Events per page: users mostly look for the latest ones. */
const pageLength = 5;

/** All security events of the account, in every session. */
export function ActivityCard() {
  const { t } = useLingui();
  const pages = useEventPages({ limit: pageLength });
  return (
    <SettingCard
      title={<Trans>Recent activity</Trans>}
      description={
        <Trans>
          Log-ins, changes and failed attempts from the last {securityEventDays} days. See something you do not
          recognize? Change your password and end all other sessions.
        </Trans>
      }
    >
      <div className="px-5 py-5 sm:px-6">
        <Timeline {...pages} label={t`Recent activity`} emptyText={t`No activity yet.`} />
      </div>
    </SettingCard>
  );
}
