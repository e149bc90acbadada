import type { CommentMode } from "@daymark/domain/community/thread";
import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { Thread } from "./data/thread.ts";

interface LockButtonProps {
  thread: Thread;
  comments: CommentMode;
}

/** Closes the comments of a post or a request to all but admins, or reopens them. */
export function LockButton({ thread, comments }: LockButtonProps) {
  const { t } = useLingui();
  const router = useRouter();
  const { report } = useBrowser();
  const isOpen = comments === "open";
  const lock = trpc.moderation.lock.useMutation({
    onSuccess: () => router.invalidate(),
    onError: (error: unknown) => void report.failure(error),
  });
  const named = thread.kind === "blog" ? { blog_slug: thread.slug } : { feature_request_id: thread.id };
  const done = isOpen ? t`Only admins can comment now.` : t`Everyone can comment again.`;
  return (
    <Button
      size="small"
      isBusy={lock.isPending}
      onClick={() =>
        lock.mutate({ ...named, locked: isOpen }, { onSuccess: () => flash({ kind: "success", text: done }) })
      }
    >
      {isOpen ? <Trans>Close comments</Trans> : <Trans>Open comments</Trans>}
    </Button>
  );
}
