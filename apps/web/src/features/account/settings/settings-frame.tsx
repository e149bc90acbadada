import { classes } from "@daymark/ui/classes";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, Outlet } from "@tanstack/react-router";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserRound from "lucide-react/icons/user-round";
import Webhook from "lucide-react/icons/webhook";
import type { ReactNode } from "react";

/** Wraps the settings pages with their navigation: beside the page if there is space, otherwise above it. */
export function SettingsFrame() {
  const { t } = useLingui();
  return (
    <div className="mx-auto grid w-full max-w-7xl flex-1 grid-cols-1 content-start gap-x-16 gap-y-6 px-4 pt-6 pb-20 sm:px-6 sm:pt-10 lg:grid-cols-[14rem_minmax(0,46rem)]">
      <nav aria-labelledby="settings-title" className="lg:pt-1">
        <p id="settings-title" className="mb-2 px-1 text-sm font-[560] text-ink-muted lg:mb-3 lg:px-3">
          <Trans>Settings</Trans>
        </p>
        <div className="flex flex-wrap gap-1 rounded-xl border border-line bg-sunken p-1 lg:sticky lg:top-24 lg:flex-col lg:border-0 lg:bg-transparent lg:p-0">
          <SectionLink to="/settings" icon={<UserRound aria-hidden="true" />}>
            {t({ message: "General", context: "settings" })}
          </SectionLink>
          <SectionLink to="/settings/security" icon={<ShieldCheck aria-hidden="true" />}>
            {t({ message: "Security", context: "settings" })}
          </SectionLink>
          <SectionLink to="/settings/connections" icon={<Webhook aria-hidden="true" />}>
            {t({ message: "Connections", context: "settings" })}
          </SectionLink>
        </div>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

function SectionLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classes(
        "flex min-h-control flex-1 items-center justify-center gap-2.5 rounded-lg px-3 text-[0.9375rem] font-[530] text-ink-muted",
        "no-underline transition-colors hover:text-ink lg:justify-start lg:hover:bg-raised [&_svg]:size-[1.15em] [&_svg]:shrink-0",
        "aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-lift",
        "aria-[current=page]:[&_svg]:text-accent-text forced-colors:aria-[current=page]:border",
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
