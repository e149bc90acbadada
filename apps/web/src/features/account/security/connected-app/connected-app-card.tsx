import type { ConnectedApp } from "@daymark/domain/account/connected-app";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Refusal } from "../../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../../settings/setting-card.tsx";
import { DayOf, TimeAgo } from "../time-ago.tsx";

const ConnectedAppDeleteDialog = lazyComponent(
  () => import("./connected-app-delete-dialog.tsx"),
  ({ app }) => app,
);

/** Applications that the user has allowed something by OAuth. */
export function ConnectedAppCard() {
  const apps = trpc.connectedApp.list.useQuery({});
  const [leaving, setLeaving] = useState<ConnectedApp | null>(null);
  const card = useRef<HTMLDivElement>(null);
  return (
    <div ref={card} tabIndex={-1}>
      <SettingCard
        title={<Trans>Connected applications</Trans>}
        description={
          <Trans>
            Assistants, devices and other applications that you have allowed to use your habits. They never see your
            password and cannot access your account settings.
          </Trans>
        }
      >
        {apps.data?.results.map((app) => (
          <ConnectedAppRow key={app.id} app={app} onDelete={() => setLeaving(app)} />
        ))}
        {apps.isLoading ? (
          <div className="px-5 py-4.5 sm:px-6">
            <Skeleton className="h-10 w-full" />
          </div>
        ) : null}
        {apps.data?.results.length === 0 ? (
          <p className="px-5 py-4.5 text-sm text-ink-muted sm:px-6">
            <Trans>No application is connected.</Trans>
          </p>
        ) : null}
        {apps.isError && !apps.data ? (
          <div className="px-5 py-4 sm:px-6">
            <Refusal error={apps.error} />
          </div>
        ) : null}
      </SettingCard>
      <ConnectedAppDeleteDialog app={leaving} afterwards={card} onClose={() => setLeaving(null)} />
    </div>
  );
}

function ConnectedAppRow({ app, onDelete }: { app: ConnectedApp; onDelete: () => void }) {
  const { t } = useLingui();
  return (
    <SettingRow
      title={app.name}
      status={<Badge>{app.scopes.includes("write") ? <Trans>Read and write</Trans> : <Trans>Read only</Trans>}</Badge>}
      text={
        <>
          {app.site === null ? null : (
            <>
              <span translate="no" className="[overflow-wrap:anywhere]">
                {app.site}
              </span>
              {" · "}
            </>
          )}
          {app.resource === "mcp" ? <Trans>assistant</Trans> : <Trans>application</Trans>}
          {" · "}
          <Trans>
            since <DayOf instant={app.created_at} />
          </Trans>
          {" · "}
          {app.last_used_at ? (
            <Trans>
              last used <TimeAgo instant={app.last_used_at} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
        </>
      }
      control={
        <Button size="small" onClick={onDelete} aria-label={t`Disconnect ${{ name: app.name }}`}>
          <Trans>Disconnect</Trans>
        </Button>
      }
    />
  );
}
