import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import type { RemovalTarget } from "../security/removal-dialog.tsx";
import { Refusal } from "../settings/refusal.tsx";
import { SettingCard, SettingRow } from "../settings/setting-card.tsx";

interface SecretLinkCardProps<Link extends { id: number }> {
  title: ReactNode;
  description: ReactNode;
  /** Undefined until the list is loaded. */
  links: readonly Link[] | undefined;
  isLoading: boolean;
  error: ComponentProps<typeof Refusal>["error"];
  renderRow: (link: Link, onRevoke: () => void) => ReactNode;
  addLabel: ReactNode;
  renderAdding: (isOpen: boolean, onClose: () => void) => ReactNode;
  renderRevoking: (target: RemovalTarget<Link>) => ReactNode;
}

/** The secret addresses of one kind: their rows, and a button that adds one. */
export function SecretLinkCard<Link extends { id: number }>(props: SecretLinkCardProps<Link>) {
  const { title, description, links, isLoading, error, renderRow, addLabel, renderAdding, renderRevoking } = props;
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Link | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <SettingCard title={title} description={description}>
      {links?.map((link) => renderRow(link, () => setRevoking(link)))}
      {isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={links ? null : error} />
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
          className="self-start"
        >
          {addLabel}
        </Button>
      </div>
      {renderAdding(isAdding, () => setAdding(false))}
      {renderRevoking({ item: revoking, afterwards: adder, onClose: () => setRevoking(null) })}
    </SettingCard>
  );
}

interface SecretLinkRowProps {
  name: string;
  /** What the address does or shows. */
  purpose: ReactNode;
  /** The last characters of the address. */
  end: string;
  lastUse: ReactNode;
  onRevoke: () => void;
}

export function SecretLinkRow({ name, purpose, end, lastUse, onRevoke }: SecretLinkRowProps) {
  const { t } = useLingui();
  return (
    <SettingRow
      title={name}
      text={
        <>
          {purpose}
          {" · "}
          <span translate="no" className="font-mono text-[0.92em] whitespace-nowrap">
            …{end}
          </span>
          {" · "}
          {lastUse}
        </>
      }
      control={
        <Button size="small" onClick={onRevoke} aria-label={t`Revoke ${{ name }}`}>
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  );
}
