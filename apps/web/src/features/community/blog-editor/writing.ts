import type { Blog, BlogDraft, BlogVersion } from "@daymark/domain/community/blog";
import type { BlockKind, ShownBlock } from "@daymark/domain/community/blog-block";
import type { Cover } from "@daymark/domain/community/blog-cover";
import type { Span } from "@daymark/domain/community/rich-text";
import { isLinkAddress } from "@daymark/domain/community/rich-text-input";
import type { Language } from "@daymark/domain/text/language";
import { isEmptyText, sentBlock } from "./sent-block.ts";

/** A text with its marks, as typed. */
export interface WrittenText {
  text: string;
  spans: readonly Span[];
}

/** An item of a list. */
export interface WrittenItem extends WrittenText {
  level: number;
}

/** A block in the editor. Each kind uses some of the members. */
export interface WrittenBlock extends WrittenText {
  kind: BlockKind;
  url: string;
  alt: string;
  /** For an uploaded image, whose address is in `url`; null for one from elsewhere. */
  image_id: number | null;
  /** For a list: whether its items are numbered. */
  ordered: boolean;
  items: readonly WrittenItem[];
}

/** The cover of a post: an uploaded image. */
export type WrittenCover = Pick<Cover, "image_id" | "url" | "alt">;

/** A post in the editor. */
export interface Writing {
  title: string;
  description: string;
  /** Empty: derived from the title. */
  slug: string;
  language: Language;
  /** Slug of the post that this one translates. */
  translation_of: string | null;
  tags: readonly string[];
  cover: WrittenCover | null;
  /** The user name that readers see; null for a post of the team. */
  signed_by: string | null;
  blocks: readonly WrittenBlock[];
}

/** A new block, empty except for the given values. */
export function createBlock(kind: BlockKind, given: Partial<Omit<WrittenBlock, "kind">> = {}): WrittenBlock {
  return { kind, text: "", spans: [], url: "", alt: "", image_id: null, ordered: false, items: [], ...given };
}

/** A post without content. */
export function emptyWriting(language: Language): Writing {
  const blocks = [createBlock("paragraph")];
  return {
    title: "",
    description: "",
    slug: "",
    language,
    translation_of: null,
    tags: [],
    cover: null,
    signed_by: null,
    blocks,
  };
}

type DraftBlock = BlogDraft["blocks"][number];

/**
 * A working copy in the format of the editor.
 *
 * @param addresses of images by their id: a copy that began with a post's blocks has none of them
 */
export function writingOf(content: BlogDraft, addresses: ReadonlyMap<number, string> = new Map()): Writing {
  const blocks = content.blocks.map((block) => {
    const { kind, text = "", spans, url = "", alt = "", image_id, ordered = false, items = [] } = block;
    return createBlock(kind, {
      ...{ text, alt, ordered },
      spans: writtenSpans(spans),
      items: items.map(({ text, spans, level = 0 }) => ({ text, spans: writtenSpans(spans), level })),
      image_id: image_id ?? null,
      url: url || (image_id === undefined ? "" : (addresses.get(image_id) ?? "")),
    });
  });
  const { tags = [], cover, signed_by = null } = content;
  return {
    ...{ ...content, tags, signed_by },
    cover: cover ? { ...cover, url: cover.url || (addresses.get(cover.image_id) ?? "") } : null,
    blocks: blocks.length > 0 ? blocks : [createBlock("paragraph")],
  };
}

/** Without links that a post may not have, such as `javascript:`: a working copy stores what a script has sent. */
function writtenSpans(spans: DraftBlock["spans"] = []): Span[] {
  return spans.flatMap(({ from, to, mark, href }): Span[] => {
    if (mark !== "link") return [{ from, to, mark }];
    return href !== undefined && isLinkAddress(href) ? [{ from, to, mark, href }] : [];
  });
}

/** The content of a working copy. */
export function draftOf(writing: Writing): BlogDraft {
  const { title, description, slug, language, translation_of, blocks } = writing;
  return {
    ...{ title, description, slug, language, translation_of, ...draftDetails(writing) },
    blocks: blocks.map(draftBlock),
  };
}

type Details = "tags" | "cover" | "signed_by";

