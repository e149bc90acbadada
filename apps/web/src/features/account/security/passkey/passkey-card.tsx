import type { Passkey } from "@daymark/domain/account/passkey";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { useSite } from "../../../../lib/app.ts";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import { hasWebAuthn } from "../../passkey/web-authn.ts";
import { Refusal } from "../../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../../settings/setting-card.tsx";
import { DayOf, TimeAgo } from "../time-ago.tsx";

const PasskeyDialog = lazyComponent(
  () => import("./passkey-dialog.tsx"),
  ({ open }) => open,
);
const PasskeyDeleteDialog = lazyComponent(
  () => import("./passkey-delete-dialog.tsx"),
  ({ passkey }) => passkey,
);

/** Passkeys: there is nothing to remember and nothing to give away. */
export function PasskeyCard() {
  const { passkeys: isOffered } = useSite();
  return (
    <SettingCard
      title={<Trans>Passkeys</Trans>}
      description={
        <Trans>Log in with your fingerprint, your face or a security key. Nobody can guess or phish a passkey.</Trans>
      }
    >
      {isOffered ? (
        <Passkeys />
      ) : (
        <p className="px-5 py-4.5 text-sm text-ink-muted sm:px-6">
          <Trans>
            Passkeys need a domain name. You opened this Daymark by its IP address, so browsers refuse passkeys.
          </Trans>
        </p>
      )}
    </SettingCard>
  );
}

function Passkeys() {
  const passkeys = trpc.passkey.list.useQuery({});
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <>
      {passkeys.data?.results.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onDelete={() => setDeleting(passkey)} />
      ))}
      {passkeys.isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={passkeys.data ? null : passkeys.error} />
        {hasWebAuthn() ? (
          <Button
            ref={adder}
            size="small"
            icon={<Plus aria-hidden="true" />}
            onClick={() => setAdding(true)}
            className="self-start"
          >
            <Trans>Add a passkey</Trans>
          </Button>
        ) : (
          <p className="text-sm text-ink-muted">
            <Trans>This browser does not support passkeys.</Trans>
          </p>
        )}
      </div>
      <PasskeyDialog open={isAdding} onClose={() => setAdding(false)} />
      <PasskeyDeleteDialog passkey={deleting} afterwards={adder} onClose={() => setDeleting(null)} />
    </>
  );
}

function PasskeyRow({ passkey, onDelete }: { passkey: Passkey; onDelete: () => void }) {
  const { t } = useLingui();
  return (
    <SettingRow
      title={passkey.name}
      status={
        passkey.is_synced ? (
          <Badge>
            <Trans>Synced</Trans>
          </Badge>
        ) : null
      }
      text={
        <>
          <Trans>
            Added <DayOf instant={passkey.created_at} />
          </Trans>
          {" · "}
          {passkey.last_used_at ? (
            <Trans>
              last used <TimeAgo instant={passkey.last_used_at} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
        </>
      }
      control={
        <Button size="small" onClick={onDelete} aria-label={t`Remove ${{ name: passkey.name }}`}>
          <Trans>Remove</Trans>
        </Button>
      }
    />
  );
}
