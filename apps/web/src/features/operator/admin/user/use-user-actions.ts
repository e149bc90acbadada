import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import type { UserAction } from "./user-action-dialog.tsx";

interface OfferedAction {
  key: string;
  label: string;
  edit: UserAction;
  isGrave: boolean;
  isDisabled?: boolean;
  /** Why the action is impossible now. */
  obstacle?: string | undefined;
}

/** The actions on an account, in display order: the same in the list and on the page of the user. */
export function useUserActions(user: AdminUser): OfferedAction[] {
  const { t } = useLingui();
  const { plans } = useSite();
  const { data: profile } = trpc.auth.profile.useQuery({}, { enabled: false });
  // Admins end their own sessions in their settings.
  const isSelf = profile?.username === user.username;
  return [
    {
      key: "staff",
      label: user.is_staff ? t`Remove admin rights` : t`Make an admin`,
      edit: { is_staff: !user.is_staff },
      isGrave: false,
      obstacle: user.is_staff || user.email_verified ? undefined : t`Only possible once the email address is verified.`,
    },
    ...(plans === "off"
      ? []
      : [
          {
            key: "plan",
            label: user.plan === "paid" ? t`Move to the free plan` : t`Give the paid plan`,
            edit: { plan: user.plan === "paid" ? ("free" as const) : ("paid" as const) },
            isGrave: false,
          },
        ]),
    ...(isSelf
      ? []
      : [
          {
            key: "sessions",
            label: t`End all sessions`,
            edit: "end_sessions" as const,
            isGrave: true,
            isDisabled: user.sessions === 0,
          },
        ]),
    {
      key: "active",
      label: user.is_active ? t`Deactivate` : t`Activate again`,
      edit: { is_active: !user.is_active },
      isGrave: user.is_active,
    },
  ];
}
