import { randomBytes } from "node:crypto";
import { insertUser } from "@daymark/auth/testing";
import { blogDrafts, blogs, blogVersions } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import { images } from "@daymark/db/schema/image";
import { bans, comments, reactions, reports, threads } from "@daymark/db/schema/thread";
import type { ThreadKind } from "@daymark/domain/community/thread";
import { expect } from "vitest";
import type { createTestHost, Received } from "./testing.ts";
import type { Call } from "./testing-calls.ts";

type Host = Pick<Awaited<ReturnType<typeof createTestHost>>, "database">;

/**
 * Creates the public data of a user: a post and a request, each with a comment of the user, and two that the user has
 * voted on.
 */
export async function insertPublic(host: Host, userId: number) {
  const { db } = host.database;
  const kinds: ThreadKind[] = ["blog", "blog", "feature_request", "feature_request"];
  const rows = await db
    .insert(threads)
    .values(kinds.map((kind) => ({ kind })))
    .returning({ id: threads.id });
  const [post = 0, votedPost = 0, request = 0, votedRequest = 0] = rows.map(({ id }) => id);
  const words = { language: "en", title: "A post", description: "Of something", search_text: "a post" } as const;
  const [blogSlug, votedSlug] = [`post-${post}`, `post-${votedPost}`];
  const posts = await db
    .insert(blogs)
    .values(
      [post, votedPost].map((thread_id) => ({
        ...words,
        ...{ thread_id, slug: `post-${thread_id}`, blocks: [], reading_minutes: 1, published_at: new Date() },
      })),
    )
    .returning({ id: blogs.id });
  const { title, description } = words;
  await db
    .insert(blogVersions)
    .values(posts.map(({ id }) => ({ blog_id: id, number: 1, title, description, blocks: [] })));
  const requests = await db
    .insert(featureRequests)
    .values(
      [request, votedRequest].map((thread_id) => ({
        ...{ thread_id, author_id: userId, title: "A wish", details: "Soon", category: "improvements" as const },
        status: "open" as const,
      })),
    )
    .returning({ id: featureRequests.id });
  const said = await db
    .insert(comments)
    .values([post, request].map((thread_id) => ({ thread_id, author_id: userId, text: "Mine" })))
    .returning({ id: comments.id });
  const votes = await db
    .insert(reactions)
    .values([votedPost, votedRequest].map((thread_id) => ({ thread_id, user_id: userId, type: "like" as const })))
    .returning({ id: reactions.id });
  const content = { title: "", description: "", slug: "", language: "en", translation_of: null, blocks: [] } as const;
  const drafts = await db
    .insert(blogDrafts)
    .values({ author_id: userId, content: { ...content, blocks: [] } })
    .returning({ id: blogDrafts.id });
  const pictures = await db
    .insert(images)
    .values({ name: randomBytes(16).toString("hex"), width: 1, height: 1, bytes: 1, widths: [1], alt: "Nothing" })
    .returning({ id: images.id });
  await db
    .insert(reports)
    .values({ thread_id: request, comment_id: said[1]?.id ?? null, reporter_id: userId, reason: "spam" });
  const others = [await insertUser(db), await insertUser(db), await insertUser(db)];
  const [banned, ...bannable] = others.map(({ username }) => username);
  await db.insert(bans).values({ user_id: others[0]?.id ?? 0 });
  const idOf = (list: { id: number }[], index: number) => list[index]?.id ?? 0;
  return {
    /** Banned users, and users to ban: one for each call. */
    ...{ banned, bannable },
    /** The user whom an admin changes. */
    subjectId: others[0]?.id ?? 0,
    ...{ blogSlug, votedSlug, blogCommentId: idOf(said, 0), blogReactionId: idOf(votes, 0), draftId: idOf(drafts, 0) },
    imageId: idOf(pictures, 0),
    ...{ requestId: idOf(requests, 0), votedRequestId: idOf(requests, 1) },
    ...{ requestCommentId: idOf(said, 1), requestReactionId: idOf(votes, 1) },
  };
}

export type PublicOwner = Awaited<ReturnType<typeof insertPublic>>;

