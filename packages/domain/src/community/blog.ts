import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema, isInstantIn } from "../base/instant.ts";
import { pageMembers, wholeListMembers } from "../base/pagination.ts";
import { languages } from "../text/language.ts";
import { firstBroken, typedLine, typedText } from "../text/text.ts";
import { transliterate } from "../text/transliterate.ts";
import { urlLengthMax } from "../text/web-address.ts";
import { blockInput, blockSchema, blocksMax, draftBlocks, draftText } from "./blog-block.ts";
import { coverInput, coverSchema } from "./blog-cover.ts";
import { tagInput, tagsInput } from "./blog-tag.ts";
import { tagLengthMax, tagsMax } from "./tag.ts";
import { reactionsSchema } from "./thread.ts";

export const blogTitleLengthMax = 150;
export const blogDescriptionLengthMax = 300;
export const slugLengthMax = 80;
/** Slugs that the blog's own pages use as addresses. */
const reservedSlugs: readonly string[] = ["new"];

/** True for what may follow `/blog/`. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(text) && !reservedSlugs.includes(text);
}

/**
 * The proposed slug for a title: Latin letters and digits with hyphens between, cut at a word. The server may number it
 * if another post has it; see {@link isSlug}.
 */
export function slugOf(title: string): string {
  const words =
    transliterate(title)
      .toLowerCase()
      .replaceAll("'", "")
      .match(/[a-z0-9]+/g) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, slugLengthMax) : `${slug}-${word}`;
    if (longer.length > slugLengthMax) break;
    slug = longer;
  }
  return slug || "post";
}

/** The `count`th slug of this base, from 2 on: `habits-2`. */
export function numberedSlug(slug: string, count: number): string {
  const end = `-${count}`;
  return slug.slice(0, slugLengthMax - end.length).replace(/-+$/, "") + end;
}

const slug = z.string().check(firstBroken([{ code: "slug_invalid", holds: isSlug }]));
export const blogCardSchema = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.enum(languages),
  tags: z.array(z.string()),
  cover: z.nullable(coverSchema),
  /** The user name of the admin who signed the post; null for a post of the team. */
  author: z.nullable(z.string()),
  /** Null for a draft, in the future for a scheduled post; only admins see either. */
  published_at: z.nullable(answeredInstantSchema),
  reading_minutes: z.int(),
  reactions: reactionsSchema,
  comment_count: z.int(),
  /** Whether everyone can read the post now. */
  published: z.boolean(),
  updated_at: answeredInstantSchema,
});
export type BlogCard = z.infer<typeof blogCardSchema>;

const blogLinkSchema = z.object({ slug: z.string(), title: z.string() });
export type BlogLink = z.infer<typeof blogLinkSchema>;

export const blogSchema = z.extend(blogCardSchema, {
  blocks: z.array(blockSchema),
  /** The post's other languages; admins also see drafts. */
  translations: z.array(z.object({ language: z.enum(languages), slug: z.string() })),
  comments: z.enum(["open", "closed"]),
  /** The next newer and the next older post in the same language. */
  newer: z.nullable(blogLinkSchema),
  older: z.nullable(blogLinkSchema),
});
export type Blog = z.infer<typeof blogSchema>;

export const blogListSchema = z.object({ results: z.array(blogCardSchema), next: z.nullable(z.string()) });
export type BlogListInput = z.infer<typeof blogListInput>;
export const blogListInput = z.strictObject({
  ...pageMembers,
  search: z.optional(typedText({ min: 0, max: 100 })),
  language: z.optional(z.enum(languages)),
  tag: z.optional(tagInput),
  /** Whether to list drafts and scheduled posts; only admins may set it. */
  drafts: z.optional(z.boolean()),
});

const blogMembers = {
  title: typedLine({ min: 1, max: blogTitleLengthMax }),
  description: typedText({ min: 1, max: blogDescriptionLengthMax }),
  blocks: z.array(blockInput).check(z.maxLength(blocksMax)),
};
/** The century of all days in the product. */
const century = { from: Date.UTC(2001, 0), before: Date.UTC(2101, 0) };
const publishTime = z.iso.datetime({ offset: true }).check(isInstantIn(century, "day_out_of_century"));

const optionalMembers = {
  slug: z.optional(slug),
  language: z.optional(z.enum(languages)),
  tags: z.optional(tagsInput),
  /** Null removes the cover. */
  cover: z.optional(z.nullable(coverInput)),
  /** True: the caller signs the post, unless it is signed already. False: it is a post of the team. */
  signed: z.optional(z.boolean()),
  /**
   * The slug of a version in another language, with which this post shares reactions and comments. Null separates them.
   */
  translation_of: z.optional(z.nullable(z.string())),
  published: z.optional(z.boolean()),
  /** ISO 8601 with its offset. A time in the future schedules the post; null makes a scheduled one a draft. */
  publish_at: z.optional(z.nullable(publishTime)),
  /** The working copy of this change. The server deletes it in the same transaction. */
  draft_id: z.optional(idSchema),
};
export const blogCreateInput = z.strictObject({ ...blogMembers, ...optionalMembers });
export type BlogCreateInput = z.infer<typeof blogCreateInput>;

