import type { HealthArrival, HealthMapping } from "@daymark/domain/health/health";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { Refusal } from "../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";
import { HealthSetup } from "./health-setup.tsx";
import { sourceNames, useWayWords } from "./health-words.ts";

const HealthDialog = lazyComponent(
  () => import("./health-dialog.tsx"),
  ({ open }) => open,
);
const HealthDeleteDialog = lazyComponent(
  () => import("./health-delete-dialog.tsx"),
  ({ item }) => item,
);

/** Null while the dialog is closed; "new" for a habit that has no metric yet. */
type Edited = HealthMapping | "new" | null;

/** What health apps sent last, and which metric fills the days of which habit. */
export function HealthCard() {
  const mappings = trpc.health.mapping.list.useQuery({});
  // The app sends while this page is open beside it.
  const arrivals = trpc.health.arrival.list.useQuery({}, { refetchOnWindowFocus: true });
  const [edited, setEdited] = useState<Edited>(null);
  const [deleting, setDeleting] = useState<HealthMapping | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const list = mappings.data?.results ?? [];
  return (
    <SettingCard
      title={<Trans>Health data</Trans>}
      description={
        <Trans>
          Steps, sleep, workouts and other data of your phone can fill the days of your habits. What you record yourself
          always wins.
        </Trans>
      }
    >
      {list.map((mapping) => (
        <MappingRow
          key={mapping.habit_id}
          mapping={mapping}
          onChange={() => setEdited(mapping)}
          onRemove={() => setDeleting(mapping)}
        />
      ))}
      {arrivals.data?.results.map((arrival) => (
        <ArrivalRow key={arrival.source} arrival={arrival} />
      ))}
      {mappings.isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <HealthSetup />
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={mappings.data ? null : mappings.error} />
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            void arrivals.refetch();
            setEdited("new");
          }}
          className="self-start"
        >
          <Trans>Connect a habit</Trans>
        </Button>
      </div>
      <HealthDialog
        open={edited !== null}
        mapping={edited === "new" ? null : edited}
        mapped={list.map(({ habit_id }) => habit_id)}
        arrivals={arrivals.data?.results ?? []}
        onClose={() => setEdited(null)}
      />
      <HealthDeleteDialog
        item={deleting && { ...deleting, id: deleting.habit_id }}
        afterwards={adder}
        onClose={() => setDeleting(null)}
      />
    </SettingCard>
  );
}

interface MappingRowProps {
  mapping: HealthMapping;
  onChange: () => void;
  onRemove: () => void;
}

function MappingRow({ mapping, onChange, onRemove }: MappingRowProps) {
  const { t } = useLingui();
  const ways = useWayWords();
  const { title, metric, source, way } = mapping;
  return (
    <SettingRow
      title={title}
      text={
        <>
          <span translate="no">
            {metric} · {sourceNames[source]}
          </span>
          {" · "}
          {ways[way]}
        </>
      }
      control={
        <>
          <Button size="small" aria-label={t`Edit ${{ title }}`} onClick={onChange}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="small" kind="quiet" aria-label={t`Remove ${{ title }}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    />
  );
}

function ArrivalRow({ arrival: { source, arrived_at, metrics, recorded, kept } }: { arrival: HealthArrival }) {
  return (
    <SettingRow
      title={<span translate="no">{sourceNames[source]}</span>}
      text={
        <>
          <Trans>
            last data <TimeAgo instant={arrived_at} />
          </Trans>
          {": "}
          <Plural value={metrics.length} one="# metric" other="# metrics" />
          {", "}
          <Plural value={recorded} one="# day recorded" other="# days recorded" />
          {kept > 0 ? (
            <>
              {", "}
              <Plural value={kept} one="# day kept as you recorded it" other="# days kept as you recorded them" />
            </>
          ) : null}
        </>
      }
    />
  );
}
