import { blogs } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import {
  bans,
  commentReactions,
  comments,
  reactions,
  reports,
  threadFollowers,
  threads,
} from "@daymark/db/schema/thread";
import { afterAll, expect, test } from "vitest";
import { createTestApi, noon } from "../testing.ts";
import { exportCsv, exportJson } from "./testing.ts";

const api = await createTestApi();
const { db } = api;
afterAll(api.drop);

const created_at = new Date(noon);
const instant = created_at.toISOString();
const both = { en: created_at, uk: created_at };
const later = new Date(noon + 1);

async function createThread(kind: "blog" | "feature_request") {
  const [thread] = await db.insert(threads).values({ kind }).returning();
  return thread?.id ?? 0;
}

/**
 * A post in two languages, published by default, and a feature request. The user has commented, reacted and so on at
 * both.
 */
async function createTalk(author_id: number, slug: string, published: { en: Date | null; uk: Date | null } = both) {
  const [post, board] = [await createThread("blog"), await createThread("feature_request")];
  const text = { description: "", blocks: [], reading_minutes: 1, search_text: "" };
  await db.insert(blogs).values([
    { thread_id: post, slug, language: "en", title: "Hello", published_at: published.en, ...text },
    { thread_id: post, slug: `${slug}-uk`, language: "uk", title: "Привіт", published_at: published.uk, ...text },
  ]);
  const wish = {
    title: "Dark",
    details: "Please",
    category: "improvements",
    created_at,
    updated_at: created_at,
  } as const;
  const [request] = await db
    .insert(featureRequests)
    .values({ thread_id: board, author_id, ...wish })
    .returning();
  const said = [post, board].map((thread_id) => ({ thread_id, author_id, text: "=Words", created_at }));
  const rows = await db.insert(comments).values(said).returning();
  await db.insert(comments).values({ thread_id: post, author_id, text: "", deleted_at: created_at });
  const places = [post, board].map((thread_id) => ({ thread_id, user_id: author_id, created_at }));
  await db.insert(reactions).values(places.map((row) => ({ ...row, type: "like" as const })));
  const reacted = rows.map(({ id }) => ({ comment_id: id, user_id: author_id, created_at }));
  await db.insert(commentReactions).values(reacted.map((row) => ({ ...row, emoji: "heart" as const })));
  await db.insert(threadFollowers).values(places.slice(1));
  const report = { reporter_id: author_id, reason: "spam", created_at };
  await db.insert(reports).values([
    { ...report, thread_id: board },
    { ...report, thread_id: post, comment_id: rows[0]?.id ?? 0 },
  ]);
  await db.insert(bans).values({ user_id: author_id, reason: "Spam", created_at });
  return { requestId: request?.id ?? 0, commentIds: rows.map(({ id }) => id) };
}

test("the file contains a ban without its reason, which only admins see", async () => {
  const person = await api.createUser();
  const ban = { until: new Date(noon + 1), created_at };
  await db.insert(bans).values({ user_id: person.user.id, reason: "Complaint 4711", ...ban });
  expect((await exportJson(person.caller)).bans).toEqual([{ until: ban.until.toISOString(), created_at: instant }]);
  expect(JSON.stringify(await exportCsv(person.caller))).not.toContain("Complaint");
});

test("the file contains the user's public comments, votes and requests, without deleted ones", async () => {
  const [person, other] = [await api.createUser(), await api.createUser()];
  const { requestId, commentIds } = await createTalk(person.user.id, "hello");
  await createTalk(other.user.id, "others");
  const onPost = { blog_slug: "hello", feature_request_id: null, created_at: instant };
  const onRequest = { blog_slug: null, feature_request_id: requestId, created_at: instant };
  const comment = { text: "=Words", parent_id: null, edited_at: null, hidden_at: null, pinned_at: null };
  const reaction = { id: expect.any(Number), type: "like", carried: false };
  const report = { id: expect.any(Number), reason: "spam", details: "", resolved_at: null, resolution: null };
  const file = await exportJson(person.caller);
  expect(file).toMatchObject({
    feature_requests: [{ id: requestId, title: "Dark", status: "pending", created_at: instant }],
    comments: [
      { ...comment, ...onPost, id: commentIds[0] },
      { ...comment, ...onRequest, id: commentIds[1] },
    ],
    comment_reactions: [
      { comment_id: commentIds[0], emoji: "heart", ...onPost },
      { comment_id: commentIds[1], emoji: "heart", ...onRequest },
    ],
    reactions: [
      { ...reaction, ...onPost },
      { ...reaction, ...onRequest },
    ],
    followed: [onRequest],
    reports: [
      { ...report, ...onRequest, comment_id: null },
      { ...report, ...onPost, comment_id: commentIds[0] },
    ],
    bans: [{ until: null, created_at: instant }],
  });
  expect(file.reactions?.length).toBe(2);
  const files = await exportCsv(person.caller);
  expect(files["comments.csv"]).toBe(
    `\u{feff}id,parent_id,text,blog_slug,feature_request_id,created_at,edited_at,hidden_at,pinned_at,form\r\n${[
      `${commentIds[0]},,'=Words,hello,,${instant},,,,plain\r\n`,
      `${commentIds[1]},,'=Words,,${requestId},${instant},,,,plain\r\n`,
    ].join("")}`,
  );
});

test.each([
  { is: "unpublished", published: { en: null, uk: null }, named: () => null },
  { is: "scheduled", published: { en: later, uk: null }, named: () => null },
  {
    is: "published in its newer language",
    published: { en: null, uk: created_at },
    named: (slug: string) => `${slug}-uk`,
  },
])("a post that is $is is named by no slug that guests cannot read", async ({ is, published, named }) => {
  const person = await api.createUser();
  const slug = is.replaceAll(" ", "-");
  const { requestId } = await createTalk(person.user.id, slug, published);
  const { comments, comment_reactions, reactions, reports } = await exportJson(person.caller);
  for (const rows of [comments, comment_reactions, reactions, reports?.toReversed()]) {
    expect(rows).toMatchObject([
      { blog_slug: named(slug), feature_request_id: null },
      { blog_slug: null, feature_request_id: requestId },
    ]);
  }
});
