import type { Comment } from "@daymark/domain/community/comment";
import { AlertDialog } from "@daymark/ui/alert-dialog";
import { IconButton } from "@daymark/ui/icon-button";
import { Menu, MenuItem } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import Ellipsis from "lucide-react/icons/ellipsis";
import Flag from "lucide-react/icons/flag";
import Link from "lucide-react/icons/link";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash";
import { useEffect, useRef, useState } from "react";
import { ApiProvider } from "../../../lib/api.tsx";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { flash } from "../../../lib/messages/flash.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { copyText } from "../../../lib/page/copy-text.ts";
import type { Thread } from "./data/thread.ts";
import { useThread } from "./data/use-thread.ts";

const StaffItems = lazyComponent(
  () => import("./comment-items.tsx"),
  (props) => props.comment,
  "moderation",
);

const BanDialog = lazyComponent(
  async () => ({ default: (await import("./ban-dialog.tsx")).BanDialog }),
  (props) => props.username,
  "moderation",
);

const ReportDialog = lazyComponent(
  () => import("./report-dialog.tsx"),
  (props) => props.isOpen,
);

interface CommentMenuProps {
  comment: Comment;
  thread: Thread;
  onEdit: () => void;
  onChange: (comment: Comment) => void;
  onRemove: () => void;
}

/** The actions of a logged-in user on a comment. */
export default function CommentMenu(props: CommentMenuProps) {
  return (
    <ApiProvider>
      <Items {...props} />
    </ApiProvider>
  );
}

function Items({ comment, thread, onEdit, onChange, onRemove }: CommentMenuProps) {
  const { t } = useLingui();
  const { languages } = useApp();
  const { report } = useBrowser();
  const { calls } = useThread(thread);
  const { data: profile } = trpc.auth.profile.useQuery({});
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<"delete" | "report" | "ban" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { author, mine } = comment;
  const isStaff = profile?.is_staff === true;
  // Fetched early, so that the menu opens with all its items.
  useEffect(() => {
    if (isStaff) void StaffItems.fetchPart(languages).catch(() => {});
  }, [isStaff, languages]);
  const copyLink = async () => {
    const address = `${location.origin}${location.pathname}#comment-${comment.id}`;
    if (await copyText(address)) flash({ kind: "success", text: t`The link has been copied.` });
    else flash({ kind: "warning", text: address });
  };
  const remove = async () => {
    setBusy(true);
    try {
      await (await calls()).deleteComment(comment.id);
    } catch (error) {
      // It is already deleted, which is what the user wanted.
      if (!problemOf(error)?.code.endsWith("comment_not_found")) {
        setBusy(false);
        return void report.failure(error);
      }
    }
    setAsked(null);
    onRemove();
    void report.success(`${thread.kind}_comment_deleted`);
  };
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton ref={button} size="small" label={t`More actions`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Link />} onSelect={() => void copyLink()}>
          {t`Copy link`}
        </MenuItem>
        {mine ? (
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            {t`Edit`}
          </MenuItem>
        ) : isStaff ? null : (
          <MenuItem icon={<Flag />} onSelect={() => setAsked("report")}>
            {t`Report`}
          </MenuItem>
        )}
        {isStaff ? (
          <StaffItems comment={comment} thread={thread} onChange={onChange} onBan={() => setAsked("ban")} />
        ) : null}
        {mine || isStaff ? (
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
        title={t`Delete this comment?`}
        description={t`This cannot be undone. Replies stay.`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Delete`}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        // The button is removed with its comment. The list then moves the focus.
        finalFocus={() => button.current ?? false}
      />
      {asked === "ban" && author !== null ? (
        <BanDialog
          username={author}
          onClose={() => {
            setAsked(null);
            button.current?.focus();
          }}
        />
      ) : null}
      <ReportDialog
        isOpen={asked === "report"}
        commentId={comment.id}
        thread={thread}
        onClose={() => setAsked(null)}
        finalFocus={button}
      />
    </>
  );
}
