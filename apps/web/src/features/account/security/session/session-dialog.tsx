import type { Session } from "@daymark/domain/account/session";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { DayOf, TimeAgo } from "../time-ago.tsx";
import { Timeline } from "../timeline.tsx";
import { useDeviceName } from "../use-device-name.ts";
import { useEventPages } from "../use-event-pages.ts";
import { SessionBadges } from "./session-line.tsx";

interface SessionDialogProps {
  session: Session | null;
  onClose: () => void;
  onEnd: (session: Session) => void;
}

/** One session: its device and place, and its events. */
export default function SessionDialog({ session, onClose, onEnd }: SessionDialogProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(session);
  if (session && session !== shown) setShown(session);
  const pages = useEventPages({ sessionId: shown?.id ?? "", limit: 10, enabled: session !== null });
  const name = useDeviceName(shown ?? { browser: "", os: "" });
  if (!shown) return null;
  return (
    <Dialog
      open={session !== null}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={name}
      closeLabel={t`Close`}
      actions={
        <Button className="text-danger-text!" onClick={() => onEnd(shown)}>
          {shown.is_current ? <Trans>Log out</Trans> : <Trans>End this session</Trans>}
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-2 empty:hidden">
          <SessionBadges session={shown} />
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <Fact name={<Trans>Location</Trans>}>{shown.location ?? <Trans>Unknown</Trans>}</Fact>
          <Fact name={<Trans>Network</Trans>}>
            {shown.network === "direct" ? <Trans>Direct</Trans> : <Trans>VPN or proxy</Trans>}
          </Fact>
          <Fact name={<Trans>Logged in</Trans>}>
            <DayOf instant={shown.created_at} />
          </Fact>
          <Fact name={<Trans>Last active</Trans>}>
            <TimeAgo instant={shown.last_active_at} />
          </Fact>
          <Fact name={<Trans>Will expire</Trans>}>
            <TimeAgo instant={shown.expires_at} />
          </Fact>
        </dl>
        <div>
          <h3 className="mb-4 text-base">
            <Trans>Session activity</Trans>
          </h3>
          <Timeline {...pages} label={t`Session activity`} emptyText={t`No security events.`} isOfOneSession />
        </div>
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
