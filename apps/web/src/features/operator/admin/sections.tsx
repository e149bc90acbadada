import { useLingui } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";
import {
  ChartLine,
  FileText,
  Flag,
  FolderOpen,
  Gauge,
  Images,
  ListChecks,
  Mail,
  MailPlus,
  ScrollText,
  Server,
  ToggleRight,
  UsersRound,
} from "lucide-react";
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
