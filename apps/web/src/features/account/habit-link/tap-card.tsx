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

const TapDialog = lazyComponent(
  () => import("./tap-dialog.tsx"),
  ({ open }) => open,
);
const LinkDeleteDialog = lazyComponent(
  () => import("./link-delete-dialog.tsx"),
  ({ link }) => link,
);

/** The links that record a habit with one tap, on a tag or in a shortcut. */
export function TapCard() {
  const links = trpc.habitLink.list.useQuery({});
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<HabitLink | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <SettingCard
      title={<Trans>One-tap links</Trans>}
      description={
        <Trans>
          Record a habit by holding your phone to an NFC tag, or from a shortcut or a script, without a log-in.
        </Trans>
      }
    >
      {links.data?.results.filter(isTap).map((link) => (
        <TapRow key={link.id} link={link} onDelete={() => setDeleting(link)} />
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
          <Trans>Add a link</Trans>
        </Button>
      </div>
      <TapDialog open={isAdding} onClose={() => setAdding(false)} />
      <LinkDeleteDialog link={deleting} afterwards={adder} onClose={() => setDeleting(null)} />
    </SettingCard>
  );
}

function isTap({ purpose }: HabitLink): boolean {
  return purpose === "add" || purpose === "done";
}

function TapRow({ link, onDelete }: { link: HabitLink; onDelete: () => void }) {
  const { t } = useLingui();
  const name = link.title ?? t`Deleted habit`;
  return (
    <SettingRow
      title={name}
      text={
        <>
          {link.purpose === "add" ? t`adds 1` : t`marks the day as done`}
          {" · "}
          <span translate="no" className="font-mono text-[0.92em] whitespace-nowrap">
            …{link.link_end}
          </span>
          {" · "}
          {link.last_used_at ? (
            <Trans>
              last used <TimeAgo instant={link.last_used_at} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
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
