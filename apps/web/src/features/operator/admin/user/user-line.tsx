import type { AdminUser } from "@daymark/domain/operator/admin-user";
import { IconButton } from "@daymark/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { Moment } from "../../../community/thread/moment.tsx";
import { useSignInWays } from "./use-sign-in-ways.ts";
import { useUserActions } from "./use-user-actions.ts";
import { type UserAction, UserActionDialog } from "./user-action-dialog.tsx";
import { UserBadges } from "./user-badges.tsx";

/** One account: its user, its contents, its sign-in methods, and the actions on it. */
export function UserLine({ user }: { user: AdminUser }) {
  const format = useFormat();
  const activeOn = user.last_active_on && format.day(user.last_active_on);
  const joined = format.day(user.date_joined.slice(0, 10));
  return (
    <li className="flex items-start gap-3 py-3.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/admin/users/$id"
            params={{ id: String(user.id) }}
            className="font-[560] break-all text-ink no-underline hover:underline pointer-coarse:py-1.5"
          >
            {user.username}
          </Link>
          <UserBadges user={user} />
        </p>
        <p className="text-[0.9375rem] break-all">{user.email}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-muted">
          <span>
            <Trans>ID {user.id}</Trans>
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
          {activeOn && !user.last_active_at ? (
            <span>
              <Trans>Last active {activeOn}</Trans>
            </span>
          ) : null}
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

function SignIn(sign_in: AdminUser["sign_in"]) {
  const { t } = useLingui();
  const ways = useSignInWays(sign_in);
  return (
    <span>
      {ways ? <Trans>Logs in with {ways}</Trans> : <Trans>No way to log in</Trans>}
      {sign_in.two_factor ? ` + ${t`second factor`}` : null}
    </span>
  );
}

function UserMenu({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const actions = useUserActions(user);
  const [edit, setEdit] = useState<UserAction | null>(null);
  const { id, username } = user;
  const items = (isGrave: boolean) =>
    actions
      .filter((action) => action.isGrave === isGrave)
      .map((action) => (
        <MenuItem
          key={action.key}
          tone={isGrave ? "danger" : "neutral"}
          disabled={action.isDisabled}
          obstacle={action.obstacle}
          onSelect={() => setEdit(action.edit)}
        >
          {action.label}
        </MenuItem>
      ));
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t`Actions for ${username}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void navigate({ to: "/admin/users/$id", params: { id: String(id) } })}>
          {t`Open the account`}
        </MenuItem>
        <MenuItem onSelect={() => void navigate({ to: "/admin/audit", search: { target: `user ${id}` } })}>
          {t`Admin actions on this user`}
        </MenuItem>
        <MenuSeparator />
        {items(false)}
        <MenuSeparator />
        {items(true)}
      </Menu>
      {edit ? <UserActionDialog user={user} edit={edit} onClose={() => setEdit(null)} /> : null}
    </>
  );
}
