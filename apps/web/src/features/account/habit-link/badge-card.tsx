import type { HabitLink } from "@daymark/domain/tracking/habit-link";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { Refusal } from "../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";

const BadgeDialog = lazyComponent(
  () => import("./badge-dialog.tsx"),
  ({ open }) => open,
);
const LinkDeleteDialog = lazyComponent(
  () => import("./link-delete-dialog.tsx"),
  ({ link }) => link,
);

/** The pictures of habits that other pages show. */
export function BadgeCard() {
  const links = trpc.habitLink.list.useQuery({});
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<HabitLink | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <SettingCard
      title={<Trans>Badges</Trans>}
      description={
        <Trans>
          Show a streak or a year of habits in a README or on a home page. Each picture has a secret address that you
          can revoke.
        </Trans>
      }
    >
      {links.data?.results.filter(isPicture).map((link) => (
        <BadgeRow key={link.id} link={link} onDelete={() => setDeleting(link)} />
      ))}
      {links.isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={links.data ? null : links.error} />
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
          className="self-start"
        >
          <Trans>Add a badge</Trans>
        </Button>
      </div>
      <BadgeDialog open={isAdding} onClose={() => setAdding(false)} />
      <LinkDeleteDialog link={deleting} afterwards={adder} onClose={() => setDeleting(null)} />
    </SettingCard>
  );
}

function isPicture({ purpose }: HabitLink): boolean {
  return purpose === "streak" || purpose === "year";
}

function BadgeRow({ link, onDelete }: { link: HabitLink; onDelete: () => void }) {
  const { t } = useLingui();
  const name = link.habit_id === null ? t`All habits` : (link.title ?? t`Deleted habit`);
  return (
    <SettingRow
      title={name}
      text={
        <>
          {link.purpose === "streak" ? t`streak` : t`past year`}
          {link.habit_id === null || link.shows_title ? null : t`, without its title`}
          {" · "}
          <span translate="no" className="font-mono text-[0.92em] whitespace-nowrap">
            …{link.link_end}
          </span>
          {" · "}
          {link.last_used_at ? (
            <Trans>
              last shown <TimeAgo instant={link.last_used_at} />
            </Trans>
          ) : (
            <Trans>never shown</Trans>
          )}
        </>
      }
      control={
        <Button size="small" onClick={onDelete} aria-label={t`Revoke ${{ name }}`}>
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  );
}
