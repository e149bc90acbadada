import type { SecurityEvent } from "@daymark/domain/account/security-event";
import { Button } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Refusal } from "../settings/refusal.tsx";
import { eventLooks } from "./event-words.tsx";
import { TimeAgo } from "./time-ago.tsx";

interface TimelineProps {
  label: string;
  /** Undefined until loaded. */
  events: readonly SecurityEvent[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Absent if there are no more. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** Shown if there are no events. */
  emptyText: string;
  /** Leaves out data that is the same for all events. */
  isOfOneSession?: boolean;
}

/** Security events, newest first. */
export function Timeline(props: TimelineProps) {
  const { label, events, error, onRetry, onMore, isLoadingMore, emptyText, isOfOneSession = false } = props;
  if (!events) {
    return error ? (
      <div className="flex flex-col items-start gap-3">
        <Refusal error={error} />
        <Button size="small" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    ) : (
      <div aria-busy="true" className="flex flex-col gap-4">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} className="h-9 w-full" />
        ))}
      </div>
    );
  }
  if (events.length === 0) return <p className="text-sm text-ink-muted">{emptyText}</p>;
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label={label} className="flex flex-col">
        {events.map((event) => (
          <Line key={event.id} event={event} isOfOneSession={isOfOneSession} />
        ))}
      </ol>
      {onMore ? (
        <Button size="small" isBusy={isLoadingMore} onClick={onMore} className="self-start">
          <Trans>Load more</Trans>
        </Button>
      ) : null}
      <Refusal error={error} />
    </div>
  );
}

function Line({ event, isOfOneSession }: { event: SecurityEvent; isOfOneSession: boolean }) {
  const { i18n } = useLingui();
  const { message, icon: Icon, tone } = eventLooks[event.kind];
  const device = [event.browser, event.os].filter(Boolean).join(" · ");
  return (
    <li className="group relative flex gap-3.5 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className={classes(
          "relative z-1 grid size-8 shrink-0 place-items-center rounded-full [&_svg]:size-4",
          tones[tone],
        )}
      >
        <Icon />
      </span>
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-0 left-4 w-px -translate-x-1/2 bg-line group-last:hidden"
      />
      <div className="min-w-0 pt-1 text-sm leading-snug">
        <p className="text-[0.9375rem] leading-snug [overflow-wrap:anywhere]">{i18n._(message)}</p>
        <Parts>
          <Part>
            <TimeAgo instant={event.created_at} />
          </Part>
          {isOfOneSession || device === "" ? null : <Part>{device}</Part>}
          {event.location ? <Part>{event.location}</Part> : null}
          {event.address ? <Part>{event.address}</Part> : null}
          {event.is_current && !isOfOneSession ? (
            <Part>
              <Trans>this session</Trans>
            </Part>
          ) : null}
        </Parts>
      </div>
    </li>
  );
}

/** Short facts with dots between them. A dot at the beginning of a line is hidden. */
function Parts({ children }: { children: ReactNode }) {
  return (
    <div className="mt-0.5 overflow-hidden text-ink-muted">
      <p className="-ml-4 flex flex-wrap [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <span className="relative pl-4 before:absolute before:left-1.5 before:content-['·']">{children}</span>;
}

const tones = {
  neutral: "bg-sunken text-ink-muted ring-1 ring-line ring-inset",
  danger: "bg-danger-soft text-danger-text",
  success: "bg-success-soft text-success-text",
} as const;
