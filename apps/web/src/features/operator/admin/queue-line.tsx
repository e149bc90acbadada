import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Moment } from "../../community/thread/moment.tsx";

const tones = { waiting: "info", queued: "info", running: "success", sent: "success", failed: "danger" } as const;
type QueueState = keyof typeof tones;

/** What each state of a job or of an email is called. */
export function useStateWords(): Record<QueueState, string> {
  const { t } = useLingui();
  return { waiting: t`Waiting`, queued: t`Waiting`, running: t`Running`, sent: t`Sent`, failed: t`Given up` };
}

interface QueueLineProps {
  id: number;
  /** Which task, or which email, as the code names it. */
  name: string;
  state: QueueState;
  /** When it is tried next; null where it is not. */
  nextAt: string | null;
  /** What its last try failed for. */
  error: string | null;
  /** What has it tried now; null where nothing can. */
  retry: { isPending: boolean; mutate: (input: { id: number }) => void } | null;
  /** What else can be done about it. */
  actions?: ReactNode;
  /** What else there is to know of it. */
  children: ReactNode;
}

/** A job or an email on its way: how it stands, and what an admin can do about it. */
export function QueueLine({ id, name, state, nextAt, error, retry, actions, children }: QueueLineProps) {
  const { t } = useLingui();
  const words = useStateWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-sm">{name}</code> <Badge tone={tones[state]}>{words[state]}</Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-muted">
          {children}
          {nextAt ? (
            <span>
              <Trans>
                next try <Moment instant={nextAt} />
              </Trans>
            </span>
          ) : null}
          {error ? <span className="break-all text-danger-text">{error}</span> : null}
        </p>
      </div>
      {retry ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            isBusy={retry.isPending}
            aria-label={t`Try now: ${name} number ${id}`}
            onClick={() => retry.mutate({ id })}
          >
            <Trans>Try now</Trans>
          </Button>
          {actions}
        </div>
      ) : null}
    </li>
  );
}
