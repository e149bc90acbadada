import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { Badge } from "@daymark/ui/badge";
import { IconButton } from "@daymark/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { Moment } from "../../community/thread/moment.tsx";
import { type UserAction, UserActionDialog } from "./user-action-dialog.tsx";

/** One account: its user, its contents, its sign-in methods, and the actions on it. */
export function UserLine({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const format = useFormat();
  const joined = format.day(user.date_joined.slice(0, 10));
  return (
    <li className="flex items-start gap-3 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-[560] break-all">{user.username}</span>
          {user.is_staff ? <Badge tone="accent">{t`Admin`}</Badge> : null}
          {user.is_active ? null : <Badge tone="danger">{t`Deactivated`}</Badge>}
          {user.plan === "paid" ? <Badge tone="info">{t`Paid`}</Badge> : null}
          {user.email_verified ? null : <Badge tone="warning">{t`Not verified`}</Badge>}
        </p>
        <p className="text-[0.9375rem] break-all">{user.email}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted">
          <span>
            <Trans>Id {user.id}</Trans>
          </span>
          <span>
            <Trans>Joined {joined}</Trans>
          </span>
          <span>
            <Plural value={user.habits} one="# habit" other="# habits" />
          </span>
          <span>
            <Plural value={user.sessions} one="# session" other="# sessions" />
            {user.last_active_at ? (
              <>
                {", "}
                <Trans>
                  last used <Moment instant={user.last_active_at} />
                </Trans>
              </>
            ) : null}
          </span>
          {user.api_keys > 0 ? (
            <span>
              <Plural value={user.api_keys} one="# API key" other="# API keys" />
            </span>
          ) : null}
          <SignIn {...user.sign_in} />
        </p>
      </div>
      <UserMenu user={user} />
    </li>
  );
}

function SignIn({ password, providers, passkeys, two_factor }: AdminUser["sign_in"]) {
  const { t } = useLingui();
  const ways = [
    ...(password ? [t`password`] : []),
    ...providers.map((provider) => ({ google: "Google", facebook: "Facebook" })[provider]),
    ...(passkeys > 0 ? [t`passkey`] : []),
  ].join(", ");
  return (
    <span>
      {ways ? <Trans>Logs in with {ways}</Trans> : <Trans>No way to log in</Trans>}
      {two_factor ? ` + ${t`second factor`}` : null}
    </span>
  );
}

function UserMenu({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: profile } = trpc.auth.profile.useQuery({}, { enabled: false });
  const [edit, setEdit] = useState<UserAction | null>(null);
  const { username } = user;
  // Admins end their own sessions in their settings.
  const isSelf = profile?.username === username;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t`Actions for ${username}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem
          obstacle={
            user.is_staff || user.email_verified ? undefined : t`Only possible once the email address is verified.`
          }
          onSelect={() => setEdit({ is_staff: !user.is_staff })}
        >
          {user.is_staff ? t`Take the admin’s rights` : t`Make an admin`}
        </MenuItem>
        <MenuItem onSelect={() => setEdit({ plan: user.plan === "paid" ? "free" : "paid" })}>
          {user.plan === "paid" ? t`Move to the free plan` : t`Give the paid plan`}
        </MenuItem>
        <MenuItem onSelect={() => void navigate({ to: "/admin/audit", search: { target: `user ${user.id}` } })}>
          {t`Admin actions on this user`}
        </MenuItem>
        <MenuSeparator />
        {isSelf ? null : (
          <MenuItem tone="danger" disabled={user.sessions === 0} onSelect={() => setEdit("end_sessions")}>
            {t`End all sessions`}
          </MenuItem>
        )}
        <MenuItem tone={user.is_active ? "danger" : "neutral"} onSelect={() => setEdit({ is_active: !user.is_active })}>
          {user.is_active ? t`Deactivate` : t`Activate again`}
        </MenuItem>
      </Menu>
      {edit ? <UserActionDialog user={user} edit={edit} onClose={() => setEdit(null)} /> : null}
    </>
  );
}
