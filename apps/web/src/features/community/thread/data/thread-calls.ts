import type { Comment, CommentForm } from "@daymark/domain/community/comment";
import type { CommentEmoji } from "@daymark/domain/community/comment-emoji";
import type { ReactionType, ReportReason } from "@daymark/domain/community/thread";
import { apiOf } from "../../../../lib/api.tsx";
import type { App } from "../../../../lib/app.ts";
import { createOnce } from "../../../../lib/create-once.ts";
import { problemOf } from "../../../../lib/network/problem.ts";
import type { Thread } from "./thread.ts";

interface NewComment {
  text: string;
  form: CommentForm;
  parent_id?: number;
}

interface Report {
  reason: ReportReason;
  details: string;
}

/** The API calls of one thread of either kind. Fetched when the user first acts. */
export function callsOf(app: App, thread: Thread) {
  const { client } = apiOf(app);
  if (thread.kind === "blog") {
    const { reaction, comment } = client.blog;
    const path = { blog_slug: thread.slug };
    return {
      setReaction: (type: ReactionType) => reaction.set.mutate({ ...path, type }),
      deleteReaction: (id: number) => unlessGone(reaction.delete.mutate({ ...path, id })),
      listComments: (page: { cursor: string; limit?: number }) => comment.list.query({ ...path, ...page }),
      getComment: (id: number) => unlessMissing(comment.get.query({ ...path, id })),
      createComment: (input: NewComment) => createOnce<Comment>(app, `/blogs/${thread.slug}/comments/`, input),
      updateComment: (id: number, text: string) => comment.update.mutate({ ...path, id, text }),
      deleteComment: (id: number) => comment.delete.mutate({ ...path, id }),
      setEmoji: (id: number, emoji: CommentEmoji) => comment.reaction.set.mutate({ ...path, id, emoji }),
      deleteEmoji: (id: number, emoji: CommentEmoji) => comment.reaction.delete.mutate({ ...path, id, emoji }),
      reportComment: (id: number, report: Report) => comment.report.mutate({ ...path, id, ...report }),
      /** Posts are written by admins and cannot be reported. */
      reportWhole: null,
    };
  }
  const { reaction, comment } = client.featureRequest;
  const path = { feature_request_id: thread.id };
  return {
    setReaction: (type: ReactionType) => reaction.set.mutate({ ...path, type }),
    deleteReaction: (id: number) => unlessGone(reaction.delete.mutate({ ...path, id })),
    listComments: (page: { cursor: string; limit?: number }) => comment.list.query({ ...path, ...page }),
    getComment: (id: number) => unlessMissing(comment.get.query({ ...path, id })),
    createComment: (input: NewComment) => createOnce<Comment>(app, `/feature-requests/${thread.id}/comments/`, input),
    updateComment: (id: number, text: string) => comment.update.mutate({ ...path, id, text }),
    deleteComment: (id: number) => comment.delete.mutate({ ...path, id }),
    setEmoji: (id: number, emoji: CommentEmoji) => comment.reaction.set.mutate({ ...path, id, emoji }),
    deleteEmoji: (id: number, emoji: CommentEmoji) => comment.reaction.delete.mutate({ ...path, id, emoji }),
    reportComment: (id: number, report: Report) => comment.report.mutate({ ...path, id, ...report }),
    reportWhole: (report: Report) => client.featureRequest.report.mutate({ id: thread.id, ...report }),
  };
}

/** The reaction was already removed elsewhere, which is what the user wanted. */
async function unlessGone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!problemOf(error)?.code.endsWith("reaction_not_found")) throw error;
  });
}

/** Null for deleted content, or content that the reader may not see. */
async function unlessMissing<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (problemOf(error)?.code.endsWith("comment_not_found")) return null;
    throw error;
  }
}
