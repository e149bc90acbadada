import type { Comment } from "@daymark/domain/community/comment";
import { MenuItem } from "@daymark/ui/menu";
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import Ban from "lucide-react/icons/ban";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import Pin from "lucide-react/icons/pin";
import PinOff from "lucide-react/icons/pin-off";
import { useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { Thread } from "./data/thread.ts";

interface CommentItemsProps {
  comment: Comment;
  thread: Thread;
  onChange: (comment: Comment) => void;
  onBan: () => void;
}

/** Further menu items of a comment for admins, to moderate it in place. */
export default function CommentItems({ comment, thread, onChange, onBan }: CommentItemsProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const router = useRouter();
  const { client } = trpc.useUtils();
  const { author, by_staff, mine, parent_id, pinned, state } = comment;
  const isHidden = state === "hidden";
  const thing = {
    kind: thread.kind === "blog" ? "blog_comment" : "feature_request_comment",
    id: comment.id,
  } as const;
  /** The change is shown here at once; the page is loaded again for the new order and count. */
  const mark = async (change: Promise<{ pinned: boolean; hidden: boolean }>, words: string) => {
    try {
      const { pinned, hidden } = await change;
      onChange({ ...comment, pinned, state: hidden ? "hidden" : "shown" });
      flash({ kind: "success", text: words });
      await router.invalidate();
    } catch (error) {
      void report.failure(error);
    }
  };
  const pin = () =>
    mark(
      client.moderation.pin.mutate({ ...thing, pinned: !pinned }),
      pinned ? t`The comment is no longer pinned.` : t`The comment is pinned to the top.`,
    );
  const hide = () =>
    mark(
      client.moderation.hide.mutate({ ...thing, hidden: !isHidden }),
      isHidden ? t`The comment is shown again.` : t`The comment is hidden. Only its author and the admins can see it.`,
    );
  return (
    <>
      {parent_id === null ? (
        <MenuItem icon={pinned ? <PinOff /> : <Pin />} onSelect={() => void pin()}>
          {pinned ? t`Unpin` : t`Pin`}
        </MenuItem>
      ) : null}
      <MenuItem icon={isHidden ? <Eye /> : <EyeOff />} onSelect={() => void hide()}>
        {isHidden ? t`Show again` : t`Hide`}
      </MenuItem>
      {author !== null && !mine && !by_staff ? (
        <MenuItem icon={<Ban />} onSelect={onBan}>
          {t`Ban ${author}`}
        </MenuItem>
      ) : null}
    </>
  );
}
