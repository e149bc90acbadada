import { isDeepStrictEqual } from "node:util";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { blogs, blogVersions } from "@daymark/db/schema/blog";
import { images } from "@daymark/db/schema/image";
import { users } from "@daymark/db/schema/user";
import { type BlogVersion, versionChanges } from "@daymark/domain/community/blog";
import type { Block } from "@daymark/domain/community/blog-block";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { ApiError } from "../base/error.ts";
import { showBlocks } from "./content.ts";
import { coverColumns, toCover } from "./cover.ts";
import { isNamed } from "./find.ts";

/** The content that an admin writes. */
export interface WrittenContent {
  title: string;
  description: string;
  blocks: Block[];
}

type Post = typeof blogs.$inferSelect;

/** Stores the present state of a post as a version. */
export async function addVersion(
  tx: Transaction,
  post: Post,
  { author_id, written_at }: { author_id: number; written_at: Date },
): Promise<void> {
  await tx.insert(blogVersions).values({
    blog_id: post.id,
    number: sql`(select coalesce(max(number), 0) + 1 from blog_versions where blog_id = ${post.id})`,
    ...versioned(post),
    author_id,
    created_at: written_at,
  });
}

/** Whether two states of a post differ in what versions store. */
export function isOtherVersion(before: Post, after: Post): boolean {
  return !isDeepStrictEqual(versioned(before), versioned(after));
}

function versioned({ title, description, blocks, tags, cover_image_id, cover_alt, signed_by }: Post) {
  return { title, description, blocks, tags, cover_image_id, cover_alt, signed_by };
}

/** Newest first, each with what it changed. */
export async function listVersions(db: Database, slug: string) {
  const rows = await db
    .select({
      number: blogVersions.number,
      title: blogVersions.title,
      author: users.username,
      created_at: blogVersions.created_at,
      changed: sql<Record<(typeof versionChanges)[number], boolean>>`json_build_object(
        'text', ${differs(blogVersions.title, blogVersions.description, blogVersions.blocks)},
        'tags', ${areKnown} and ${differs(blogVersions.tags)},
        'cover', ${areKnown} and ${differs(blogVersions.cover_image_id, blogVersions.cover_alt)},
        'signature', ${areKnown} and ${differs(blogVersions.signed_by)}
      )`,
    })
    .from(blogVersions)
    .innerJoin(blogs, eq(blogs.id, blogVersions.blog_id))
    .leftJoin(users, eq(users.id, blogVersions.author_id))
    .where(isNamed(slug))
    .orderBy(desc(blogVersions.number));
  // A post has at least the version that it was created with.
  if (rows.length === 0) throw new ApiError("blog_not_found");
  return rows.map(({ changed, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    changed: row.number === 1 ? [] : versionChanges.filter((part) => changed[part]),
  }));
}

/** Whether any of the columns has another value than in the version before. */
function differs(...columns: PgColumn[]): SQL {
  const each = columns.map((column) => sql`${column} is distinct from ${before(column)}`);
  return sql`(${sql.join(each, sql` or `)})`;
}

/** Whether the tags, and with them cover and signature, are stored in the version and in the one before it. */
const areKnown = sql`(${blogVersions.tags} is not null and ${before(blogVersions.tags)} is not null)`;

function before(column: PgColumn): SQL {
  return sql`lag(${column}) over (order by ${blogVersions.number})`;
}

const signers = alias(users, "signers");

/** @throws ApiError blog_not_found, also if the post has no such version */
export async function readVersion(db: Database, slug: string, number: number): Promise<BlogVersion> {
  const [row] = await db
    .select({
      version: blogVersions,
      author: users.username,
      signed_by: signers.username,
      cover_image: coverColumns.cover_image,
    })
    .from(blogVersions)
    .innerJoin(blogs, eq(blogs.id, blogVersions.blog_id))
    .leftJoin(users, eq(users.id, blogVersions.author_id))
    .leftJoin(signers, eq(signers.id, blogVersions.signed_by))
    .leftJoin(images, eq(images.id, blogVersions.cover_image_id))
    .where(and(isNamed(slug), eq(blogVersions.number, number)));
  if (!row) throw new ApiError("blog_not_found");
  const { title, description, blocks, created_at, tags, cover_alt } = row.version;
  const { author, signed_by, cover_image } = row;
  return {
    number,
    title,
    description,
    blocks: await showBlocks(db, blocks),
    ...(tags && { tags, cover: toCover({ cover_image, cover_alt }), signed_by }),
    author,
    created_at: created_at.toISOString(),
  };
}
