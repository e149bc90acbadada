import type { Database } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import { commentReactions, comments, reactions, reports, threadFollowers } from "@daymark/db/schema/thread";
import type { communityMembers, Export } from "@daymark/domain/account/export";
import type { RequestStage } from "@daymark/domain/community/request-kind";
import type { ReportReason } from "@daymark/domain/community/thread";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { isPublishedAt } from "../blog/find.ts";
import { withInstants } from "./account.ts";
import { mapPages, pageRowsMax, type Rows, readPages } from "./pages.ts";

type CommunityMembers = Required<Pick<Export, keyof typeof communityMembers>>;
type CommunityParts = { [Name in keyof CommunityMembers]: Rows<CommunityMembers[Name][number]> };

/**
 * A user's public comments and actions, oldest first.
 *
 * @param now milliseconds since the epoch
 */
export function readCommunityParts(db: Database, userId: number, now: number): CommunityParts {
  return {
    feature_requests: readRequests(db, userId),
    comments: readComments(db, userId, now),
    comment_reactions: readCommentReactions(db, userId, now),
    reactions: readReactions(db, userId, now),
    followed: readFollowed(db, userId, now),
    reports: readReports(db, userId, now),
  };
}

function readRequests(db: Database, userId: number): CommunityParts["feature_requests"] {
  const readAfter = (last?: { id: number }) =>
    db
      .select({
        id: featureRequests.id,
        title: featureRequests.title,
        details: featureRequests.details,
        category: featureRequests.category,
        status: featureRequests.status,
        stage: sql<RequestStage | null>`case when ${featureRequests.status} = 'open' then ${featureRequests.stage} end`,
        reason: featureRequests.reason,
        reply: featureRequests.reply,
        duplicate_of_id: featureRequests.duplicate_of_id,
        shipped_at: featureRequests.shipped_at,
        hidden_at: featureRequests.hidden_at,
        pinned_at: featureRequests.pinned_at,
        created_at: featureRequests.created_at,
        updated_at: featureRequests.updated_at,
      })
      .from(featureRequests)
      .where(and(eq(featureRequests.author_id, userId), last && gt(featureRequests.id, last.id)))
      .orderBy(asc(featureRequests.id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

function readComments(db: Database, userId: number, now: number): CommunityParts["comments"] {
  const readAfter = (last?: { id: number }) =>
    db
      .select({
        id: comments.id,
        parent_id: comments.parent_id,
        text: comments.text,
        form: comments.form,
        ...placeOf(comments, now),
        created_at: comments.created_at,
        edited_at: comments.edited_at,
        hidden_at: comments.hidden_at,
        pinned_at: comments.pinned_at,
      })
      .from(comments)
      .leftJoin(featureRequests, eq(featureRequests.thread_id, comments.thread_id))
      .where(and(eq(comments.author_id, userId), isNull(comments.deleted_at), last && gt(comments.id, last.id)))
      .orderBy(asc(comments.id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

function readCommentReactions(db: Database, userId: number, now: number): CommunityParts["comment_reactions"] {
  const { comment_id, emoji, user_id, created_at } = commentReactions;
  const readAfter = (last?: { comment_id: number; emoji: string }) =>
    db
      .select({ comment_id, emoji, ...placeOf(comments, now), created_at })
      .from(commentReactions)
      .innerJoin(comments, eq(comments.id, comment_id))
      .leftJoin(featureRequests, eq(featureRequests.thread_id, comments.thread_id))
      .where(and(eq(user_id, userId), last && sql`(${comment_id}, ${emoji}) > (${last.comment_id}, ${last.emoji})`))
      .orderBy(asc(comment_id), asc(emoji))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

function readReactions(db: Database, userId: number, now: number): CommunityParts["reactions"] {
  const readAfter = (last?: { id: number }) =>
    db
      .select({
        id: reactions.id,
        type: reactions.type,
        ...placeOf(reactions, now),
        carried: reactions.carried,
        created_at: reactions.created_at,
      })
      .from(reactions)
      .leftJoin(featureRequests, eq(featureRequests.thread_id, reactions.thread_id))
      .where(and(eq(reactions.user_id, userId), last && gt(reactions.id, last.id)))
      .orderBy(asc(reactions.id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

function readFollowed(db: Database, userId: number, now: number): CommunityParts["followed"] {
  const readAfter = (last?: { thread_id: number }) =>
    db
      .select({
        thread_id: threadFollowers.thread_id,
        ...placeOf(threadFollowers, now),
        created_at: threadFollowers.created_at,
      })
      .from(threadFollowers)
      .leftJoin(featureRequests, eq(featureRequests.thread_id, threadFollowers.thread_id))
      .where(and(eq(threadFollowers.user_id, userId), last && gt(threadFollowers.thread_id, last.thread_id)))
      .orderBy(asc(threadFollowers.thread_id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), ({ thread_id: _, ...row }) => withInstants(row));
}

function readReports(db: Database, userId: number, now: number): CommunityParts["reports"] {
  const readAfter = (last?: { id: number }) =>
    db
      .select({
        id: reports.id,
        ...placeOf(reports, now),
        comment_id: reports.comment_id,
        reason: sql<ReportReason>`${reports.reason}`,
        details: reports.details,
        created_at: reports.created_at,
        resolved_at: reports.resolved_at,
        resolution: reports.resolution,
      })
      .from(reports)
      .leftJoin(featureRequests, eq(featureRequests.thread_id, reports.thread_id))
      .where(and(eq(reports.reporter_id, userId), last && gt(reports.id, last.id)))
      .orderBy(asc(reports.id))
      .limit(pageRowsMax);
  return mapPages(readPages(readAfter), withInstants);
}

/**
 * The public name of a thread. The languages of a post share its thread, so its name is the oldest published slug. The
 * slug of an unpublished post often reveals its subject, so it is left out.
 */
function placeOf(
  { thread_id }: typeof comments | typeof reactions | typeof threadFollowers | typeof reports,
  now: number,
) {
  return {
    blog_slug: sql<string | null>`(
      select ${blogs.slug} from ${blogs}
      where ${blogs.thread_id} = ${thread_id} and ${isPublishedAt(now)} order by ${blogs.id} limit 1
    )`,
    feature_request_id: featureRequests.id,
  };
}