const served = (answer: Received) => expect(answer.status, answer.text).toBeLessThan(300);
const post = ({ blogSlug }: PublicOwner) => ({ path: { blog_slug: blogSlug } });
const postComment = ({ blogSlug, blogCommentId }: PublicOwner) => ({
  path: { blog_slug: blogSlug, id: blogCommentId },
});
const postReaction = ({ votedSlug, blogReactionId }: PublicOwner) => ({
  path: { blog_slug: votedSlug, id: blogReactionId },
});
const draft = ({ draftId }: PublicOwner) => ({ path: { id: draftId } });
const request = ({ requestId }: PublicOwner) => ({ path: { id: requestId } });
const inRequest = ({ requestId }: PublicOwner) => ({ path: { feature_request_id: requestId } });
const requestComment = ({ requestId, requestCommentId }: PublicOwner) => ({
  path: { feature_request_id: requestId, id: requestCommentId },
});
const requestReaction = ({ votedRequestId, requestReactionId }: PublicOwner) => ({
  path: { feature_request_id: votedRequestId, id: requestReactionId },
});
const postEmoji = (owner: PublicOwner) => ({ path: { ...postComment(owner).path, emoji: "heart" } });
const requestEmoji = (owner: PublicOwner) => ({ path: { ...requestComment(owner).path, emoji: "heart" } });
/** A grey pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** A picture that was not uploaded before. Decoders ignore the random bytes after its end. */
function imageForm() {
  const form = new FormData();
  form.append("alt", "Nothing");
  form.append("file", new Blob([pixel, randomBytes(8)]), "pixel.png");
  return form;
}

const commentThing = ({ requestCommentId }: PublicOwner) => ({ kind: "feature_request_comment", id: requestCommentId });
const content = { title: "T", description: "D", slug: "", language: "en", translation_of: null, blocks: [] };

