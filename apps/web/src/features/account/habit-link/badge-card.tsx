import type { HabitLink } from "@daymark/domain/tracking/habit-link";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { SecretLinkCard, SecretLinkRow } from "./secret-link-card.tsx";

const BadgeDialog = lazyComponent(
  () => import("./badge-dialog.tsx"),
  ({ open }) => open,
);
const LinkDeleteDialog = lazyComponent(
  () => import("./link-delete-dialog.tsx"),
  ({ item }) => item,
);

/** The pictures of habits that other pages show. */
export function BadgeCard() {
  const links = trpc.habitLink.list.useQuery({});
  return (
    <SecretLinkCard
      title={<Trans>Badges</Trans>}
      description={
        <Trans>
          Show a streak or a year of habits in a README or on a home page. Each picture has a secret address that you
          can revoke.
        </Trans>
      }
      links={links.data?.results.filter(isPicture)}
      isLoading={links.isLoading}
      error={links.error}
      renderRow={(link, onRevoke) => <BadgeRow key={link.id} link={link} onRevoke={onRevoke} />}
      addLabel={<Trans>Add a badge</Trans>}
      renderAdding={(isOpen, onClose) => <BadgeDialog open={isOpen} onClose={onClose} />}
      renderRevoking={(target) => <LinkDeleteDialog {...target} />}
    />
  );
}

function isPicture({ purpose }: HabitLink): boolean {
  return purpose === "streak" || purpose === "year";
}

function BadgeRow({ link, onRevoke }: { link: HabitLink; onRevoke: () => void }) {
  const { t } = useLingui();
  const name = link.habit_id === null ? t`All habits` : (link.title ?? t`Deleted habit`);
  return (
    <SecretLinkRow
      name={name}
      purpose={
        <>
          {link.purpose === "streak" ? t`streak` : t`past year`}
          {link.habit_id === null || link.shows_title ? null : t`, without its title`}
        </>
      }
      end={link.link_end}
      lastUse={
        link.last_used_at ? (
          <Trans>
            last shown <TimeAgo instant={link.last_used_at} />
          </Trans>
        ) : (
          <Trans>never shown</Trans>
        )
      }
      onRevoke={onRevoke}
    />
  );
}
