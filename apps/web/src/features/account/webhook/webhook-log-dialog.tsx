import type { Delivery, Webhook } from "@daymark/domain/webhook/webhook";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useId, useRef, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { TimeAgo } from "../security/time-ago.tsx";
import { Refusal } from "../settings/refusal.tsx";
import { useDeliveryPages } from "./use-delivery-pages.ts";
import { DeliveryBadge, eventWords, useOutcome } from "./webhook-words.tsx";

/** The deliveries of the last days, each with what was sent and answered. */
export default function WebhookLogDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(webhook);
  if (webhook && webhook !== shown) setShown(webhook);
  const { deliveries, error, isLoading, onMore, isLoadingMore } = useDeliveryPages(shown?.id ?? 0, {
    enabled: webhook !== null,
  });
  if (!shown) return null;
  return (
    <Dialog
      open={webhook !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Messages from the last 7 days`}
      description={shown.url}
      closeLabel={t`Close`}
      width="wide"
    >
      <Refusal error={deliveries ? null : error} />
      {isLoading ? <Skeleton className="h-10 w-full" /> : null}
      {deliveries?.length === 0 ? (
        <p className="text-ink-muted">
          <Trans>Nothing was sent in the last 7 days. Send a test, or record a day.</Trans>
        </p>
      ) : null}
      <ul className="flex list-none flex-col *:not-first:border-t *:not-first:border-line">
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={shown.id} delivery={delivery} />
        ))}
      </ul>
      {onMore ? (
        <Button kind="quiet" size="small" isBusy={isLoadingMore} onClick={onMore} className="self-start">
          <Trans>Show earlier messages</Trans>
        </Button>
      ) : null}
    </Dialog>
  );
}

function DeliveryRow({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const { i18n } = useLingui();
  const id = useId();
  const outcomeOf = useOutcome();
  const [isOpen, setOpen] = useState(false);
  const { attempts, next_at } = delivery;
  return (
    <li className="flex flex-col gap-3 py-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-control w-full items-center justify-between gap-4 text-left"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.9375rem] font-[560]">
            {i18n._(eventWords[delivery.type])}
            <DeliveryBadge delivery={delivery} />
          </span>
          <span className="mt-0.5 block text-sm leading-snug text-ink-muted">
            <TimeAgo instant={delivery.created_at} />
            {attempts > 1 ? (
              <>
                {" "}
                · <Trans>attempt {attempts}</Trans>
              </>
            ) : null}
            {next_at && attempts > 0 ? (
              <>
                {" · "}
                <Trans>
                  next attempt <TimeAgo instant={next_at} />
                </Trans>
              </>
            ) : null}
            {delivery.fault ? <> · {outcomeOf(delivery)}</> : null}
          </span>
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <DeliveryBodies webhookId={webhookId} delivery={delivery} /> : null}
      </div>
    </li>
  );
}

function DeliveryBodies({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const { message_id, duration_milliseconds: milliseconds, status, attempted_at } = delivery;
  const detail = trpc.webhook.delivery.get.useQuery({ id: webhookId, delivery_id: delivery.id });
  const { refetch } = detail;
  // The log is read again while a message waits; its bodies only after an attempt.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else void refetch();
  }, [refetch, attempted_at]);
  const replay = trpc.webhook.delivery.replay.useMutation({
    onSuccess: () => void utils.webhook.invalidate(),
    onError: (error) => void report.failure(error),
  });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-muted">
        <span translate="no" className="font-mono text-[0.92em] break-all">
          {message_id}
        </span>
        {status !== null && milliseconds !== null ? (
          <>
            {" · "}
            <Trans>
              status {status} after {milliseconds} ms
            </Trans>
          </>
        ) : null}
      </p>
      <Refusal error={detail.data ? null : detail.error} />
      {detail.data ? (
        <>
          <Body title={t`Sent`} text={indented(detail.data.body)} />
          {status !== null ? <Body title={t`Answer`} text={detail.data.answer || t`Empty`} /> : null}
        </>
      ) : null}
      <Button
        size="small"
        isBusy={replay.isPending}
        onClick={() => replay.mutate({ id: webhookId, delivery_id: delivery.id })}
        className="self-start"
      >
        <Trans>Send again</Trans>
      </Button>
    </div>
  );
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-[560]">{title}</h3>
      <pre
        translate="no"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-control bg-sunken px-3.5 py-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
