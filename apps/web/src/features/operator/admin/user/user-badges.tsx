import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { Badge } from "@daymark/ui/badge";
import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../../../lib/app.ts";

/** What is special about an account. */
export function UserBadges({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { plans } = useSite();
  return (
    <>
      {user.is_staff ? <Badge tone="accent">{t`Admin`}</Badge> : null}
      {user.is_active ? null : <Badge tone="danger">{t`Deactivated`}</Badge>}
      {plans === "on" && user.plan === "paid" ? <Badge tone="info">{t`Paid`}</Badge> : null}
      {user.email_verified ? null : <Badge tone="warning">{t`Not verified`}</Badge>}
    </>
  );
}
