import type { NotificationTarget } from "@daymark/domain/notification/target";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import TriangleExclamationPoint from "lucide-react/icons/triangle-exclamation-point";
import { useEffect, useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { trpc } from "../../../lib/network/trpc.ts";
import { SecretLinkCard } from "../habit-link/secret-link-card.tsx";
import { TimeAgo } from "../security/time-ago.tsx";
import { Notice, SettingRow } from "../settings/setting-card.tsx";
import { kindNames, useFault } from "./target-words.ts";

const TargetDialog = lazyComponent(
  () => import("./target-dialog.tsx"),
  ({ open }) => open,
);
const TargetDeleteDialog = lazyComponent(
  () => import("./target-delete-dialog.tsx"),
  ({ item }) => item,
);

/** While a test is on its way, its answer is looked for. */
const lookAgainMilliseconds = 1_000;
/** A worker that does not run answers no test. */
const waitMilliseconds = 30_000;

/** Services that show the user's reminders, with what each answered last. */
export function TargetCard() {
  const [isTesting, setTesting] = useState(false);
  const [editing, setEditing] = useState<NotificationTarget | null>(null);
  const targets = trpc.notificationTarget.list.useQuery(
    {},
    { refetchInterval: isTesting ? lookAgainMilliseconds : false },
  );
  return (
    <SecretLinkCard
      title={<Trans>Notification targets</Trans>}
      description={
        <Trans>
          Reminders can also come through ntfy, Gotify, Telegram, Matrix or Apprise. Choose the targets in the reminders
          of each habit.
        </Trans>
      }
      links={targets.data?.results}
      isLoading={targets.isLoading}
      error={targets.error}
      renderRow={(target, onRevoke) => (
        <TargetRow
          key={target.id}
          target={target}
          onTesting={setTesting}
          onEdit={() => setEditing(target)}
          onDelete={onRevoke}
        />
      )}
      addLabel={<Trans>Add a target</Trans>}
      renderAdding={(isOpen, onClose) => (
        <TargetDialog
          open={isOpen || editing !== null}
          target={editing}
          kinds={targets.data?.kinds ?? []}
          onClose={() => {
            setEditing(null);
            onClose();
          }}
        />
      )}
      renderRevoking={(target) => <TargetDeleteDialog {...target} />}
    />
  );
}

interface TargetRowProps {
  target: NotificationTarget;
  onTesting: (isTesting: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function TargetRow({ target, onTesting, onEdit, onDelete }: TargetRowProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const faultOf = useFault();
  const { id, kind, name, host, last } = target;
  /** When the last message before the test was sent; undefined if no test is on its way. */
  const [before, setBefore] = useState<string | null>();
  const isWaiting = before !== undefined && before === (last?.at ?? null);
  const test = trpc.notificationTarget.sendTest.useMutation({
    onSuccess: (known) => setBefore(known.last?.at ?? null),
    onError: (error) => void report.failure(error),
  });
  useEffect(() => {
    if (!isWaiting) return;
    onTesting(true);
    const timer = setTimeout(() => setBefore(undefined), waitMilliseconds);
    return () => {
      clearTimeout(timer);
      onTesting(false);
    };
  }, [isWaiting, onTesting]);
  const fault = faultOf(last);
  return (
    <SettingRow
      title={name}
      status={
        isWaiting ? (
          <Badge>{t`Waiting`}</Badge>
        ) : last ? (
          <Badge tone={fault ? "danger" : "success"}>{fault ? t`Failed` : t`Delivered`}</Badge>
        ) : null
      }
      text={
        <>
          <span translate="no">{host === kind ? kindNames[kind] : `${kindNames[kind]} · ${host}`}</span>
          {" · "}
          {last ? (
            <Trans>
              last message <TimeAgo instant={last.at} />
            </Trans>
          ) : (
            <Trans>no message yet</Trans>
          )}
        </>
      }
      control={
        <>
          <Button
            size="small"
            isBusy={test.isPending || isWaiting}
            aria-label={t`Send a test to ${{ name }}`}
            onClick={() => test.mutate({ id })}
          >
            <Trans>Send a test</Trans>
          </Button>
          <Button size="small" kind="quiet" aria-label={t`Edit ${{ title: name }}`} onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="small" kind="quiet" aria-label={t`Delete ${{ name }}`} onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      {fault && !isWaiting ? (
        <Notice tone="warning" icon={<TriangleExclamationPoint aria-hidden="true" />}>
          {fault}
        </Notice>
      ) : null}
    </SettingRow>
  );
}
