import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, blogVersions } from "@daymark/db/schema/blog";
import { users } from "@daymark/db/schema/user";
import type { BlogVersion } from "@daymark/domain/community/blog";
import type { Block } from "@daymark/domain/community/blog-block";
import { and, desc, eq, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { showBlocks } from "./content.ts";
import { isNamed } from "./find.ts";

/** The content that an admin writes. */
export interface WrittenContent {
  title: string;
  description: string;
  blocks: Block[];
}

/** Stores a version of a post. */
export async function addVersion(
  tx: Transaction,
  post: { id: number; author_id: number; written_at: Date } & WrittenContent,
): Promise<void> {
  const { id, author_id, written_at, title, description, blocks } = post;
  await tx.insert(blogVersions).values({
    blog_id: id,
    number: sql`(select coalesce(max(number), 0) + 1 from blog_versions where blog_id = ${id})`,
    ...{ title, description, blocks, author_id, created_at: written_at },
  });
}

/** Newest first. */
export async function listVersions(db: Database, slug: string) {
  const rows = await db
    .select({
      number: blogVersions.number,
      title: blogVersions.title,
      author: users.username,
      created_at: blogVersions.created_at,
    })
    .from(blogVersions)
    .innerJoin(blogs, eq(blogs.id, blogVersions.blog_id))
    .leftJoin(users, eq(users.id, blogVersions.author_id))
    .where(isNamed(slug))
    .orderBy(desc(blogVersions.number));
  // A post has at least the version that it was created with.
  if (rows.length === 0) throw new ApiError("blog_not_found");
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** @throws ApiError blog_not_found, also if the post has no such version */
export async function readVersion(db: Database, slug: string, number: number): Promise<BlogVersion> {
  const [row] = await db
    .select({ version: blogVersions, author: users.username })
    .from(blogVersions)
    .innerJoin(blogs, eq(blogs.id, blogVersions.blog_id))
    .leftJoin(users, eq(users.id, blogVersions.author_id))
    .where(and(isNamed(slug), eq(blogVersions.number, number)));
  if (!row) throw new ApiError("blog_not_found");
  const { title, description, blocks, created_at } = row.version;
  return {
    number,
    title,
    description,
    blocks: await showBlocks(db, blocks),
    author: row.author,
    created_at: created_at.toISOString(),
  };
}
