import type { Database } from "@daymark/db/client";
import { blogs } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import { comments, reactions, reports, threadFollowers } from "@daymark/db/schema/thread";
import type { communityMembers, Export } from "@daymark/domain/export";
import type { ReportReason } from "@daymark/domain/thread";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { withInstants } from "./account.ts";

type CommunityParts = Required<Pick<Export, keyof typeof communityMembers>>;

/** What a user has said and done where others read it, oldest first. */
export async function readCommunityParts(db: Database, userId: number): Promise<CommunityParts> {
  return {
    feature_requests: await readRequests(db, userId),
    comments: await readComments(db, userId),
    reactions: await readReactions(db, userId),
    followed: await readFollowed(db, userId),
    reports: await readReports(db, userId),
  };
}

async function readRequests(db: Database, userId: number): Promise<CommunityParts["feature_requests"]> {
  const rows = await db
    .select({
      id: featureRequests.id,
      title: featureRequests.title,
      details: featureRequests.details,
      category: featureRequests.category,
      status: featureRequests.status,
      reason: featureRequests.reason,
      reply: featureRequests.reply,
      duplicate_of_id: featureRequests.duplicate_of_id,
      hidden_at: featureRequests.hidden_at,
      pinned_at: featureRequests.pinned_at,
      created_at: featureRequests.created_at,
      updated_at: featureRequests.updated_at,
    })
    .from(featureRequests)
    .where(eq(featureRequests.author_id, userId))
    .orderBy(asc(featureRequests.id));
  return rows.map(withInstants);
}

async function readComments(db: Database, userId: number): Promise<CommunityParts["comments"]> {
  const rows = await db
    .select({
      id: comments.id,
      parent_id: comments.parent_id,
      text: comments.text,
      ...placeOf(comments),
      created_at: comments.created_at,
      edited_at: comments.edited_at,
      hidden_at: comments.hidden_at,
      pinned_at: comments.pinned_at,
    })
    .from(comments)
    .leftJoin(featureRequests, eq(featureRequests.thread_id, comments.thread_id))
    .where(and(eq(comments.author_id, userId), isNull(comments.deleted_at)))
    .orderBy(asc(comments.id));
  return rows.map(withInstants);
}

async function readReactions(db: Database, userId: number): Promise<CommunityParts["reactions"]> {
  const rows = await db
    .select({
      id: reactions.id,
      type: reactions.type,
      ...placeOf(reactions),
      carried: reactions.carried,
      created_at: reactions.created_at,
    })
    .from(reactions)
    .leftJoin(featureRequests, eq(featureRequests.thread_id, reactions.thread_id))
    .where(eq(reactions.user_id, userId))
    .orderBy(asc(reactions.id));
  return rows.map(withInstants);
}

async function readFollowed(db: Database, userId: number): Promise<CommunityParts["followed"]> {
  const rows = await db
    .select({ ...placeOf(threadFollowers), created_at: threadFollowers.created_at })
    .from(threadFollowers)
    .leftJoin(featureRequests, eq(featureRequests.thread_id, threadFollowers.thread_id))
    .where(eq(threadFollowers.user_id, userId))
    .orderBy(asc(threadFollowers.thread_id));
  return rows.map(withInstants);
}

async function readReports(db: Database, userId: number): Promise<CommunityParts["reports"]> {
  const rows = await db
    .select({
      id: reports.id,
      ...placeOf(reports),
      comment_id: reports.comment_id,
      reason: sql<ReportReason>`${reports.reason}`,
      details: reports.details,
      created_at: reports.created_at,
      resolved_at: reports.resolved_at,
      resolution: reports.resolution,
    })
    .from(reports)
    .leftJoin(featureRequests, eq(featureRequests.thread_id, reports.thread_id))
    .where(eq(reports.reporter_id, userId))
    .orderBy(asc(reports.id));
  return rows.map(withInstants);
}

/** What its thread is called outside of the database: a post by its oldest slug, as its languages share their thread. */
function placeOf({ thread_id }: typeof comments | typeof reactions | typeof threadFollowers | typeof reports) {
  return {
    blog_slug: sql<string | null>`(
      select ${blogs.slug} from ${blogs} where ${blogs.thread_id} = ${thread_id} order by ${blogs.id} limit 1
    )`,
    feature_request_id: featureRequests.id,
  };
}
