import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Moment } from "../../community/thread/moment.tsx";

const tones = { waiting: "info", queued: "info", running: "success", sent: "success", failed: "danger" } as const;
type QueueState = keyof typeof tones;

/** The names of the states of a job or an email. */
export function useStateWords(): Record<QueueState, string> {
  const { t } = useLingui();
  return { waiting: t`Waiting`, queued: t`Waiting`, running: t`Running`, sent: t`Sent`, failed: t`Failed` };
}

interface QueueLineProps {
  id: number;
  /** The name of the task or the email in the code. */
  name: string;
  /** The same in words, if there are any. */
  words: string | undefined;
  state: QueueState;
  /** When it is tried next; null if it is not. */
  nextAt: string | null;
  /** The error of its last attempt. */
  error: string | null;
  /** Retries it now; null if that is impossible. */
  retry: { isPending: boolean; mutate: (input: { id: number }) => void } | null;
  /** Further actions. */
  actions?: ReactNode;
  /** Further details. */
  children: ReactNode;
}

/** A job or an email in the queue: its state, and the actions of an admin. */
export function QueueLine(props: QueueLineProps) {
  const { id, name, state, nextAt, error, retry, actions, children } = props;
  const { t } = useLingui();
  const words = useStateWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {props.words ? <span>{props.words}</span> : null}
          <code className="font-mono text-sm text-ink-muted">{name}</code>{" "}
          <Badge tone={tones[state]}>{words[state]}</Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-muted">
          {children}
          {nextAt ? (
            <span>
              <Trans>
                next attempt <Moment instant={nextAt} />
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
