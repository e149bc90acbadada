import type { BlockKind, Blog, BlogDraft, BlogVersion, ShownBlock } from "@daymark/domain/community/blog";
import type { Language } from "@daymark/domain/text/language";

/** A block in the editor. Each kind uses some of the texts; the others are kept while the user tries kinds. */
export interface WrittenBlock {
  /** Unique while the page is open. */
  key: string;
  kind: BlockKind;
  text: string;
  url: string;
  alt: string;
  /** For an uploaded image, whose address is in `url`; null for one from elsewhere. */
  image_id: number | null;
}

/** A post in the editor. */
export interface Writing {
  title: string;
  description: string;
  /** Empty: derived from the title. */
  slug: string;
  language: Language;
  /** Slug of the post that this one translates. */
  translation_of: string | null;
  blocks: readonly WrittenBlock[];
}

let keyCount = 0;

/** A new block, empty except for the given values. */
export function createBlock(kind: BlockKind, given: Partial<Omit<WrittenBlock, "key" | "kind">> = {}): WrittenBlock {
  keyCount += 1;
  return { key: `block-${keyCount}`, kind, text: "", url: "", alt: "", image_id: null, ...given };
}

/** A post without content. */
export function emptyWriting(language: Language): Writing {
  const blocks = [createBlock("paragraph")];
  return { title: "", description: "", slug: "", language, translation_of: null, blocks };
}

/**
 * A working copy in the format of the editor.
 *
 * @param addresses of images by their id: a copy that began with a post's blocks has none of them
 */
export function writingOf(content: BlogDraft, addresses: ReadonlyMap<number, string> = new Map()): Writing {
  const blocks = content.blocks.map(({ kind, text = "", url = "", alt = "", image_id }) =>
    createBlock(kind, {
      ...{ text, alt },
      image_id: image_id ?? null,
      url: url || (image_id === undefined ? "" : (addresses.get(image_id) ?? "")),
    }),
  );
  return { ...content, blocks: blocks.length > 0 ? blocks : [createBlock("paragraph")] };
}

/** The content of a working copy. */
export function draftOf({ title, description, slug, language, translation_of, blocks }: Writing): BlogDraft {
  return {
    ...{ title, description, slug, language, translation_of },
    blocks: blocks.map(({ kind, text, url, alt, image_id }) => ({
      kind,
      ...(text && { text }),
      ...(url && { url }),
      ...(alt && { alt }),
      ...(image_id !== null && { image_id }),
    })),
  };
}

/** A post's current content as a working copy. */
export function draftOfPost(post: Blog): BlogDraft {
  const { title, description, slug, language, translations, blocks } = post;
  const [version] = translations.filter((other) => other.language !== language);
  return { title, description, slug, language, translation_of: version?.slug ?? null, blocks: blocks.map(keptBlock) };
}

/** Replaces the content with that of a version. */
export function withVersion(writing: Writing, { title, description, blocks }: BlogVersion): Writing {
  return writingOf({ ...draftOf(writing), title, description, blocks: blocks.map(keptBlock) });
}

function keptBlock(block: ShownBlock): BlogDraft["blocks"][number] {
  if (block.kind !== "image") return block;
  const { kind, url, alt, image_id } = block;
  return { kind, url, alt, ...(image_id !== undefined && { image_id }) };
}

/** Addresses of the images in these blocks by their id. */
export function imageAddresses(blocks: readonly (ShownBlock | WrittenBlock)[]): Map<number, string> {
  return new Map(
    blocks.flatMap((block) =>
      block.kind === "image" && block.image_id != null && block.url ? [[block.image_id, block.url] as const] : [],
    ),
  );
}

/** True for an empty paragraph, which is not published. */
export function isRoom({ kind, text }: WrittenBlock): boolean {
  return kind === "paragraph" && text.trim() === "";
}

/** True if there is no content. */
export function isEmpty({ title, description, blocks }: Writing): boolean {
  return title.trim() === "" && description.trim() === "" && blocks.every(isRoom);
}

/** A block in the format of the API. */
export function sentBlock({ kind, text, url, alt, image_id }: WrittenBlock): object {
  if (kind === "divider") return { kind };
  if (kind === "link") return { kind, text, url: fullAddress(url) };
  if (kind !== "image") return { kind, text };
  return { kind, alt, ...(image_id !== null ? { image_id } : url.trim() ? { url: fullAddress(url) } : {}) };
}

/** The full address of typed text: a host without a scheme gets https. */
export function fullAddress(typed: string): string {
  const url = typed.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/u.test(url) ? `https://${url}` : url;
}

/** The content in the format of a version. */
export function saidIn(writing: Writing): Pick<BlogVersion, "title" | "description" | "blocks"> {
  return { title: writing.title, description: writing.description, blocks: shownBlocks(writing) };
}

/** The blocks as readers would see them now. */
export function shownBlocks({ blocks }: Writing): ShownBlock[] {
  return blocks.flatMap((block): ShownBlock[] => {
    const { kind, text, alt } = block;
    const url = fullAddress(block.url);
    if (isRoom(block)) return [];
    if (kind === "divider") return [{ kind }];
    if (kind === "link") return [{ kind, text: text || url, url }];
    if (kind === "image") return url ? [{ kind, url, alt }] : [];
    return text.trim() ? [{ kind, text }] : [];
  });
}
