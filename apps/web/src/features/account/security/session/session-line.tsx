import type { Session } from "@daymark/domain/account/session";
import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Bot from "lucide-react/icons/bot";
import EyeOff from "lucide-react/icons/eye-off";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import Tablet from "lucide-react/icons/tablet";
import { DayOf, TimeAgo } from "../time-ago.tsx";
import { useDeviceName } from "../use-device-name.ts";

interface SessionLineProps {
  session: Session;
  onShow: () => void;
  onEnd: () => void;
}

/** One browser with a session. */
export function SessionLine({ session, onShow, onEnd }: SessionLineProps) {
  const { t } = useLingui();
  const name = useDeviceName(session);
  return (
    <li className="flex flex-col gap-3 px-5 py-4.5 sm:flex-row sm:items-start sm:px-6" data-session={session.id}>
      <div className="flex min-w-0 flex-1 gap-4">
        <DeviceIcon session={session} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="text-[0.9375rem] leading-snug font-[560] tracking-normal">{name}</h3>
            <SessionBadges session={session} />
          </div>
          <p className="mt-1 text-sm leading-snug text-ink-muted [overflow-wrap:anywhere]">
            {session.location ?? <Trans>Location unknown</Trans>}
            {" · "}
            {session.is_current ? (
              <Trans>active now</Trans>
            ) : (
              <Trans>
                active <TimeAgo instant={session.last_active_at} />
              </Trans>
            )}
          </p>
          <p className="text-sm leading-snug text-ink-muted">
            <Trans>
              Logged in <DayOf instant={session.created_at} />, expires <TimeAgo instant={session.expires_at} />
            </Trans>
          </p>
        </div>
      </div>
      <div className="flex shrink-0 gap-2 pl-14 sm:pl-0">
        <Button size="small" kind="quiet" onClick={onShow} aria-label={t`Details: ${{ device: name }}`}>
          <Trans>Details</Trans>
        </Button>
        <Button
          size="small"
          onClick={onEnd}
          aria-label={session.is_current ? t`Log out here` : t`End ${{ device: name }}`}
        >
          {session.is_current ? <Trans>Log out</Trans> : <Trans>End</Trans>}
        </Button>
      </div>
    </li>
  );
}

const icons = { PC: Monitor, Mobile: Smartphone, Tablet } as const;

function DeviceIcon({ session }: { session: Session }) {
  const { t } = useLingui();
  const Icon = icons[session.device_type];
  const names = { PC: t`Computer`, Mobile: t`Phone`, Tablet: t`Tablet` };
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-ink-muted ring-1 ring-line ring-inset [&_svg]:size-5">
      <Icon role="img" aria-label={names[session.device_type]} />
    </span>
  );
}

/** Badges: this device, a VPN or proxy, a bot. */
export function SessionBadges({ session }: { session: Session }) {
  return (
    <>
      {session.is_current ? (
        <Badge tone="success">
          <Trans>This device</Trans>
        </Badge>
      ) : null}
      {session.network === "vpn_or_proxy" ? (
        <Badge tone="warning">
          <EyeOff aria-hidden="true" className="size-3.5" />
          <Trans>VPN or proxy</Trans>
        </Badge>
      ) : null}
      {session.is_automated ? (
        <Badge tone="warning">
          <Bot aria-hidden="true" className="size-3.5" />
          <Trans>Automated</Trans>
        </Badge>
      ) : null}
    </>
  );
}