/** The post in the path. A member `slug` beside it is the post's new slug. */
export const blogPath = { blog_slug: z.string() };
export const blogSlugInput = z.strictObject(blogPath);

export const blogUpdateInput = z.strictObject({
  ...blogPath,
  ...z.partial(z.object(blogMembers)).shape,
  ...optionalMembers,
});
export type BlogUpdateInput = z.infer<typeof blogUpdateInput>;

/** The content of a working copy. It is stored as typed, so the schema checks only sizes and types. */
export const blogDraftContent = z.strictObject({
  title: draftText(1000),
  description: draftText(2000),
  slug: draftText(200),
  language: z.enum(languages),
  translation_of: z.nullable(draftText(slugLengthMax)),
  blocks: draftBlocks,
  /** Absent for none, so that copies older than tags stay as they are. */
  tags: z.optional(z.array(draftText(tagLengthMax * 4)).check(z.maxLength(tagsMax * 2))),
  cover: z.optional(
    z.strictObject({ image_id: idSchema, url: z.optional(draftText(urlLengthMax)), alt: draftText(1000) }),
  ),
  /** The user name of the admin who wants to sign the post. */
  signed_by: z.optional(draftText(100)),
});
export type BlogDraft = z.infer<typeof blogDraftContent>;

const draftMembers = {
  id: z.int(),
  /** The post that the working copy changes; null for a new post. */
  blog_slug: z.nullable(z.string()),
  /** Increases with every change. */
  revision: z.int(),
  /** The admin who made the last change. */
  author: z.nullable(z.string()),
  updated_at: answeredInstantSchema,
};
export const blogDraftSchema = z.object({ ...draftMembers, content: blogDraftContent });
export type BlogDraftCopy = z.infer<typeof blogDraftSchema>;
/** A post has one working copy: `created` is false if it existed already. */
export const blogDraftCreateOutput = z.extend(blogDraftSchema, { created: z.boolean() });

export const blogDraftListInput = z.strictObject(wholeListMembers);
export const blogDraftListSchema = z.object({
  results: z.array(z.object({ ...draftMembers, title: z.string(), language: z.enum(languages) })),
  next: z.null(),
});

/** The count of changes, bounded by PostgreSQL's integer. */
const count = z.int().check(z.gte(1), z.lte(2_147_483_647));

/** Without `content`, the working copy begins with the post's content, or empty for a new post. */
export const blogDraftCreateInput = z.strictObject({
  blog_slug: z.optional(z.string()),
  content: z.optional(blogDraftContent),
});
export const blogDraftIdInput = z.strictObject({ id: idSchema });
/** `revision` is the one that the editor changed. If the stored revision differs, the server writes nothing. */
export const blogDraftUpdateInput = z.strictObject({ id: idSchema, revision: count, content: blogDraftContent });

/** The parts of a post that its versions store. */
export const versionChanges = ["text", "tags", "cover", "signature"] as const;

const versionMembers = {
  /** Begins at 1, in the order of creation. The highest number is the post's present content. */
  number: z.int(),
  title: z.string(),
  author: z.nullable(z.string()),
  created_at: answeredInstantSchema,
  /** What differs from the version before; empty for the first one. Title and description are text too. */
  changed: z.array(z.enum(versionChanges)),
};
export const blogVersionSchema = z.object({
  ...z.omit(z.object(versionMembers), { changed: true }).shape,
  description: z.string(),
  blocks: z.array(blockSchema),
  /** This and the next two are absent in a version that was stored before versions had them. */
  tags: z.optional(z.array(z.string())),
  /** Null without a cover, also if its image was deleted. */
  cover: z.optional(z.nullable(coverSchema)),
  /** The user name that readers saw as the author; null for a post of the team. */
  signed_by: z.optional(z.nullable(z.string())),
});
export type BlogVersion = z.infer<typeof blogVersionSchema>;
export const blogVersionListInput = z.strictObject({ ...blogPath, ...wholeListMembers });
export const blogVersionListSchema = z.object({ results: z.array(z.object(versionMembers)), next: z.null() });
export const blogVersionInput = z.strictObject({ ...blogPath, number: count });

/** Requests a proposal for the slug of a title. `blog_slug` names the post that may keep its own slug. */
export const slugProposalInput = z.strictObject({ title: draftText(1000), blog_slug: z.optional(z.string()) });
export const slugProposalSchema = z.object({ slug: z.string() });

/** The post, or for a new one its translation, if it has one. */
export const blogAudienceInput = z.strictObject({ blog_slug: z.optional(z.string()) });
/** How many subscribers get an email if the post is published now. */
export const blogAudienceSchema = z.object({ subscribers: z.int() });
