import type { ApiKey } from "@daymark/domain/account/api-key";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Refusal } from "../../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../../settings/setting-card.tsx";
import { DayOf, TimeAgo } from "../time-ago.tsx";

const ApiKeyDialog = lazyComponent(
  () => import("./api-key-dialog.tsx"),
  ({ open }) => open,
);
const ApiKeyDeleteDialog = lazyComponent(
  () => import("./api-key-delete-dialog.tsx"),
  ({ item }) => item,
);

/** API keys for the user's own scripts. */
export function ApiKeyCard() {
  const keys = trpc.apiKey.list.useQuery({});
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <SettingCard
      title={<Trans>API keys</Trans>}
      description={
        <Trans>
          For your own scripts: a key can access your habits, days and notes, never this account. Send it in the header{" "}
          <code className="font-mono text-[0.92em] text-ink [overflow-wrap:anywhere]">Authorization: Bearer</code>. The{" "}
          <a href="/api/docs" className={linkClass}>
            API documentation
          </a>{" "}
          has the details.
        </Trans>
      }
    >
      {keys.data?.results.map((apiKey) => (
        <ApiKeyRow key={apiKey.id} apiKey={apiKey} onDelete={() => setDeleting(apiKey)} />
      ))}
      {keys.isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={keys.data ? null : keys.error} />
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
          className="self-start"
        >
          <Trans>Create a key</Trans>
        </Button>
      </div>
      <ApiKeyDialog open={isAdding} onClose={() => setAdding(false)} />
      <ApiKeyDeleteDialog item={deleting} afterwards={adder} onClose={() => setDeleting(null)} />
    </SettingCard>
  );
}

function ApiKeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { t } = useLingui();
  const isExpired = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) <= Date.now();
  return (
    <SettingRow
      title={apiKey.name}
      status={
        <>
          <Badge>{apiKey.scopes.includes("write") ? <Trans>Read and write</Trans> : <Trans>Read only</Trans>}</Badge>
          {isExpired ? (
            <Badge tone="danger">
              <Trans>Expired</Trans>
            </Badge>
          ) : null}
        </>
      }
      text={
        <>
          <span translate="no" className="font-mono text-[0.92em]">
            dmk_…{apiKey.key_end}
          </span>
          {" · "}
          {apiKey.last_used_at ? (
            <Trans>
              last used <TimeAgo instant={apiKey.last_used_at} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
          {" · "}
          {apiKey.expires_at === null ? (
            <Trans>does not expire</Trans>
          ) : (
            <Trans>
              until <DayOf instant={apiKey.expires_at} />
            </Trans>
          )}
        </>
      }
      control={
        <Button size="small" onClick={onDelete} aria-label={t`Revoke ${{ name: apiKey.name }}`}>
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  );
}
