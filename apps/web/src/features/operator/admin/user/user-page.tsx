import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { Button, buttonClass } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import UserX from "lucide-react/icons/user-x";
import { type ReactNode, useId, useState } from "react";
import { useSite } from "../../../../lib/app.ts";
import { useFormat } from "../../../../lib/language/format.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { Refusal } from "../../../account/settings/refusal.tsx";
import { Moment } from "../../../community/thread/moment.tsx";
import { AdminPage } from "../admin-page.tsx";
import { Facts } from "../figures.tsx";
import { Shapes } from "../list/shapes.tsx";
import { useSignInWays } from "./use-sign-in-ways.ts";
import { useUserActions } from "./use-user-actions.ts";
import { type UserAction, UserActionDialog } from "./user-action-dialog.tsx";
import { UserBadges } from "./user-badges.tsx";
import { UserEdits, UserEvents, UserSessions } from "./user-history.tsx";

const gridClass = "grid grid-cols-1 items-start gap-4 xl:grid-cols-2";

/** One account: its state, its use, its history, and the actions on it. */
export function UserPage({ id }: { id: number }) {
  const { t } = useLingui();
  const query = trpc.adminUser.get.useQuery({ id });
  const user = query.data;
  if (problemOf(query.error)?.status === 404) {
    return (
      <AdminPage title={t`User`}>
        <EmptyState
          icon={<UserX />}
          title={t`No such user`}
          text={t`The account may have been deleted.`}
          action={<Link to="/admin/users" className={buttonClass()}>{t`All users`}</Link>}
        />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={user?.username ?? t`User`}
      intro={user ? <Identity user={user} /> : null}
      actions={user ? <Actions user={user} /> : null}
    >
      <Refusal error={query.error} />
      {query.isPending ? <Shapes count={4} shape="h-64 rounded-card" className={gridClass} /> : null}
      {user ? (
        <div className={gridClass}>
          <div className="grid gap-4">
            <AccountFacts user={user} />
            <UserSessions id={id} />
          </div>
          <div className="grid gap-4">
            <UserEvents id={id} />
            <UserEdits id={id} />
          </div>
        </div>
      ) : null}
    </AdminPage>
  );
}

function Identity({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="break-all">{user.email}</span>
      <span className="flex flex-wrap gap-1.5 empty:hidden">
        <UserBadges user={user} />
      </span>
    </span>
  );
}

function Actions({ user }: { user: AdminUser }) {
  const actions = useUserActions(user);
  const [edit, setEdit] = useState<UserAction | null>(null);
  const noteId = useId();
  const impossible = actions.find(({ obstacle }) => obstacle);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action.key}
            size="small"
            className={action.isGrave ? "text-danger-text!" : ""}
            disabled={action.isDisabled || action.obstacle !== undefined}
            aria-describedby={action.obstacle ? noteId : undefined}
            onClick={() => setEdit(action.edit)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {impossible ? (
        <p id={noteId} className="text-sm text-ink-muted">
          {impossible.label}: {impossible.obstacle}
        </p>
      ) : null}
      {edit ? <UserActionDialog user={user} edit={edit} onClose={() => setEdit(null)} /> : null}
    </div>
  );
}

function AccountFacts({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const format = useFormat();
  const { plans } = useSite();
  const ways = useSignInWays(user.sign_in);
  const facts: { name: string; value: ReactNode }[] = [
    { name: t`ID`, value: user.id },
    { name: t`Joined`, value: format.instant(user.date_joined) },
    { name: t`Last active`, value: <LastActive user={user} /> },
    { name: t`Email`, value: user.email_verified ? t`Verified` : t`Not verified` },
    { name: t`Logs in with`, value: ways || "–" },
    { name: t`Two-factor authentication`, value: user.sign_in.two_factor ? t`On` : t`Off` },
    ...(plans === "on" ? [{ name: t`Plan`, value: user.plan === "paid" ? t`Paid` : t`Free` }] : []),
    { name: t`Habits`, value: format.number(user.habits) },
    { name: t`API keys`, value: format.number(user.api_keys) },
  ];
  return <Facts level={2} title={t`Account`} facts={facts} />;
}

function LastActive({ user: { last_active_at, last_active_on } }: { user: AdminUser }) {
  const format = useFormat();
  if (last_active_at) return <Moment instant={last_active_at} />;
  return last_active_on ? format.day(last_active_on) : <Trans>Never</Trans>;
}
