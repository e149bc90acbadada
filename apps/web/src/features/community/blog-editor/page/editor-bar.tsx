import { Badge } from "@daymark/ui/badge";
import { Button } from "@daymark/ui/button";
import { iconButtonClass } from "@daymark/ui/icon-button";
import { quietLinkClass } from "@daymark/ui/link";
import { Menu, MenuItem, MenuSeparator } from "@daymark/ui/menu";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Ellipsis from "lucide-react/icons/ellipsis";
import ExternalLink from "lucide-react/icons/external-link";
import Eye from "lucide-react/icons/eye";
import Languages from "lucide-react/icons/languages";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import RotateCcwClock from "lucide-react/icons/rotate-ccw-clock";
import Trash from "lucide-react/icons/trash";
import Undo2 from "lucide-react/icons/undo-2";
import { useFormat } from "../../../../lib/language/format.ts";
import type { usePublish } from "../publish/use-publish.ts";
import { SaveMark } from "../save-mark.tsx";
import type { Editor } from "../use-editor.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Slug of the post that a new one translates. In the state, so that its check costs the other pages nothing. */
    translate?: string;
  }
}

export type EditorDialog = "preview" | "publish" | "schedule" | "versions" | "delete";

interface EditorBarProps {
  editor: Editor;
  publishing: ReturnType<typeof usePublish>;
  onOpen: (dialog: EditorDialog) => void;
  /** Receives the element for the toolbar of the text. */
  toolbarRef: (place: HTMLElement | null) => void;
}

/** The actions on the whole post; the bar stays visible while the user writes. */
export function EditorBar({ editor, publishing, onOpen, toolbarRef }: EditorBarProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { post, saver } = editor;
  const isScheduled = post !== null && !post.published && post.published_at !== null;
  const askToPublish = () => publishing.check() && onOpen("publish");
  const save = () => (post?.published || isScheduled ? void publishing.publish({}) : askToPublish());
  return (
    <div className="sticky top-(--navbar) z-30 -mx-4 border-b border-line bg-canvas/92 px-4 py-2 [backdrop-filter:blur(12px)] sm:-mx-6 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to="/blog" className={`${quietLinkClass} gap-2 text-[0.9375rem]`}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          <Trans>Blog</Trans>
        </Link>
        <div className="order-last flex w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1 sm:order-none sm:w-auto sm:flex-1">
          <StatusBadge editor={editor} />
          <SaveMark {...editor} />
        </div>
        <div className="ml-auto flex items-center gap-1.5">
          <Button size="small" kind="quiet" icon={<Eye aria-hidden="true" />} onClick={() => onOpen("preview")}>
            <span className="max-sm:sr-only">
              <Trans>Preview</Trans>
            </span>
          </Button>
          <Button size="small" kind="primary" isBusy={publishing.isBusy} onClick={save}>
            {post?.published ? <Trans>Update</Trans> : isScheduled ? <Trans>Save</Trans> : <Trans>Publish</Trans>}
          </Button>
          <Menu
            trigger={
              <button type="button" aria-label={t`More`} title={t`More`} className={iconButtonClass("small")}>
                <Ellipsis aria-hidden="true" />
              </button>
            }
          >
            {post?.published ? (
              <MenuItem
                icon={<ExternalLink aria-hidden="true" />}
                onSelect={() => void navigate({ to: "/blog/$blogSlug", params: { blogSlug: post.slug } })}
              >
                <Trans>View post</Trans>
              </MenuItem>
            ) : (
              <MenuItem icon={<CalendarClock aria-hidden="true" />} onSelect={() => onOpen("schedule")}>
                {isScheduled ? <Trans>Change the time…</Trans> : <Trans>Schedule…</Trans>}
              </MenuItem>
            )}
            {isScheduled ? (
              <MenuItem icon={<Eye aria-hidden="true" />} onSelect={askToPublish}>
                <Trans>Publish now</Trans>
              </MenuItem>
            ) : null}
            {post && (post.published || isScheduled) ? (
              <MenuItem icon={<Undo2 aria-hidden="true" />} onSelect={() => void publishing.unpublish()}>
                {isScheduled ? <Trans>Unschedule</Trans> : <Trans>Unpublish</Trans>}
              </MenuItem>
            ) : null}
            {post ? (
              <MenuItem icon={<RotateCcwClock aria-hidden="true" />} onSelect={() => onOpen("versions")}>
                <Trans>Version history</Trans>
              </MenuItem>
            ) : null}
            {post && post.translations.length === 0 ? (
              <MenuItem
                icon={<Languages aria-hidden="true" />}
                onSelect={() => void navigate({ to: "/blog/new", state: { translate: post.slug } })}
              >
                <Trans>Translate this post</Trans>
              </MenuItem>
            ) : null}
            {post && saver.draft ? (
              <MenuItem icon={<RotateCcw aria-hidden="true" />} onSelect={() => void publishing.discard()}>
                <Trans>Discard changes</Trans>
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem icon={<Trash aria-hidden="true" />} tone="danger" onSelect={() => onOpen("delete")}>
              {post ? <Trans>Delete post…</Trans> : <Trans>Delete draft…</Trans>}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <div ref={toolbarRef} className="mt-1 empty:hidden" />
    </div>
  );
}

/** Whether and when readers can see the post. */
function StatusBadge({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const format = useFormat();
  const { post, saver } = editor;
  if (!post?.published_at) return <Badge tone="warning">{t`Draft`}</Badge>;
  if (!post.published)
    return <Badge tone="info">{t`Scheduled for ${{ time: format.instant(post.published_at) }}`}</Badge>;
  return (
    <>
      <Badge tone="success">{t`Published`}</Badge>
      {saver.draft ? <Badge>{t`Unpublished changes`}</Badge> : null}
    </>
  );
}
