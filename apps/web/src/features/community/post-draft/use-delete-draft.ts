import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { apiOf } from "../../../lib/api.tsx";
import { useApp, useBrowser } from "../../../lib/app.ts";
import { flash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { ListedDraft } from "./unfinished.ts";

/** Deletes a working copy, with undo while the message is shown. */
export function useDeleteDraft(onDeleted: () => void) {
  const { t } = useLingui();
  const app = useApp();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const { draft: drafts } = apiOf(app).client.blog;

  /** Undoes the delete. If another user has created a new working copy of the post meanwhile, that one stays. */
  const restore = async (slug: string | null, content: Parameters<typeof drafts.create.mutate>[0]["content"]) => {
    try {
      await drafts.create.mutate({ content, ...(slug !== null && { blog_slug: slug }) });
    } catch (error) {
      await report.failure(error);
    }
    await utils.blog.draft.list.invalidate();
  };

  return {
    isBusy,
    remove: async ({ id, blog_slug }: ListedDraft) => {
      setBusy(true);
      try {
        const { content } = await drafts.get.query({ id });
        await drafts.delete.mutate({ id });
        await utils.blog.draft.list.invalidate();
        onDeleted();
        flash({
          id: `draft-${id}`,
          text: blog_slug === null ? t`The draft was deleted.` : t`The changes were discarded.`,
          timeoutMs: 15_000,
          action: { label: t`Undo`, onAction: () => void restore(blog_slug, content) },
        });
      } catch (error) {
        await report.failure(error);
        await utils.blog.draft.list.invalidate();
      } finally {
        setBusy(false);
      }
    },
  };
}
