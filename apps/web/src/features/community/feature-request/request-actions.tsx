import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { IconButton } from "@daymark/ui/icon-button";
import { Menu, MenuItem } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import Ellipsis from "lucide-react/icons/ellipsis";
import Flag from "lucide-react/icons/flag";
import Link from "lucide-react/icons/link";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash";
import { useRef, useState } from "react";
import { ApiProvider } from "../../../lib/api.tsx";
import { useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { flash } from "../../../lib/messages/flash.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { copyText } from "../../../lib/page/copy-text.ts";

const ReportDialog = lazyComponent(
  () => import("../thread/report-dialog.tsx"),
  (props) => props.isOpen,
);

interface RequestActionsProps {
  isUser: boolean;
  request: FeatureRequest;
}

/** The actions of a logged-in user on a request. */
export default function RequestActions(props: RequestActionsProps) {
  return (
    <ApiProvider>
      <Items {...props} />
    </ApiProvider>
  );
}

function Items({ request: { id, mine } }: RequestActionsProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const navigate = useNavigate();
  const { data: profile } = trpc.auth.profile.useQuery({});
  const remove = trpc.featureRequest.delete.useMutation();
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<"delete" | "report" | null>(null);
  const isChanger = mine || profile?.is_staff === true;
  const copyLink = async () => {
    const address = `${location.origin}${location.pathname}`;
    if (await copyText(address)) flash({ kind: "success", text: t`The link has been copied.` });
    else flash({ kind: "warning", text: address });
  };
  const deleteIt = async () => {
    try {
      const { detail } = await remove.mutateAsync({ id });
      void report.success(detail);
    } catch (error) {
      // It is already deleted, which is what the user wanted.
      if (problemOf(error)?.code !== "feature_request_not_found") return void report.failure(error);
    }
    await navigate({ to: "/feature-requests", replace: true });
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton ref={button} label={t`More actions`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Link />} onSelect={() => void copyLink()}>
          {t`Copy link`}
        </MenuItem>
        {isChanger ? (
          <MenuItem
            icon={<Pencil />}
            onSelect={() =>
              void navigate({
                to: "/feature-requests/$featureRequestId/edit",
                params: { featureRequestId: String(id) },
              })
            }
          >
            {t`Edit`}
          </MenuItem>
        ) : null}
        {mine ? null : (
          <MenuItem icon={<Flag />} onSelect={() => setAsked("report")}>
            {t`Report`}
          </MenuItem>
        )}
        {isChanger ? (
          <MenuItem icon={<Trash />} tone="danger" onSelect={() => setAsked("delete")}>
            {t`Delete`}
          </MenuItem>
        ) : null}
      </Menu>
      <AlertDialog
        open={asked === "delete"}
        onOpenChange={(next) => {
          if (!next) setAsked(null);
        }}
        title={t`Delete this request?`}
        description={t`Its votes and comments will be deleted too. This cannot be undone.`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete`}
        isBusy={remove.isPending}
        onConfirm={() => void deleteIt()}
        finalFocus={button}
      />
      <ReportDialog
        isOpen={asked === "report"}
        commentId={null}
        thread={{ kind: "feature_request", id }}
        onClose={() => setAsked(null)}
        finalFocus={button}
      />
    </>
  );
}
