import { blogs } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import { comments, reactions, threads } from "@daymark/db/schema/thread";
import type { CommentForm } from "@daymark/domain/community/comment";
import type { CommentEmoji, EmojiCount } from "@daymark/domain/community/comment-emoji";
import type { RequestStatus } from "@daymark/domain/community/request-kind";
import type { ThreadKind } from "@daymark/domain/community/thread";
import { eq } from "drizzle-orm";
import { Tokenizer } from "marked";
import { vi } from "vitest";
import { createTestApi, type TestUser } from "../testing.ts";

type Caller = TestUser["caller"];

/** Creates procedures on a separate database, with users who may write. */
export async function createBoardApi(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  const { db } = api;
  let count = 0;

  /** Creates a user with a verified address whose account is no longer new. */
  function createMember(values: Parameters<typeof api.createUser>[0] = {}): Promise<TestUser> {
    return api.createUser({ email_verified: true, date_joined: new Date("2026-01-01"), ...values });
  }

  async function createThread(kind: ThreadKind): Promise<number> {
    const [thread] = await db.insert(threads).values({ kind }).returning();
    return thread?.id ?? 0;
  }

  return {
    ...api,
    createMember,
    createAdmin: () => createMember({ is_staff: true }),

    /** Creates a feature request of a user, open by default. */
    async createRequest(values: { author?: TestUser; status?: RequestStatus; title?: string; details?: string } = {}) {
      count += 1;
      const { author, status = "open", title = `A wish, the ${count}th`, details = "As soon as possible" } = values;
      const thread_id = await createThread("feature_request");
      const [request] = await db
        .insert(featureRequests)
        .values({ thread_id, author_id: author?.user.id ?? null, title, details, category: "improvements", status })
        .returning();
      return { id: request?.id ?? 0, thread_id };
    },

    /** Creates a published post. */
    async createPost(values: Partial<typeof blogs.$inferInsert> = {}) {
      const thread_id = values.thread_id ?? (await createThread("blog"));
      const slug = values.slug ?? `post-${thread_id}`;
      await db.insert(blogs).values({
        ...{ thread_id, slug, language: "en", title: "A post", description: "Of something", blocks: [] },
        ...{ reading_minutes: 1, search_text: "a post", published_at: new Date("2026-11-01") },
        ...values,
      });
      return { slug, thread_id };
    },

    /** The sums stored in a thread's row, and the same sums counted from its rows. */
    async sumsOf(threadId: number) {
      const [row] = await db.select().from(threads).where(eq(threads.id, threadId));
      const votes = await db.select().from(reactions).where(eq(reactions.thread_id, threadId));
      const said = await db.select().from(comments).where(eq(comments.thread_id, threadId));
      return {
        kept: { likes: row?.likes, dislikes: row?.dislikes, comment_count: row?.comment_count },
        counted: {
          likes: votes.filter(({ type }) => type === "like").length,
          dislikes: votes.filter(({ type }) => type === "dislike").length,
          comment_count: said.filter(({ deleted_at, hidden_at }) => !deleted_at && !hidden_at).length,
        },
      };
    },
  };
}

export type BoardApi = Awaited<ReturnType<typeof createBoardApi>>;

/**
 * The calls on a thread of either kind under the same names, because posts and requests have the same reactions and
 * comments.
 */
export interface Talk {
  thread_id: number;
  react: (caller: Caller, type: "like" | "dislike") => Promise<{ id: number; type: string; created: boolean }>;
  changeReaction: (caller: Caller, id: number, type: "like" | "dislike") => Promise<{ id: number; type: string }>;
  unreact: (caller: Caller, id: number) => Promise<{ detail: string }>;
  list: (caller: Caller, page?: { limit?: number; cursor?: string }) => ReturnType<Caller["blog"]["comment"]["list"]>;
  get: (caller: Caller, id: number) => ReturnType<Caller["blog"]["comment"]["get"]>;
  say: (
    caller: Caller,
    text: string,
    parent_id?: number,
    form?: CommentForm,
  ) => ReturnType<Caller["blog"]["comment"]["create"]>;
  edit: (
    caller: Caller,
    id: number,
    text: string,
    form?: CommentForm,
  ) => ReturnType<Caller["blog"]["comment"]["update"]>;
  remove: (caller: Caller, id: number) => Promise<{ detail: string }>;
  report: (caller: Caller, id: number) => Promise<{ detail: string }>;
  setEmoji: (caller: Caller, id: number, emoji: CommentEmoji) => Promise<EmojiCount>;
  deleteEmoji: (caller: Caller, id: number, emoji: CommentEmoji) => Promise<{ detail: string }>;
}

export async function createTalk(api: BoardApi, kind: ThreadKind): Promise<Talk> {
  if (kind === "blog") {
    const { slug: blog_slug, thread_id } = await api.createPost();
    return talkOf(thread_id, (caller) => caller.blog, { blog_slug });
  }
  const { id: feature_request_id, thread_id } = await api.createRequest();
  return talkOf(thread_id, (caller) => caller.featureRequest, { feature_request_id });
}

/** @param path the input that identifies the thread in every call */
function talkOf(thread_id: number, routerOf: (caller: Caller) => unknown, path: object): Talk {
  // Both routers have the same calls, but identify the thread in different ways.
  const calls = (caller: Caller) => routerOf(caller) as Caller["blog"];
  const at = path as { blog_slug: string };
  return {
    thread_id,
    react: (caller, type) => calls(caller).reaction.set({ ...at, type }),
    changeReaction: (caller, id, type) => calls(caller).reaction.update({ ...at, id, type }),
    unreact: (caller, id) => calls(caller).reaction.delete({ ...at, id }),
    list: (caller, page = {}) => calls(caller).comment.list({ ...at, ...page }),
    get: (caller, id) => calls(caller).comment.get({ ...at, id }),
    say: (caller, text, parent_id, form) =>
      calls(caller).comment.create({ ...at, text, form, ...(parent_id !== undefined && { parent_id }) }),
    edit: (caller, id, text, form) => calls(caller).comment.update({ ...at, id, text, form }),
    remove: (caller, id) => calls(caller).comment.delete({ ...at, id }),
    report: (caller, id) => calls(caller).comment.report({ ...at, id, reason: "spam" }),
    setEmoji: (caller, id, emoji) => calls(caller).comment.reaction.set({ ...at, id, emoji }),
    deleteEmoji: (caller, id, emoji) => calls(caller).comment.reaction.delete({ ...at, id, emoji }),
  };
}

/** Counts how many turns of the event loop parse comments, until `end` returns the number. */
export function watchParsing(): { end: () => number } {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const turns = new Set<number>();
  const { emStrong } = Tokenizer.prototype;
  const reading = vi.spyOn(Tokenizer.prototype, "emStrong").mockImplementation(function (this: Tokenizer, ...given) {
    turns.add(turn);
    return emStrong.apply(this, given);
  });
  return {
    end() {
      isDone = true;
      reading.mockRestore();
      return turns.size;
    },
  };
}
