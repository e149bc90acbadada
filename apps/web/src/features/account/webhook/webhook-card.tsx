import type { Webhook } from "@daymark/domain/webhook/webhook";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { Refusal } from "../settings/refusal.tsx";
import { SettingCard } from "../settings/setting-card.tsx";
import { WebhookRow } from "./webhook-row.tsx";

const WebhookDialog = lazyComponent(
  () => import("./webhook-dialog.tsx"),
  ({ open }) => open,
);
const WebhookLogDialog = lazyComponent(
  () => import("./webhook-log-dialog.tsx"),
  ({ webhook }) => webhook,
);
const WebhookDeleteDialog = lazyComponent(
  () => import("./webhook-delete-dialog.tsx"),
  ({ item }) => item,
);

type Opened = { kind: "add" } | { kind: "edit" | "rotate" | "log" | "delete"; webhook: Webhook };

/** The addresses to which the server sends the user's events. */
export function WebhookCard({ isStaff }: { isStaff: boolean }) {
  const { t } = useLingui();
  const webhooks = trpc.webhook.list.useQuery({});
  const [opened, setOpened] = useState<Opened | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(null);
  const list = webhooks.data?.results ?? [];
  const isDialog = opened?.kind === "add" || opened?.kind === "edit" || opened?.kind === "rotate";
  const shown = opened && "webhook" in opened ? opened.webhook : null;
  return (
    <SettingCard
      title={<Trans>Webhooks</Trans>}
      description={
        <Trans>
          The server calls an address of yours when something happens, such as a recorded day. It suits Home Assistant,
          n8n and your own scripts.
        </Trans>
      }
    >
      {list.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onOpen={(kind) => setOpened({ kind, webhook })} />
      ))}
      {webhooks.isLoading ? (
        <div className="px-5 py-4.5 sm:px-6">
          <Skeleton className="h-10 w-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-2 px-5 py-4 sm:px-6">
        <Refusal error={webhooks.data ? null : webhooks.error} />
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setOpened({ kind: "add" })}
          className="self-start"
        >
          {t`Add a webhook`}
        </Button>
      </div>
      <WebhookDialog
        open={isDialog}
        webhook={isDialog ? shown : null}
        isRotating={opened?.kind === "rotate"}
        isStaff={isStaff}
        onClose={close}
      />
      <WebhookLogDialog webhook={opened?.kind === "log" ? shown : null} onClose={close} />
      <WebhookDeleteDialog item={opened?.kind === "delete" ? shown : null} afterwards={adder} onClose={close} />
    </SettingCard>
  );
}