/** Calls on public data. Only its author may change it; `admin` says what an admin may do. */
export const publicCalls: Record<string, Call<PublicOwner>> = {
  "blog.create": {
    request: () => ({ body: { title: "New", description: "Of something", blocks: [] } }),
    stranger: served,
  },
  "blog.update": { request: (owner) => ({ ...post(owner), body: { title: "Other" } }), stranger: served },
  "blog.delete": { request: post, stranger: served, afterAdmin: "blog_not_found" },
  "blog.slug": { request: () => ({ query: "?title=New" }), stranger: served },
  "blog.audience": { request: () => ({}), stranger: served },
  "blog.draft.list": { request: () => ({}), stranger: served },
  "blog.draft.get": { request: draft, stranger: served },
  "blog.draft.create": { request: () => ({ body: {} }), stranger: served },
  "blog.draft.update": {
    request: (owner) => ({ ...draft(owner), body: { revision: 1, content } }),
    stranger: served,
    afterAdmin: "conflict",
  },
  "blog.draft.delete": { request: draft, stranger: served, afterAdmin: "blog_draft_not_found" },
  "blog.version.list": { request: post, stranger: served },
  "blog.version.get": {
    request: (owner) => ({ path: { ...post(owner).path, number: 1 } }),
    stranger: served,
  },
  "blog.reaction.set": { request: (owner) => ({ ...post(owner), body: { type: "like" } }), stranger: served },
  "blog.reaction.update": {
    request: (owner) => ({ ...postReaction(owner), body: { type: "dislike" } }),
    stranger: "permission_denied",
  },
  "blog.reaction.delete": { request: postReaction, stranger: "permission_denied" },
  "blog.comment.create": { request: (owner) => ({ ...post(owner), body: { text: "New" } }), stranger: served },
  "blog.comment.update": {
    request: (owner) => ({ ...postComment(owner), body: { text: "Taken over" } }),
    stranger: "permission_denied",
  },
  "blog.comment.delete": {
    request: postComment,
    stranger: "permission_denied",
    admin: served,
    afterAdmin: "blog_comment_not_found",
  },
  "blog.comment.report": {
    request: (owner) => ({ ...postComment(owner), body: { reason: "spam" } }),
    stranger: served,
  },
  "blog.comment.reaction.set": { request: postEmoji, stranger: served },
  "blog.comment.reaction.delete": { request: postEmoji, stranger: served },
  "featureRequest.create": {
    request: () => ({ body: { title: "New wish", details: "Soon", category: "improvements" } }),
    stranger: served,
  },
  "featureRequest.update": {
    request: (owner) => ({ ...request(owner), body: { title: "Taken over" } }),
    stranger: "permission_denied",
    admin: served,
  },
  "featureRequest.delete": {
    request,
    stranger: "permission_denied",
    admin: served,
    afterAdmin: "feature_request_not_found",
  },
  "featureRequest.open": { request: (owner) => ({ ...request(owner), body: {} }), stranger: served },
  "featureRequest.close": { request: (owner) => ({ ...request(owner), body: {} }), stranger: served },
  "featureRequest.reject": { request: (owner) => ({ ...request(owner), body: {} }), stranger: served },
  "featureRequest.pend": { request: (owner) => ({ ...request(owner), body: {} }), stranger: served },
  "featureRequest.follow": { request, stranger: served },
  "featureRequest.unfollow": { request, stranger: served },
  "featureRequest.report": {
    request: (owner) => ({ ...request(owner), body: { reason: "spam" } }),
    stranger: served,
  },
  "featureRequest.reaction.set": {
    request: (owner) => ({ ...inRequest(owner), body: { type: "like" } }),
    stranger: served,
  },
  "featureRequest.reaction.update": {
    request: (owner) => ({ ...requestReaction(owner), body: { type: "dislike" } }),
    stranger: "permission_denied",
  },
  "featureRequest.reaction.delete": { request: requestReaction, stranger: "permission_denied" },
  "featureRequest.comment.create": {
    request: (owner) => ({ ...inRequest(owner), body: { text: "New" } }),
    stranger: served,
  },
  "featureRequest.comment.update": {
    request: (owner) => ({ ...requestComment(owner), body: { text: "Taken over" } }),
    stranger: "permission_denied",
  },
  "featureRequest.comment.delete": {
    request: requestComment,
    stranger: "permission_denied",
    admin: served,
    afterAdmin: "feature_request_comment_not_found",
  },
  "featureRequest.comment.report": {
    request: (owner) => ({ ...requestComment(owner), body: { reason: "other" } }),
    stranger: served,
  },
  "featureRequest.comment.reaction.set": { request: requestEmoji, stranger: served },
  "featureRequest.comment.reaction.delete": { request: requestEmoji, stranger: served },
  "moderation.reports": { request: () => ({}), stranger: served },
  "moderation.resolve": {
    request: (owner) => ({ body: { ...commentThing(owner), resolution: "keep" } }),
    stranger: served,
    afterAdmin: "report_not_found",
  },
  "moderation.hide": { request: (owner) => ({ body: { ...commentThing(owner), hidden: true } }), stranger: served },
  "moderation.pin": { request: (owner) => ({ body: { ...commentThing(owner), pinned: true } }), stranger: served },
  "moderation.lock": {
    request: ({ requestId }) => ({ body: { feature_request_id: requestId, locked: true } }),
    stranger: served,
  },
  "moderation.bans": { request: () => ({}), stranger: served },
  "moderation.ban": { request: ({ bannable }) => ({ body: { username: bannable.pop() } }), stranger: served },
  "moderation.unban": {
    request: ({ banned = "" }) => ({ path: { username: banned } }),
    stranger: served,
    afterAdmin: "user_not_found",
  },
  "image.list": { request: () => ({}), stranger: served },
  "image.create": { request: () => ({ form: imageForm() }), stranger: served },
  "image.update": {
    request: ({ imageId }) => ({ path: { id: imageId }, body: { alt: "A stork" } }),
    stranger: served,
  },
  "image.delete": {
    request: ({ imageId }) => ({ path: { id: imageId } }),
    stranger: served,
    afterAdmin: "image_not_found",
  },
};

/** Calls that guests may use to read. */
export const openPublicCalls = [
  "blog.comment.get",
  "blog.comment.list",
  "blog.get",
  "blog.list",
  "blog.tag.list",
  "featureRequest.comment.get",
  "featureRequest.comment.list",
  "featureRequest.get",
  "featureRequest.list",
  "featureRequest.listShipped",
  "featureRequest.similar",
  "featureSwitch.get",
];
