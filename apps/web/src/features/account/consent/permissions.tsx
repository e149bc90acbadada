import { Button } from "@daymark/ui/button";
import { Segmented } from "@daymark/ui/segmented";
import { Trans, useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { trpc } from "../../../lib/network/trpc.ts";

export type Access = "read" | "write";

interface PermissionsProps {
  /** What the application asks for. */
  asked: Access;
  resource: "mcp" | "api";
  isBusy: boolean;
  onAllow: (access: Access) => void;
  onCancel: () => void;
}

/** What an application may do, for whom, and the decision. The user may give less than was asked. */
export function Permissions({ asked, resource, isBusy, onAllow, onCancel }: PermissionsProps) {
  const { t } = useLingui();
  const [access, setAccess] = useState<Access>(asked);
  const { data: profile } = trpc.auth.profile.useQuery({});
  const username = profile?.username;
  const isStaff = profile?.is_staff === true;
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onAllow(access);
      }}
    >
      {asked === "write" ? (
        <Segmented<Access>
          label={t`Permissions`}
          options={[
            { value: "read", label: t`Read only` },
            { value: "write", label: t`Read and write` },
          ]}
          value={access}
          onValueChange={setAccess}
          className="w-full"
        />
      ) : null}
      <ul aria-live="polite" className="flex flex-col gap-3 text-[0.9375rem] leading-snug">
        <Line isGiven>
          <Trans>It can see your habits, days, notes and statistics.</Trans>
        </Line>
        {access === "write" ? (
          <Line isGiven>
            <Trans>It can record days, and create, change and delete habits and notes.</Trans>
          </Line>
        ) : (
          <Line isGiven={false}>
            <Trans>It cannot change anything.</Trans>
          </Line>
        )}
        {access === "write" && resource === "api" ? (
          <Line isGiven>
            <Trans>
              It can write, change and delete posts, comments, feature requests and reactions in your name, wherever you
              are allowed to.
            </Trans>
          </Line>
        ) : null}
        {access === "write" && resource === "api" && isStaff ? (
          <Line isGiven>
            <Trans>
              As you are an admin, it can also delete other people’s comments, and close or reject feature requests.
            </Trans>
          </Line>
        ) : null}
        <Line isGiven={false}>
          <Trans>It can never reach your account, its security settings or the admin pages.</Trans>
        </Line>
      </ul>
      <p className="text-sm text-ink-muted">
        {username ? (
          <Trans>
            You are logged in as{" "}
            <strong translate="no" className="text-ink [overflow-wrap:anywhere]">
              {username}
            </strong>
            . You can disconnect the application at any time in the security settings.
          </Trans>
        ) : null}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          <Trans>Allow</Trans>
        </Button>
      </div>
    </form>
  );
}

function Line({ isGiven, children }: { isGiven: boolean; children: ReactNode }) {
  const Icon = isGiven ? Check : X;
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-muted" />
      <span>{children}</span>
    </li>
  );
}
