import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import ChartLine from "lucide-react/icons/chart-line";
import ChevronDown from "lucide-react/icons/chevron-down";
import FileText from "lucide-react/icons/file-text";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Star from "lucide-react/icons/star";
import { useRef, useState } from "react";
import { ApiProvider } from "../lib/api.tsx";
import { lazyComponent } from "../lib/lazy-component.tsx";
import { trpc } from "../lib/network/trpc.ts";
import { Disclosure, menuLineClass } from "./menu/disclosure.tsx";

const LogOutDialog = lazyComponent(
  () => import("./menu/log-out-dialog.tsx"),
  (props) => props.isOpen,
);

/** The menu of a logged-in user, labelled with their name. */
export function UserMenu() {
  return (
    <ApiProvider>
      <Disclosure button={<UserName />} buttonClassName={`${buttonClass({ kind: "quiet" })} -mr-4`}>
        <Lines />
      </Disclosure>
    </ApiProvider>
  );
}

/** The same links without the button, for the mobile menu. */
export function UserLinks() {
  return (
    <ApiProvider>
      <p className="flex items-center gap-2 px-3 pb-2 font-[560]">
        <UserName isPlain />
      </p>
      <Lines />
    </ApiProvider>
  );
}

function UserName({ isPlain = false }: { isPlain?: boolean }) {
  const { t } = useLingui();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  // The page's own request includes the profile; enabled earlier, this query would be a separate request.
  const { data: profile } = trpc.auth.profile.useQuery({}, { enabled: !isLoading });
  return (
    <>
      {profile?.is_staff ? (
        <Star role="img" aria-label={t`Administrator`} className="size-4 fill-current text-accent-text" />
      ) : null}
      <span className="max-w-40 truncate">{profile?.username ?? "…"}</span>
      {isPlain ? null : <ChevronDown aria-hidden="true" className="transition-transform group-open/menu:rotate-180" />}
    </>
  );
}

function Lines() {
  const { data: profile } = trpc.auth.profile.useQuery({}, { enabled: false });
  const [isLeaving, setLeaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Link to="/dashboard" className={menuLineClass}>
        <LayoutDashboard aria-hidden="true" />
        <Trans>Dashboard</Trans>
      </Link>
      <Link to="/settings" className={menuLineClass}>
        <Settings aria-hidden="true" />
        <Trans>Settings</Trans>
      </Link>
      {profile?.is_staff ? (
        <>
          <Link to="/admin" className={menuLineClass}>
            <ShieldCheck aria-hidden="true" />
            <Trans>Admin site</Trans>
          </Link>
          <Link to="/statistics" className={menuLineClass}>
            <ChartLine aria-hidden="true" />
            <Trans>Statistics</Trans>
          </Link>
          <Link to="/logs" className={menuLineClass}>
            <FileText aria-hidden="true" />
            <Trans>Logs</Trans>
          </Link>
        </>
      ) : null}
      <button ref={button} type="button" className={menuLineClass} onClick={() => setLeaving(true)}>
        <LogOut aria-hidden="true" />
        <Trans>Log out</Trans>
      </button>
      <LogOutDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        // The menu behind the dialog may be closed by then, so the focus returns to the menu's button.
        finalFocus={() => button.current?.closest("details")?.querySelector("summary") ?? true}
      />
    </>
  );
}
