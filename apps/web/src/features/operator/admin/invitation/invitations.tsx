import type { Invitation } from "@daymark/domain/operator/invitation";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { getQueryKey } from "@trpc/react-query";
import Mail from "lucide-react/icons/mail";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useSite } from "../../../../lib/app.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { AdminPage } from "../admin-page.tsx";
import { RowList } from "../list/row-list.tsx";
import { useList } from "../list/use-list.ts";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { InvitationLine } from "./invitation-line.tsx";

/** The links with which people sign up: admins make and revoke them here. */
export function Invitations() {
  const { t } = useLingui();
  const { signUp, plans } = useSite();
  const { client } = trpc.useUtils();
  const [isMaking, setMaking] = useState(false);
  const list = useList<Invitation>(getQueryKey(trpc.invitation.list), (page) => client.invitation.list.query(page));
  const isClosed = signUp === "closed";
  return (
    <AdminPage
      title={t`Invitations`}
      intro={
        isClosed ? (
          <Trans>Nobody can sign up on this server (SIGN_UP=closed), so invitations do not work now.</Trans>
        ) : signUp === "invite" ? (
          <Trans>Only people with an invitation can sign up on this server.</Trans>
        ) : plans === "on" ? (
          <Trans>Everyone can sign up on this server. An invitation can also give a plan or admin rights.</Trans>
        ) : (
          <Trans>Everyone can sign up on this server. An invitation can also give admin rights.</Trans>
        )
      }
      actions={
        isClosed ? null : (
          <Button kind="primary" icon={<Plus aria-hidden="true" />} onClick={() => setMaking(true)}>
            <Trans>Invite people</Trans>
          </Button>
        )
      }
    >
      <RowList
        list={list}
        line={(invitation) => <InvitationLine key={invitation.id} invitation={invitation} />}
        empty={{
          icon: <Mail />,
          title: t`No invitations yet`,
          text: t`An invitation is a link for signing up. You can email it or share it yourself.`,
        }}
        isFiltered={false}
        more={t`Older invitations`}
      />
      <InvitationDialog open={isMaking} onClose={() => setMaking(false)} />
    </AdminPage>
  );
}
