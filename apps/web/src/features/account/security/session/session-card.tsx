import type { Session } from "@daymark/domain/account/session";
import { Button } from "@daymark/ui/button";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { lazyComponent } from "../../../../lib/lazy-component.tsx";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Refusal } from "../../settings/refusal.tsx";
import { SettingCard } from "../../settings/setting-card.tsx";
import type { SessionEndTarget } from "./session-end-dialog.tsx";
import { SessionLine } from "./session-line.tsx";

const SessionDialog = lazyComponent(
  () => import("./session-dialog.tsx"),
  ({ session }) => session,
);
const SessionEndDialog = lazyComponent(
  () => import("./session-end-dialog.tsx"),
  ({ target }) => target,
);

/** The user's sessions, this one first. */
export function SessionCard() {
  const sessions = trpc.session.list.useQuery({});
  const [shown, setShown] = useState<Session | null>(null);
  const [ending, setEnding] = useState<SessionEndTarget | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const listed = sessions.data && currentFirst(sessions.data.results);
  return (
    <SettingCard
      title={<Trans>Sessions</Trans>}
      description={
        <Trans>Every browser where you are logged in. End any you do not recognize: it is logged out at once.</Trans>
      }
    >
      {listed ? (
        <ul ref={list} className="flex flex-col *:not-first:border-t *:not-first:border-line">
          {listed.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onShow={() => setShown(session)}
              onEnd={() => setEnding({ kind: "one", session })}
            />
          ))}
        </ul>
      ) : (
        <div className="flex flex-col gap-4 px-5 py-5 sm:px-6" aria-busy={sessions.isLoading}>
          {sessions.isError ? (
            <>
              <Refusal error={sessions.error} />
              <Button size="small" onClick={() => void sessions.refetch()} className="self-start">
                <Trans>Try again</Trans>
              </Button>
            </>
          ) : (
            <Skeleton className="h-14 w-full" />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2 px-5 py-4 sm:px-6">
        <Button size="small" disabled={(listed?.length ?? 0) < 2} onClick={() => setEnding({ kind: "others" })}>
          <Trans>End all other sessions</Trans>
        </Button>
        <Button size="small" className="text-danger-text!" onClick={() => setEnding({ kind: "all" })}>
          <Trans>End all sessions</Trans>
        </Button>
      </div>
      <SessionDialog
        session={shown}
        onClose={() => setShown(null)}
        onEnd={(session) => {
          setShown(null);
          setEnding({ kind: "one", session });
        }}
      />
      <SessionEndDialog target={ending} afterwards={list} onClose={() => setEnding(null)} />
    </SettingCard>
  );
}

function currentFirst(sessions: readonly Session[]): Session[] {
  return [...sessions].sort((a, b) => Number(b.is_current) - Number(a.is_current));
}
