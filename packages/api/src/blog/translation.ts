import type { Transaction } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { threads } from "@daymark/db/schema/thread";
import type { FieldErrorCode } from "@daymark/domain/base/validation";
import type { Language } from "@daymark/domain/text/language";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { isNamed } from "./find.ts";

interface Version {
  /** Null for a new post. */
  id: number | null;
  language: Language;
}

/**
 * The thread of the post that a version translates. The caller holds the blog's lock.
 *
 * @throws ApiError validation_failed if the post does not exist, or has a version in this language
 */
export async function threadOfTranslation(tx: Transaction, version: Version, slug: string): Promise<number> {
  const [original] = await tx.select().from(blogs).where(isNamed(slug));
  if (!original || original.id === version.id) throw refused("translation_of", "translation_unknown");
  if (original.language === version.language) throw refused("translation_of", "translation_same_language");
  if (await hasLanguage(tx, original.thread_id, version)) throw refused("translation_of", "translation_taken");
  return original.thread_id;
}

/** @throws ApiError validation_failed if the post has another version in this language */
export async function assertLanguageFree(tx: Transaction, threadId: number, version: Version): Promise<void> {
  if (await hasLanguage(tx, threadId, version)) throw refused("language", "translation_taken");
}

async function hasLanguage(tx: Transaction, threadId: number, { id, language }: Version): Promise<boolean> {
  const isOther = id === null ? undefined : ne(blogs.id, id);
  return (await tx.$count(blogs, and(eq(blogs.thread_id, threadId), eq(blogs.language, language), isOther))) > 0;
}

export async function createThread(tx: Transaction): Promise<number> {
  const [thread] = await tx.insert(threads).values({ kind: "blog" }).returning({ id: threads.id });
  if (!thread) throw new Error("an insert gave no row back");
  return thread.id;
}

/** Whether a post has other versions. */
export async function hasOtherVersions(tx: Transaction, threadId: number, id: number): Promise<boolean> {
  return (await tx.$count(blogs, and(eq(blogs.thread_id, threadId), ne(blogs.id, id)))) > 0;
}

/**
 * Moves all comments and reactions of a post that has become a version of another one. No comment is lost. A user who
 * reacted to both keeps the reaction to the other one.
 */
export async function mergeThread(tx: Transaction, from: number, into: number): Promise<void> {
  // Locked first and in this order, as every write in a thread does (thread/source.ts).
  await tx.execute(sql`select from threads where id in (${from}, ${into}) order by id for no key update`);
  const move = (table: SQL) => tx.execute(sql`update ${table} set thread_id = ${into} where thread_id = ${from}`);
  await move(sql`comments`);
  for (const table of [sql`reactions`, sql`thread_followers`]) {
    await tx.execute(sql`
      delete from ${table} where thread_id = ${from} and user_id in (select user_id from ${table} where thread_id = ${into})`);
    await move(table);
  }
  // Reports of comments; posts themselves cannot be reported.
  await move(sql`reports`);
  await tx.delete(threads).where(eq(threads.id, from));
}

function refused(field: string, code: FieldErrorCode): ApiError {
  return new ApiError("validation_failed", { fields: { [field]: [{ code }] } });
}
