import { ApiError, type Problem, toProblem } from "@daymark/api/base/error";
import { isPublishedAt } from "@daymark/api/blog/find";
import { appRouter } from "@daymark/api/router";
import { blogs } from "@daymark/db/schema/blog";
import { featureRequests } from "@daymark/db/schema/feature-request";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { publicStatuses } from "@daymark/domain/community/request-kind";
import type { Language } from "@daymark/domain/text/language";
import { callTRPCProcedure } from "@trpc/server";
import { and, desc, inArray, isNull } from "drizzle-orm";
import { type ContextDeps, createGuestContext } from "../transports/context.ts";
import type { FeedKey } from "./feed/rss.ts";
import type { SiteContent } from "./feed/sitemap.ts";

/** The same type as in apps/web/src/lib/page/page-data.ts. */
export type Ask = (
  name: string,
  input: unknown,
) => Promise<{ data: unknown } | { problem: Pick<Problem, "code" | "status"> }>;

/** The data of one page. */
export interface PageData {
  ask: Ask;
  /** The topics of all queries so far. */
  topics: ReadonlySet<PageTopic>;
}

export interface ReadPages {
  /** Runs the queries of one page in-process: as a guest, under the guards and schemas of every call. */
  as: (language: Language) => PageData;
  /** Returns what identifies posts in feeds, by their slugs, independent of their titles. */
  feedKeys: (slugs: readonly string[]) => Promise<ReadonlyMap<string, FeedKey>>;
  /** Returns all content that has its own page, newest first. */
  content: () => Promise<SiteContent>;
}

/** The nouns of the API that public pages read, and the topic that a change invalidates. */
const topicOfNoun: Readonly<Record<string, PageTopic>> = { blog: "blog", featureRequest: "board" };

export function createReadPages(deps: ContextDeps): ReadPages {
  return {
    as: (language) => readAs(deps, language),
    feedKeys: (slugs) => readFeedKeys(deps, slugs),
    content: () => readContent(deps),
  };
}

function readAs(deps: ContextDeps, language: Language): PageData {
  const ctx = createGuestContext(deps, language);
  const topics = new Set<PageTopic>();
  const ask: Ask = async (name, input) => {
    const topic = topicOfNoun[name.split(".", 1)[0] ?? ""];
    if (!topic) throw new Error(`${name} is of no topic, so that a page of it would never be rendered anew`);
    topics.add(topic);
    try {
      const data = await callTRPCProcedure({
        router: appRouter,
        path: name,
        type: "query",
        ctx,
        getRawInput: async () => input,
        signal: undefined,
        batchIndex: 0,
      });
      return { data };
    } catch (error) {
      const problem = toProblem(error, input);
      if (problem.key === "internal_error") deps.log.error({ error, procedure: name }, `${name} failed`);
      return { problem: { code: problem.code, status: problem.status } };
    }
  };
  return { ask, topics };
}

async function readFeedKeys(
  { services: { replica: db } }: ContextDeps,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, FeedKey>> {
  const rows = await db
    .select({ slug: blogs.slug, id: blogs.id, guidSlug: blogs.guid_slug })
    .from(blogs)
    .where(inArray(blogs.slug, [...slugs]));
  return new Map(rows.map(({ slug, ...key }) => [slug, key]));
}

async function readContent({ services: { replica: db }, now }: ContextDeps): Promise<SiteContent> {
  const [posts, requests] = await Promise.all([
    db
      .select({
        slug: blogs.slug,
        language: blogs.language,
        thread_id: blogs.thread_id,
        tags: blogs.tags,
        updated_at: blogs.updated_at,
      })
      .from(blogs)
      .where(isPublishedAt(now()))
      .orderBy(desc(blogs.id)),
    db
      .select({ id: featureRequests.id, updated_at: featureRequests.updated_at })
      .from(featureRequests)
      .where(and(inArray(featureRequests.status, [...publicStatuses]), isNull(featureRequests.hidden_at)))
      .orderBy(desc(featureRequests.id)),
  ]);
  return { posts, requests };
}

/**
 * Returns the answer to a query; null if it is not found.
 *
 * @throws ApiError unavailable, internal_error
 */
export async function askFor<Data>(ask: Ask, name: string, input: object): Promise<Data | null> {
  const told = await ask(name, input);
  if ("data" in told) return told.data as Data;
  if (told.problem.status === 404) return null;
  if (told.problem.status === 503) throw new ApiError("unavailable", { retryAfterSeconds: 2 });
  throw new ApiError("internal_error");
}
