import type { CalendarLink } from "@daymark/domain/calendar/calendar-link";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { SecretLinkCard, SecretLinkRow } from "../habit-link/secret-link-card.tsx";
import { TimeAgo } from "../security/time-ago.tsx";

const CalendarDialog = lazyComponent(
  () => import("./calendar-dialog.tsx"),
  ({ open }) => open,
);
const CalendarDeleteDialog = lazyComponent(
  () => import("./calendar-delete-dialog.tsx"),
  ({ item }) => item,
);

/** The secret addresses at which calendar apps show the user's days. */
export function CalendarCard() {
  const links = trpc.calendarLink.list.useQuery({});
  return (
    <SecretLinkCard
      title={<Trans>Calendars</Trans>}
      description={
        <Trans>See your habits in your calendar app. Each calendar has a secret address that you can revoke.</Trans>
      }
      links={links.data?.results}
      isLoading={links.isLoading}
      error={links.error}
      renderRow={(link, onRevoke) => <CalendarRow key={link.id} link={link} onRevoke={onRevoke} />}
      addLabel={<Trans>Add a calendar</Trans>}
      renderAdding={(isOpen, onClose) => <CalendarDialog open={isOpen} onClose={onClose} />}
      renderRevoking={(target) => <CalendarDeleteDialog {...target} />}
    />
  );
}

function CalendarRow({ link, onRevoke }: { link: CalendarLink; onRevoke: () => void }) {
  const { t } = useLingui();
  const words = { due: t`due days`, done: t`done days`, missed: t`missed days` };
  const shown = link.shows.map((mark) => words[mark]).join(", ");
  const name = link.group_name ?? t`All habits`;
  return (
    <SecretLinkRow
      name={name}
      purpose={shown}
      end={link.link_end}
      lastUse={
        link.last_read_at ? (
          <Trans>
            last read <TimeAgo instant={link.last_read_at} />
          </Trans>
        ) : (
          <Trans>never read</Trans>
        )
      }
      onRevoke={onRevoke}
    />
  );
}
