import type { HabitLink } from "@daymark/domain/tracking/habit-link";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { SecretLinkCard, SecretLinkRow } from "./secret-link-card.tsx";

const TapDialog = lazyComponent(
  () => import("./tap-dialog.tsx"),
  ({ open }) => open,
);
const LinkDeleteDialog = lazyComponent(
  () => import("./link-delete-dialog.tsx"),
  ({ item }) => item,
);

/** The links that record a habit with one tap, on a tag or in a shortcut. */
export function TapCard() {
  const links = trpc.habitLink.list.useQuery({});
  return (
    <SecretLinkCard
      title={<Trans>One-tap links</Trans>}
      description={
        <Trans>
          Record a habit by holding your phone to an NFC tag, or from a shortcut or a script, without a log-in.
        </Trans>
      }
      links={links.data?.results.filter(isTap)}
      isLoading={links.isLoading}
      error={links.error}
      renderRow={(link, onRevoke) => <TapRow key={link.id} link={link} onRevoke={onRevoke} />}
      addLabel={<Trans>Add a link</Trans>}
      renderAdding={(isOpen, onClose) => <TapDialog open={isOpen} onClose={onClose} />}
      renderRevoking={(target) => <LinkDeleteDialog {...target} />}
    />
  );
}

function isTap({ purpose }: HabitLink): boolean {
  return purpose === "add" || purpose === "done";
}

function TapRow({ link, onRevoke }: { link: HabitLink; onRevoke: () => void }) {
  const { t } = useLingui();
  const name = link.title ?? t`Deleted habit`;
  return (
    <SecretLinkRow
      name={name}
      purpose={link.purpose === "add" ? t`adds 1` : t`marks the day as done`}
      end={link.link_end}
      lastUse={
        link.last_used_at ? (
          <Trans>
            last used <TimeAgo instant={link.last_used_at} />
          </Trans>
        ) : (
          <Trans>never used</Trans>
        )
      }
      onRevoke={onRevoke}
    />
  );
}
