import type { CalendarLink } from "@daymark/domain/calendar/calendar-link";
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

const CalendarDialog = lazyComponent(
  () => import("./calendar-dialog.tsx"),
  ({ open }) => open,
);
const CalendarDeleteDialog = lazyComponent(
  () => import("./calendar-delete-dialog.tsx"),
  ({ link }) => link,
);

/** The secret addresses at which calendar apps show the user's days. */
export function CalendarCard() {
  const links = trpc.calendarLink.list.useQuery({});
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<CalendarLink | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <SettingCard
      title={<Trans>Calendars</Trans>}
      description={
        <Trans>See your habits in your calendar app. Each calendar has a secret address that you can revoke.</Trans>
      }
    >
      {links.data?.results.map((link) => (
        <CalendarRow key={link.id} link={link} onDelete={() => setDeleting(link)} />
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
          <Trans>Add a calendar</Trans>
        </Button>
      </div>
      <CalendarDialog open={isAdding} onClose={() => setAdding(false)} />
      <CalendarDeleteDialog link={deleting} afterwards={adder} onClose={() => setDeleting(null)} />
    </SettingCard>
  );
}

function CalendarRow({ link, onDelete }: { link: CalendarLink; onDelete: () => void }) {
  const { t } = useLingui();
  const words = { due: t`due days`, done: t`done days`, missed: t`missed days` };
  const shown = link.shows.map((mark) => words[mark]).join(", ");
  const name = link.group_name ?? t`All habits`;
  return (
    <SettingRow
      title={name}
      text={
        <>
          {shown}
          {" · "}
          <span translate="no" className="font-mono text-[0.92em] whitespace-nowrap">
            …{link.link_end}
          </span>
          {" · "}
          {link.last_read_at ? (
            <Trans>
              last read <TimeAgo instant={link.last_read_at} />
            </Trans>
          ) : (
            <Trans>never read</Trans>
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
