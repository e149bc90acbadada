import type { Webhook } from "@daymark/domain/webhook/webhook";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { IconButton } from "@daymark/ui/icon-button";
import { Menu, MenuItem } from "@daymark/ui/menu";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import Ellipsis from "lucide-react/icons/ellipsis";
import KeyRound from "lucide-react/icons/key-round";
import Pencil from "lucide-react/icons/pencil";
import Power from "lucide-react/icons/power";
import Send from "lucide-react/icons/send";
import Trash from "lucide-react/icons/trash";
import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { Notice, SettingRow } from "../settings/setting-card.tsx";
import { DeliveryBadge, eventWords } from "./webhook-words.tsx";

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (dialog: "edit" | "rotate" | "log" | "delete") => void;
}

/** One webhook: its address, its events, how the last delivery went, and what can be done with it. */
export function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { t, i18n } = useLingui();
  const { enabled, events, habit_ids, last_delivery } = webhook;
  const { host } = new URL(webhook.url);
  const chosen = events.map((event) => i18n._(eventWords[event])).join(", ");
  const habits = habit_ids?.length ?? 0;
  return (
    <SettingRow
      title={<span translate="no">{host}</span>}
      status={enabled ? last_delivery && <DeliveryBadge delivery={last_delivery} /> : <Badge>{t`Off`}</Badge>}
      text={
        <>
          {chosen}
          {habit_ids ? (
            <>
              {" · "}
              <Plural value={habits} one="# chosen habit" other="# chosen habits" />
            </>
          ) : null}
          {" · "}
          {last_delivery ? (
            <Trans>
              last message <TimeAgo instant={last_delivery.created_at} />
            </Trans>
          ) : (
            <Trans>no message in the last 7 days</Trans>
          )}
        </>
      }
      control={<Controls webhook={webhook} host={host} onOpen={onOpen} />}
    >
      {webhook.off_reason ? (
        <Notice tone="warning" icon={<TriangleExclamationPoint aria-hidden="true" />}>
          {webhook.off_reason === "gone" ? (
            <Trans>Turned off because the receiver answered that it is gone (410).</Trans>
          ) : (
            <Trans>Turned off because every message has failed for a week.</Trans>
          )}
        </Notice>
      ) : null}
    </SettingRow>
  );
}

function Controls({ webhook, host, onOpen }: WebhookRowProps & { host: string }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const reload = () => void utils.webhook.invalidate();
  const update = trpc.webhook.update.useMutation({
    onSuccess: reload,
    onError: (error) => void report.failure(error),
  });
  const test = trpc.webhook.sendTest.useMutation({
    // The log shows the test on its way, and then what the receiver answered.
    onSuccess: () => {
      reload();
      onOpen("log");
    },
    onError: (error) => void report.failure(error),
  });
  const { id, enabled } = webhook;
  return (
    <>
      <Button size="small" onClick={() => onOpen("log")} aria-label={t`Log of ${{ host }}`}>
        <Trans>Log</Trans>
      </Button>
      <Menu
        trigger={
          <IconButton label={t`More actions for ${{ host }}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Send />} disabled={test.isPending} onSelect={() => test.mutate({ id })}>
          <Trans>Send a test</Trans>
        </MenuItem>
        <MenuItem
          icon={<Power />}
          disabled={update.isPending}
          onSelect={() => update.mutate({ id, enabled: !enabled })}
        >
          {enabled ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={() => onOpen("edit")}>
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => onOpen("rotate")}>
          <Trans>New secret</Trans>
        </MenuItem>
        <MenuItem icon={<Trash />} tone="danger" onSelect={() => onOpen("delete")}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
    </>
  );
}
