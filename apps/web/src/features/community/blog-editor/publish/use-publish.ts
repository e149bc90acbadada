import type { Blog } from "@daymark/domain/community/blog";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { apiOf } from "../../../../lib/api.tsx";
import { useBrowser } from "../../../../lib/app.ts";
import { flash } from "../../../../lib/messages/flash.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { createInputOf, type Faults, faultsOf, isFaulty, noFaults, updateInputOf } from "../faults.ts";
import type { Editor } from "../use-editor.ts";
import type { Writing } from "../writing.ts";
import { focusDispute, focusFault } from "./focus.ts";
import { useAttempt } from "./use-attempt.ts";

/** When readers can see the content: now, at a time (ISO 8601), or unchanged. */
export type Publication = { published: true } | { publish_at: string } | Record<string, never>;

/** Publishes the content, and shows errors beside their fields. */
export function usePublish(editor: Editor) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [isJudged, setJudged] = useState(false);
  const { isBusy, faults: found, attempt } = useAttempt(editor);
  const announce = useAnnouncement();
  const { client } = apiOf(editor.app);
  const { data: profile } = trpc.auth.profile.useQuery({});
  const own = isJudged ? faultsOf(editor.writing) : noFaults;
  const faults: Faults = { ...found, details: { ...found.details, ...own.details }, blocks: own.blocks };

  /** Shows errors beside their fields. @returns true if there are none */
  const check = (): boolean => {
    setJudged(true);
    const isRight = !isFaulty(faultsOf(editor.read().writing));
    if (!isRight) focusFault();
    return isRight;
  };

  /** Sends the post if its working copy is saved; null if a conflict or an error prevented that. */
  const send = async (when: Publication): Promise<Blog | null> => {
    const { writing, post } = editor.read();
    if (!(await editor.isCurrent())) {
      // In a conflict, the notice is above the text. Other errors concern the network or the server.
      if (editor.saver.theirs) focusDispute();
      else await report.failure(editor.saver.error);
      return null;
    }
    const draft = editor.saver.draft;
    const draftId = draft && { draft_id: draft.id };
    const signature = signatureOf(writing, post, profile?.username);
    return post
      ? client.blog.update.mutate({ ...updateInputOf(writing, post.slug), ...signature, ...draftId, ...when })
      : client.blog.create.mutate({ ...createInputOf(writing), ...signature, ...draftId, ...when });
  };

  return {
    ...{ faults, isBusy },
    check,
    /** @returns true on success */
    publish: async (when: Publication): Promise<boolean> => {
      if (!check()) return false;
      const { writing, post } = editor.read();
      const answer = await attempt(() => send(when));
      if (!answer) return false;
      const isScheduled = !answer.published && answer.published_at !== null;
      announce(
        answer,
        isScheduled ? t`Scheduled.` : post?.published ? t`Updated.` : answer.published ? t`Published.` : t`Saved.`,
      );
      setJudged(false);
      editor.restart(answer, writing);
      if (answer.slug !== post?.slug) {
        // The editor opens again there and must find the newest content.
        await editor.saver.flush();
        await navigate({ to: "/blog/$blogSlug/edit", params: { blogSlug: answer.slug }, replace: true });
      }
      return true;
    },
    /** Unpublishes the post or cancels its publication time; the content stays. */
    unpublish: async () => {
      const { post } = editor.read();
      if (!post) return;
      const answer = await attempt(() => client.blog.update.mutate({ blog_slug: post.slug, published: false }));
      if (!answer) return;
      announce(answer, t`The post is a draft again.`);
      editor.update(answer);
    },
    /** Restores the post's content. */
    discard: async () => {
      const { post, writing } = editor.read();
      if (!post) return;
      const answer = await attempt(async () => {
        await editor.saver.flush();
        const draft = editor.saver.draft;
        if (draft) await client.blog.draft.delete.mutate({ id: draft.id });
        return client.blog.get.query({ blog_slug: post.slug });
      });
      if (!answer) return;
      editor.restart(answer, writing);
      flash({ text: t`The changes were discarded.` });
    },
    /** @returns true if it is deleted */
    remove: async (): Promise<boolean> => {
      const { post } = editor.read();
      const answer = await attempt(async () => {
        // Otherwise a copy that is being created would stay behind.
        await editor.saver.flush();
        const draft = editor.saver.draft;
        if (post) return client.blog.delete.mutate({ blog_slug: post.slug });
        return draft ? client.blog.draft.delete.mutate({ id: draft.id }) : { detail: "blog_draft_deleted" };
      });
      if (!answer) return false;
      editor.saver.reset(null);
      void utils.blog.invalidate();
      void report.success(post ? "blog_deleted" : "blog_draft_deleted");
      await navigate({ to: "/blog", replace: true });
      return true;
    },
  };
}

/** Tells the author that the post has changed. Readers' pages are stale then, and a published post can be viewed. */
function useAnnouncement() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  return (post: Blog, text: string): void => {
    void utils.blog.invalidate();
    flash({
      kind: "success",
      text,
      ...(post.published && {
        timeoutMs: 10_000,
        action: {
          label: t`View post`,
          onAction: () => void navigate({ to: "/blog/$blogSlug", params: { blogSlug: post.slug } }),
        },
      }),
    });
  };
}

/**
 * Whether the caller signs the post. The working copy belongs to all admins: if another admin wanted to sign it, it
 * stays unsigned, because no admin signs for another.
 */
function signatureOf({ signed_by }: Writing, post: Blog | null, username: string | undefined): { signed?: boolean } {
  if (signed_by === null) return { signed: false };
  return signed_by === username || signed_by === post?.author ? { signed: true } : {};
}
