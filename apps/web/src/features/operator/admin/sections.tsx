import { useLingui } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";
import ChartLine from "lucide-react/icons/chart-line";
import FileText from "lucide-react/icons/file-text";
import Flag from "lucide-react/icons/flag";
import FolderOpen from "lucide-react/icons/folder-open";
import Gauge from "lucide-react/icons/gauge";
import Images from "lucide-react/icons/images";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import MailPlus from "lucide-react/icons/mail-plus";
import ScrollText from "lucide-react/icons/scroll-text";
import Server from "lucide-react/icons/server";
import ToggleRight from "lucide-react/icons/toggle-right";
import UsersRound from "lucide-react/icons/users-round";
import type { ReactNode } from "react";

interface Section {
  to: NonNullable<LinkProps["to"]>;
  name: string;
  icon: ReactNode;
  /** True if addresses of other pages begin with its own. */
  isExact?: boolean;
}

/** The sections of the admin site, in display order. */
export function useSections(): Section[] {
  const { t } = useLingui();
  return [
    { to: "/admin", name: t`Overview`, icon: <Gauge aria-hidden="true" />, isExact: true },
    { to: "/admin/users", name: t`Users`, icon: <UsersRound aria-hidden="true" /> },
    { to: "/admin/invitations", name: t`Invitations`, icon: <MailPlus aria-hidden="true" /> },
    { to: "/admin/moderation", name: t`Moderation`, icon: <Flag aria-hidden="true" /> },
    { to: "/statistics", name: t`Statistics`, icon: <ChartLine aria-hidden="true" /> },
    { to: "/logs", name: t`Logs`, icon: <FileText aria-hidden="true" /> },
    { to: "/admin/apps", name: t`Apps`, icon: <Server aria-hidden="true" /> },
    { to: "/admin/files", name: t`Files`, icon: <FolderOpen aria-hidden="true" /> },
    { to: "/admin/images", name: t`Images`, icon: <Images aria-hidden="true" /> },
    { to: "/admin/mail", name: t`Mail`, icon: <Mail aria-hidden="true" /> },
    { to: "/admin/jobs", name: t`Jobs`, icon: <ListChecks aria-hidden="true" /> },
    { to: "/admin/audit", name: t`Audit trail`, icon: <ScrollText aria-hidden="true" /> },
    { to: "/admin/switches", name: t`Switches`, icon: <ToggleRight aria-hidden="true" /> },
  ];
}