/** A working copy has no members for what it lacks, as one that is older than these members. */
function draftDetails({ tags, cover, signed_by }: Pick<Writing, Details>): Pick<BlogDraft, Details> {
  return {
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(cover && { cover: { image_id: cover.image_id, url: cover.url, alt: cover.alt } }),
    ...(signed_by !== null && { signed_by }),
  };
}

function draftBlock({ kind, text, spans, url, alt, image_id, ordered, items }: WrittenBlock): DraftBlock {
  if (kind === "list") {
    return {
      kind,
      ordered,
      items: items.map(({ level, ...item }) => ({ ...draftText(item), ...(level && { level }) })),
    };
  }
  return {
    kind,
    ...(text && draftText({ text, spans })),
    ...(url && { url }),
    ...(alt && { alt }),
    ...(image_id !== null && { image_id }),
  };
}

function draftText({ text, spans }: WrittenText): { text: string; spans?: Span[] } {
  return { text, ...(spans.length > 0 && { spans: [...spans] }) };
}

/** A post's current content as a working copy. */
export function draftOfPost(post: Blog): BlogDraft {
  const { title, description, slug, language, translations, blocks } = post;
  const [version] = translations.filter((other) => other.language !== language);
  return {
    ...{
      title,
      description,
      slug,
      language,
      translation_of: version?.slug ?? null,
      ...draftDetails({ ...post, signed_by: post.author }),
    },
    blocks: blocks.map(keptBlock),
  };
}

/** A new post that translates another one into the other language: it begins with the other's blocks. */
export function translationOf(post: Blog): Writing {
  const { blocks } = writingOf({ ...draftOfPost(post), translation_of: null }, addressesOf(post));
  return { ...emptyWriting(post.language === "en" ? "uk" : "en"), translation_of: post.slug, blocks };
}

/**
 * Replaces the content with the content of a version. A version stored before versions had tags, cover and signature
 * leaves these unchanged.
 */
export function withVersion(writing: Writing, version: BlogVersion): Writing {
  const { title, description, blocks, tags, cover = null, signed_by = null } = version;
  const written = writingOf({ ...draftOf(writing), title, description, blocks: blocks.map(keptBlock) });
  return tags ? { ...written, tags, cover, signed_by } : { ...written, cover: writing.cover };
}

function keptBlock(block: ShownBlock): DraftBlock {
  if (block.kind !== "image") return block;
  const { kind, url, alt, image_id } = block;
  return { kind, url, alt, ...(image_id !== undefined && { image_id }) };
}

/** Addresses of the images of a post, its cover among them, by their id. */
export function addressesOf(post: Blog | null): Map<number, string> {
  if (!post) return new Map();
  const { cover, blocks } = post;
  return imageAddresses(cover ? [...blocks, { kind: "image", ...cover }] : blocks);
}

/** Addresses of the images in these blocks by their id. */
export function imageAddresses(blocks: readonly (ShownBlock | WrittenBlock)[]): Map<number, string> {
  return new Map(
    blocks.flatMap((block) =>
      block.kind === "image" && block.image_id != null && block.url ? [[block.image_id, block.url] as const] : [],
    ),
  );
}

/** True if there is no content. */
export function isEmpty({ title, description, cover, blocks }: Writing): boolean {
  return title.trim() === "" && description.trim() === "" && !cover && blocks.every(isEmptyText);
}

/** What readers get to see of a version, as far as it is compared with another one. */
export type Said = Pick<BlogVersion, "title" | "description" | "blocks"> & {
  tags?: readonly string[] | undefined;
  cover?: Pick<Cover, "url" | "alt"> | null | undefined;
  signed_by?: string | null | undefined;
};

/** The content in the format of a version. */
export function saidIn(writing: Writing): Said {
  const { title, description, tags, cover, signed_by } = writing;
  return { title, description, tags, cover, signed_by, blocks: shownBlocks(writing) };
}

/** The blocks as readers would see them now. */
export function shownBlocks({ blocks }: Writing): ShownBlock[] {
  return blocks.flatMap((block): ShownBlock[] => {
    if (isEmptyText(block)) return [];
    const sent = sentBlock(block);
    if (sent.kind === "image") return block.url ? [{ kind: "image", url: sent.url ?? block.url, alt: sent.alt }] : [];
    if (sent.kind === "link") return [{ ...sent, text: sent.text || sent.url }];
    return [sent];
  });
}
